// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as clients } from './clients.ts'
import { door as discounts } from './discounts.ts'
import { door as follow_ups } from './follow-ups.ts'

export const doors: readonly Door[] = [clients, discounts, follow_ups]
