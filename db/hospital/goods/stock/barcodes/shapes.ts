import {
  choice,
  Day,
  form,
  listOf,
  Money,
  named,
  nullable,
  Secret,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { barcode_formats } from './elements.ts'

/** As the scanner sends it, with its separators. */
export const BarcodeInput = form({ code: Secret(300) })
export const barcode_warnings = [
  'EXPIRED',
  'RECALLED',
  'ON_HOLD',
  'UNKNOWN_PRODUCT',
  'LOT_EXPIRY_DIFFERS',
] as const
export type BarcodeWarning = (typeof barcode_warnings)[number]

export const Barcode = named(
  'ReadBarcode',
  shape({
    format: choice(barcode_formats),
    gtin: nullable(Text(0, 14)),
    lot: nullable(Text(0, 20)),
    expiry: nullable(Day),
    manufactured_on: nullable(Day),
    serial: nullable(Text(0, 20)),
    quantity: nullable(Money),
    national_no: nullable(Text(0, 20)),
    elements: listOf(shape({ ai: Text(2, 4), value: Text(0, 90) })),
    product: nullable(shape({ id: Text(1, 36), code: Text(1, 30), name: Text(0, 230) })),
    unit: nullable(Text(0, 20)),
    factor: nullable(Money),
    batch: nullable(shape({ id: Text(1, 36), lot: nullable(Text(0, 60)), expiry: nullable(Day) })),
    warnings: listOf(choice(barcode_warnings)),
  }),
)
export type Barcode = Static<typeof Barcode>
