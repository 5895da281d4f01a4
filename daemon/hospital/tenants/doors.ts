// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as platform } from './platform.ts'

export const doors: readonly Door[] = [platform]
