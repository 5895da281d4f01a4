// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as clients } from './clients.ts'
import { door as discounts } from './discounts.ts'
import { door as follow_ups } from './follow-ups.ts'
import { door as orders } from './orders.ts'
import { door as quotations } from './quotations.ts'
import { door as receivables } from './receivables.ts'
import { door as returns } from './returns.ts'

export const doors: readonly Door[] = [
  clients,
  discounts,
  follow_ups,
  orders,
  quotations,
  receivables,
  returns,
]
