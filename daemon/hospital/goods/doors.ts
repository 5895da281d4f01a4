// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as adjustments } from './adjustments.ts'
import { door as barcodes } from './barcodes.ts'
import { door as controlled } from './controlled.ts'
import { door as counts } from './counts.ts'
import { door as disposals } from './disposals.ts'
import { door as products } from './products.ts'
import { door as quarantine } from './quarantine.ts'
import { door as recalls } from './recalls.ts'
import { door as requisitions } from './requisitions.ts'
import { door as stock } from './stock.ts'
import { door as stock_boards } from './stock-boards.ts'
import { door as stores } from './stores.ts'
import { door as transfers } from './transfers.ts'
import { door as ward_use } from './ward-use.ts'

export const doors: readonly Door[] = [
  adjustments,
  barcodes,
  controlled,
  counts,
  disposals,
  products,
  quarantine,
  recalls,
  requisitions,
  stock,
  stock_boards,
  stores,
  transfers,
  ward_use,
]
