// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as clients } from './clients/brings.ts'
import { brings as discounts } from './discounts/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [clients, discounts]
