// Quotations and orders as they are shown: money in major units, whose names are masked where they must be.

import { type Caller, can } from '../../../../core/caller.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import type { DocumentRow } from './document.ts'
import type { LineRead } from './read.ts'

export async function documentsShown<R extends DocumentRow>(caller: Caller, found: readonly R[]) {
  const { major, currency } = await purseOf(caller)
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id])),
  )
  return found.map((row) => {
    const patient_name = patients.get(row.patient_id ?? '')?.full_name ?? null
    const { discount_bp, tax_bp } = row
    return {
      client_name: row.client_name ?? patient_name ?? '',
      patient_name,
      discount_pct: toPercent(discount_bp),
      tax_pct: toPercent(tax_bp),
      subtotal: major(row.subtotal),
      discount_amount: major(row.discount_amount),
      taxable: major(row.taxable),
      tax_amount: major(row.tax_amount),
      total: major(row.total),
      currency: currency.code,
    }
  })
}

export async function linesShown<L extends LineRead & { id: string; position: number }>(
  caller: Caller,
  lines: readonly L[],
) {
  const { major } = await purseOf(caller)
  const sees = can(caller, 'product:cost')
  return lines.map((line) => ({
    id: line.id,
    line_no: line.position,
    description: line.description,
    quantity: line.quantity / 1000,
    unit_price: major(line.unit_price),
    code: line.code,
    product_id: line.product_id,
    line_total: major(line.line_total),
    list_price: line.list_price === null ? null : major(line.list_price),
    unit: line.unit,
    below_cost: sees ? line.below_cost : null,
  }))
}
