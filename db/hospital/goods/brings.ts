// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as stock } from './stock/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [stock]
