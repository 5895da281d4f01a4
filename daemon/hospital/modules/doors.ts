// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as births } from './births.ts'
import { door as labours } from './labours.ts'
import { door as pregnancies } from './pregnancies.ts'

export const doors: readonly Door[] = [births, labours, pregnancies]
