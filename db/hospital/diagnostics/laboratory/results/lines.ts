// Lines of results, with what they hang on: held from others, in the one order of locks, by their orders.

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { recordOf } from '../../../../store/record-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Row as Patient, rowsOf } from '../../../desk/patients/rows.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import { diagnostic_ranges, diagnostic_tests } from '../catalogue/tables.ts'
import { type ItemRow, type OrderRow, orderRecord } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import type { SpecimenRow } from '../specimens/record.ts'
import { specimens } from '../specimens/tables.ts'
import { diagnostic_results } from './tables.ts'

export type LineRow = RowOf<(typeof diagnostic_results)['columns']>
type RangeRow = RowOf<(typeof diagnostic_ranges)['columns']>

export const lineRecord = recordOf(diagnostic_results, 'result')

/** Lines of some orders, and everything a rule asks about them. */
export interface Bench {
  lines: LineRow[]
  orders: ReadonlyMap<string, OrderRow>
  items: ReadonlyMap<string, ItemRow>
  specimens: ReadonlyMap<string, SpecimenRow>
  tests: ReadonlyMap<string, TestRow>
  ranges: ReadonlyMap<string, RangeRow[]>
  patients: ReadonlyMap<string, Patient>
}

const most = 500

export function notTooMany(count: number): void {
  if (count > most) throw new Refusal(413, 'too_large', `At most ${most} results at once.`)
}

/** By the ids that a body names, in its order; `field` is its place there. */
export async function benchFor(
  caller: Caller,
  ids: readonly string[],
  field: string,
): Promise<Bench & { named: LineRow[] }> {
  notTooMany(ids.length)
  const { hospital_id } = caller
  const known = await diagnostic_results.all({ hospital_id, id: ids.filter(isId) })
  const by_id = new Map(known.map((one) => [one.id, one]))
  for (const [at, id] of ids.entries()) {
    if (!by_id.has(id)) {
      throw new Refusal(404, 'not_found', `${field}[${at}]: no such result.`)
    }
    if (ids.indexOf(id) !== at) {
      throw new Refusal(400, 'invalid', `${field}[${at}]: stands twice.`, { field })
    }
  }
  const bench = await benchOf(
    caller,
    known.map(({ order_id }) => order_id),
  )
  const now = new Map(bench.lines.map((one) => [one.id, one]))
  return { ...bench, named: ids.flatMap((id) => now.get(id) ?? []) }
}

/** Every line of these orders; the orders are locked, in the order of their ids. */
export async function benchOf(caller: Caller, order_ids: readonly string[]): Promise<Bench> {
  const { hospital_id } = caller
  const ids = [...new Set(order_ids)].toSorted()
  const orders = new Map<string, OrderRow>()
  for (const id of ids) orders.set(id, await orderRecord.locked(caller, id))
  const lines = await diagnostic_results.all(
    { hospital_id, order_id: ids },
    { order: ['order_id', 'item_id', 'position'] },
  )
  return { lines, orders, ...(await around(caller, ids, lines)) }
}

async function around({ hospital_id }: Caller, order_id: string[], lines: readonly LineRow[]) {
  const test_id = [...new Set(lines.map((one) => one.test_id))]
  const items = await diagnostic_items.all({ hospital_id, order_id })
  const tubes = await specimens.all({ hospital_id, order_id })
  const tests = await diagnostic_tests.all({ hospital_id, id: test_id })
  const ranges = await diagnostic_ranges.all(
    { hospital_id, test_id },
    { order: ['test_id', 'position'] },
  )
  const patients = await rowsOf({ hospital_id }, [...new Set(lines.map((one) => one.patient_id))])
  return {
    items: byId(items),
    specimens: byId(tubes),
    tests: byId(tests),
    patients: byId(patients),
    ranges: Map.groupBy(ranges, (one) => one.test_id),
  }
}

const byId = <T extends { id: string }>(found: readonly T[]): ReadonlyMap<string, T> =>
  new Map(found.map((one) => [one.id, one]))

/** What a line hangs on is there: it was made with it. */
export function partsOf(bench: Bench, line: LineRow) {
  const item = bench.items.get(line.item_id) as ItemRow
  return {
    order: bench.orders.get(line.order_id) as OrderRow,
    item,
    specimen: bench.specimens.get(item.specimen_id ?? ''),
    test: bench.tests.get(line.test_id) as TestRow,
    patient: bench.patients.get(line.patient_id) as Patient,
    ranges: bench.ranges.get(line.test_id) ?? [],
  }
}
