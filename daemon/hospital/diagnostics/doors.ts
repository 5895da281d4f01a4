// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as analysers } from './analysers.ts'
import { door as catalogue } from './catalogue.ts'
import { door as critical } from './critical.ts'
import { door as imaging } from './imaging.ts'
import { door as instruments } from './instruments.ts'
import { door as orders } from './orders.ts'
import { door as quality } from './quality.ts'
import { door as results } from './results.ts'
import { door as specimens } from './specimens.ts'

export const doors: readonly Door[] = [
  analysers,
  catalogue,
  critical,
  imaging,
  instruments,
  orders,
  quality,
  results,
  specimens,
]
