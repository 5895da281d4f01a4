// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as platform } from './platform.ts'

export const doors: readonly Door[] = [platform]
