// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as analysers } from './analysers.ts'
import { door as auto_rules } from './auto-rules.ts'
import { door as blood_requests } from './blood-requests.ts'
import { door as blood_units } from './blood-units.ts'
import { door as catalogue } from './catalogue.ts'
import { door as critical } from './critical.ts'
import { door as donors } from './donors.ts'
import { door as imaging } from './imaging.ts'
import { door as imaging_worklist } from './imaging-worklist.ts'
import { door as instruments } from './instruments.ts'
import { door as look_backs } from './look-backs.ts'
import { door as orders } from './orders.ts'
import { door as quality } from './quality.ts'
import { door as results } from './results.ts'
import { door as specimens } from './specimens.ts'
import { door as transfusions } from './transfusions.ts'

export const doors: readonly Door[] = [
  analysers,
  auto_rules,
  blood_requests,
  blood_units,
  catalogue,
  critical,
  donors,
  imaging,
  imaging_worklist,
  instruments,
  look_backs,
  orders,
  quality,
  results,
  specimens,
  transfusions,
]
