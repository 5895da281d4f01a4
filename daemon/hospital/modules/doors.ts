// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as theatre } from './theatre.ts'
import { door as theatre_cases } from './theatre-cases.ts'

export const doors: readonly Door[] = [theatre, theatre_cases]
