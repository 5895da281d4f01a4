// Lines of bills as rows, and one line made from what was asked and what the price list says.

import type { Caller } from '../../../../core/caller.ts'
import type { NewRow, RowOf } from '../../../../store/table.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { taxRateOn } from '../../accounting/taxes/rates.ts'
import { defaultDepartmentOf, departmentNamed } from '../../accounting/books.ts'
import type { Priced } from '../../tariff/prices.ts'
import { lineAmounts } from '../amounts.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type Row = RowOf<(typeof bill_items)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const itemsOf = ({ hospital_id }: Of, bill_id: string): Promise<Row[]> =>
  bill_items.all({ hospital_id, bill_id }, { order: ['position'] })

/** What a line stands for, in the area that charges it. */
export interface Sourced {
  source: string
  source_id: string
}

/** The live line of a source, where there is one (BIL-2). */
export async function bySource(
  { hospital_id }: Of,
  source: string,
  source_id: string,
): Promise<Row | undefined> {
  const found = await bill_items.all({ hospital_id, source, source_id })
  return found.find(isLive)
}

const isLive = ({ service_status }: Row): boolean => service_status !== 'CANCELLED'

export const sourceKey = ({ source, source_id }: Sourced): string => `${source} ${source_id}`

/** The live lines of many sources, by their `sourceKey`. */
export async function bySources(of: Of, many: readonly Sourced[]): Promise<Map<string, Row>> {
  const { hospital_id } = of
  const found = new Map<string, Row>()
  for (const [source, own] of Map.groupBy(many, (one) => one.source)) {
    const source_id = own.map((one) => one.source_id)
    const only = source_id.length === 1 ? source_id[0] : source_id
    const lines = await bill_items.all({ hospital_id, source, source_id: only })
    for (const line of lines.filter(isLive)) {
      found.set(sourceKey({ source, source_id: line.source_id ?? '' }), line)
    }
  }
  return found
}

/** As the line is named to others: by its source, or as `item` by its own id. */
export const lineNamed = (
  caller: Of,
  source: string,
  source_id: string,
): Promise<Row | undefined> =>
  source === 'item'
    ? bill_items.find({ hospital_id: caller.hospital_id, id: source_id })
    : bySource(caller, source, source_id)

export const itemRecord = recordOf(bill_items, 'item')

/** What is charged; money in minor units, quantity in thousandths. */
export interface Wanted {
  code: string | null
  /** Written by hand: as it was typed. */
  code_typed?: string | null
  description?: string | null | undefined
  category?: string | null | undefined
  income_category?: string | null | undefined
  department?: string | null | undefined
  quantity: number
  unit_price?: number | null | undefined
  discount?: number | undefined
  source?: string | null | undefined
  source_id?: string | null | undefined
  performed_by_id?: string | null | undefined
  product_id?: string | null | undefined
  batch_id?: string | null | undefined
  urgent?: boolean | undefined
  service_date?: string | undefined
}

export async function newLine(
  caller: Caller,
  bill: Bill,
  wanted: Wanted,
  price: Priced | null,
  position: number,
): Promise<{ line: NewRow<(typeof bill_items)['columns']>; known_department: boolean }> {
  const service_date = wanted.service_date ?? bill.service_date
  const tax = await taxOf(caller, price?.tax_code ?? null, service_date)
  const department = await departmentOf(caller, wanted.department ?? price?.department ?? null)
  const priced = {
    quantity: wanted.quantity,
    unit_price: wanted.unit_price ?? price?.price ?? null,
    discount: wanted.discount ?? 0,
    ...tax,
  }
  const amounts = lineAmounts(priced)
  return {
    known_department: department.known,
    line: {
      hospital_id: caller.hospital_id,
      bill_id: bill.id,
      position,
      code: wanted.code,
      code_typed: wanted.code_typed === undefined ? (price?.code_typed ?? null) : wanted.code_typed,
      description: (wanted.description ?? price?.name ?? wanted.code ?? '').slice(0, 300),
      category: (wanted.category ?? price?.category ?? 'Other').slice(0, 40),
      income_category: wanted.income_category ?? null,
      department: department.name,
      tariff_id: price?.tariff_id ?? null,
      price_reason: price?.reason ?? null,
      listed: price?.listed ?? true,
      list_price: price?.price ?? null,
      ...priced,
      ...amounts,
      tax_code: price?.tax_code ?? null,
      account_id: price?.account_id ?? null,
      patient_share: amounts.amount,
      balance: amounts.amount,
      service_status: 'PENDING',
      performed_by_id: wanted.performed_by_id ?? null,
      product_id: wanted.product_id ?? price?.product_id ?? null,
      batch_id: wanted.batch_id ?? null,
      urgent: wanted.urgent ?? false,
      source: wanted.source ?? null,
      source_id: wanted.source_id ?? null,
      patient_id: bill.patient_id,
      visit_id: bill.visit_id,
      service_date,
    },
  }
}

/** The rate of the day, kept on the line (2.2). */
export async function taxOf(
  caller: Caller,
  code: string | null,
  day: string,
): Promise<{ tax_rate: number | null; tax_inclusive: boolean }> {
  if (code === null) return { tax_rate: null, tax_inclusive: true }
  const rate = await taxRateOn(caller, code, day)
  return { tax_rate: rate.rate_bp, tax_inclusive: rate.inclusive }
}

/** BIL-20: care is never held up for a department that nobody knows. */
async function departmentOf(
  caller: Caller,
  typed: string | null,
): Promise<{ name: string; known: boolean }> {
  const unsaid = await defaultDepartmentOf(caller)
  if (typed === null || typed.trim() === '') return { name: unsaid, known: true }
  try {
    return { name: await departmentNamed(caller, typed), known: true }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { name: unsaid, known: false }
  }
}
