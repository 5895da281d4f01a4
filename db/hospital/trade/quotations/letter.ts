// A quotation as a letter: what is offered, what it comes to, and until when.

import type { Purse } from '../../money/accounting/purse.ts'
import { calledQuotation, type QuotationLine, type QuotationRow } from './record.ts'

const shown_most = 50

export function letterOf(
  row: QuotationRow,
  lines: readonly QuotationLine[],
  { said, currency }: Purse,
  message: string | null,
): { subject: string; text: string } {
  const called = calledQuotation(row)
  const more = lines.length - shown_most
  const body = [
    ...(message ? [message, ''] : []),
    `Quotation ${called}`,
    ...lines
      .slice(0, shown_most)
      .map(
        ({ description, quantity, unit_price, line_total }) =>
          `- ${description}: ${quantity / 1000} x ${said(unit_price)} = ${said(line_total)}`,
      ),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(row.discount_amount > 0 ? [`Discount: ${said(row.discount_amount)}`] : []),
    ...(row.tax_amount > 0 ? [`Tax: ${said(row.tax_amount)}`] : []),
    `Total: ${currency.code} ${said(row.total)}`,
    ...(row.valid_until === null ? [] : [`Valid until ${row.valid_until}.`]),
    ...(row.terms === null ? [] : ['', row.terms]),
  ]
  return { subject: `Quotation ${called}`, text: body.join('\n') }
}
