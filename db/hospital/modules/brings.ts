// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as parts } from './parts/brings.ts'
import { brings as mortuary } from './mortuary/brings.ts'
import { brings as ambulance } from './ambulance/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [parts, mortuary, ambulance]
