// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as clients } from './clients/brings.ts'
import { brings as discounts } from './discounts/brings.ts'
import { brings as quotations } from './quotations/brings.ts'
import { brings as orders } from './orders/brings.ts'
import { brings as returns } from './returns/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [clients, discounts, quotations, orders, returns]
