// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as stock } from './stock.ts'

export const doors: readonly Door[] = [stock]
