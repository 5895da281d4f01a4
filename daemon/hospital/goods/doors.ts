// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as adjustments } from './adjustments.ts'
import { door as barcodes } from './barcodes.ts'
import { door as controlled } from './controlled.ts'
import { door as counts } from './counts.ts'
import { door as disposals } from './disposals.ts'
import { door as products } from './products.ts'
import { door as purchase_orders } from './purchase-orders.ts'
import { door as quarantine } from './quarantine.ts'
import { door as recalls } from './recalls.ts'
import { door as receipts } from './receipts.ts'
import { door as reorder } from './reorder.ts'
import { door as requisitions } from './requisitions.ts'
import { door as stock } from './stock.ts'
import { door as stock_boards } from './stock-boards.ts'
import { door as stores } from './stores.ts'
import { door as supplier_invoices } from './supplier-invoices.ts'
import { door as supplier_payments } from './supplier-payments.ts'
import { door as supplier_returns } from './supplier-returns.ts'
import { door as suppliers } from './suppliers.ts'
import { door as transfers } from './transfers.ts'
import { door as ward_use } from './ward-use.ts'

export const doors: readonly Door[] = [
  adjustments,
  barcodes,
  controlled,
  counts,
  disposals,
  products,
  purchase_orders,
  quarantine,
  recalls,
  receipts,
  reorder,
  requisitions,
  stock,
  stock_boards,
  stores,
  supplier_invoices,
  supplier_payments,
  supplier_returns,
  suppliers,
  transfers,
  ward_use,
]
