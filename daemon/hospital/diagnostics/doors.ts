// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as catalogue } from './catalogue.ts'
import { door as critical } from './critical.ts'
import { door as orders } from './orders.ts'
import { door as results } from './results.ts'
import { door as specimens } from './specimens.ts'

export const doors: readonly Door[] = [catalogue, orders, specimens, results, critical]
