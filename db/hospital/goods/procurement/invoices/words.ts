// The words of suppliers' invoices (2.8).

export const supplier_invoice_kinds = ['GOODS', 'SERVICE', 'PREPAYMENT', 'CREDIT_NOTE'] as const
export const supplier_invoice_states = [
  'DRAFT',
  'MATCHED',
  'EXCEPTION',
  'POSTED',
  'PART_PAID',
  'PAID',
  'CREDITED',
  'CANCELLED',
] as const
/** STK-145, STK-146. */
export const exception_codes = [
  'PRICE',
  'QUANTITY',
  'NOT_RECEIVED',
  'NOT_ORDERED',
  'TAX',
  'TOTAL',
  'NO_ORDER',
] as const
export type ExceptionCode = (typeof exception_codes)[number]

/** Figures as people read them: money in major units, goods in the base unit. */
export interface Exception {
  code: ExceptionCode
  line: number | null
  text: string
  ordered: number | null
  received: number | null
  invoiced: number | null
  difference: number | null
  /** Why it is taken all the same; null while nobody has said so. */
  note: string | null
}
