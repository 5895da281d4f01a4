// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as ambulance } from './ambulance.ts'
import { door as mortuary } from './mortuary.ts'

export const doors: readonly Door[] = [ambulance, mortuary]
