// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as parts } from './parts/brings.ts'
import { brings as maternity } from './maternity/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [parts, maternity]
