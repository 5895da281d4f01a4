// What the cumulative report says (DIA-151): the released values of an order, and beside them those that the same
// tests had in the orders before it, each order a column.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { rows } from '../../../../store/connection.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { type ItemRow, type OrderRow, orderRecord } from '../orders/record.ts'
import type { LineRow } from '../results/lines.ts'
import { restrictedOpenTo } from '../results/seen.ts'
import { diagnostic_results } from '../results/tables.ts'
import { linesOfItems } from '../results/view.ts'
import { type Called, calledIn } from './in-language.ts'
import { type PaperAsked, personOnPaper } from './person.ts'
import { itemsFor } from './report.ts'

const columns_most = 12
const text_most = 40

interface Column {
  order_id: string
  reference: string
  at: string
}

export async function cumulativeOf(caller: Caller, order_id: string, asked: PaperAsked) {
  const order = await orderRecord.get(caller, order_id)
  if (order.discipline !== 'LAB') throw invalid('kind', 'CUMULATIVE is for tests of a laboratory.')
  const items = await itemsFor(caller, order, asked)
  const of_items = await linesOfItems(
    caller,
    items.map(({ id }) => id),
  )
  const released = [...of_items.values()].flat().filter(isTold)
  if (released.length === 0) throw conflict(`Nothing of ${order.number} is released yet.`)
  const before = await columnsBefore(caller, order, released)
  const earlier = await linesIn(caller, order, before, released)
  const { language, patient } = await personOnPaper(caller, order, asked.language)
  const { report_footer, accreditation_text } = await settingsOf(caller)
  const called = await calledIn(caller, language, {
    tests: items,
    lines: [...released, ...earlier],
  })
  return {
    facility_id: order.facility_id,
    language,
    number: order.number,
    patient,
    location: order.location,
    ordered_by: order.ordered_by_name,
    columns: [...before, ownColumn(order, items)].map(({ reference, at }) => ({ reference, at })),
    headings: headingsOf(items, of_items, before, earlier, called),
    corrected: [...released, ...earlier].some(({ corrected }) => corrected),
    unconfirmed: released.some(({ unconfirmed }) => unconfirmed),
    footer: report_footer,
    accreditation: accreditation_text,
    printed: { at: clock.instant(), by: caller.name },
  }
}

/** A culture is read on its own report; a value outside what can be measured says nothing of a course. */
const isTold = ({ status, value_type, invalid: is_out }: LineRow): boolean =>
  status === 'RELEASED' && value_type !== 'CULTURE' && !is_out

const momentOf = (order: OrderRow, items: readonly ItemRow[]): string =>
  items.flatMap(({ collected_at }) => collected_at ?? []).toSorted()[0] ?? order.ordered_at

const ownColumn = (order: OrderRow, items: readonly ItemRow[]): Column => ({
  order_id: order.id,
  reference: order.number,
  at: momentOf(order, items),
})

/** The newest orders before it that hold any of its tests, the oldest first. */
async function columnsBefore(
  caller: Caller,
  { id, patient_id, ordered_at }: OrderRow,
  released: readonly LineRow[],
): Promise<Column[]> {
  const opens = await restrictedOpenTo(caller, [patient_id])
  const found = await rows<Column & { by_id: string | null; open: number }>(
    sql`select o.id as order_id, o.number as reference, o.by_id,
        coalesce(min(i.collected_at), o.ordered_at) as at,
        sum(case when i.restricted then 0 else 1 end) as open
      from diagnostic_results r join diagnostic_items i on i.id = r.item_id
        join diagnostic_orders o on o.id = r.order_id
      where r.hospital_id = ${caller.hospital_id} and r.patient_id = ${patient_id}
        and r.test_id${oneOf(testsIn(released))} and r.status = 'RELEASED' and not r.invalid
        and r.order_id <> ${id} and o.ordered_at <= ${ordered_at}
      group by o.id, o.number, o.by_id, o.ordered_at
      order by o.ordered_at desc, o.id desc limit ${2 * columns_most}`,
  )
  return found
    .filter(({ by_id, open }) => Number(open) > 0 || opens({ patient_id, by_id }))
    .slice(0, columns_most)
    .map(({ order_id, reference, at }) => ({ order_id, reference, at }))
    .toReversed()
}

const testsIn = (lines: readonly LineRow[]): string[] => [
  ...new Set(lines.map(({ test_id }) => test_id)),
]

async function linesIn(
  caller: Caller,
  { patient_id }: OrderRow,
  columns: readonly Column[],
  released: readonly LineRow[],
): Promise<LineRow[]> {
  if (columns.length === 0) return []
  const found = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection('r')} from diagnostic_results r
        join diagnostic_items i on i.id = r.item_id
      where r.hospital_id = ${caller.hospital_id}
        and r.order_id${oneOf(columns.map(({ order_id }) => order_id))}
        and r.test_id${oneOf(testsIn(released))} and r.status = 'RELEASED'
      order by r.released_at, r.id`,
  )
  const hidden = await hiddenItems(caller, patient_id, columns)
  return found.filter((line) => isTold(line) && !hidden.has(line.item_id))
}

/** DIA-33: a test that was restricted in an order of somebody else stays there. */
async function hiddenItems(
  caller: Caller,
  patient_id: string,
  columns: readonly Column[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string; by_id: string | null }>(
    sql`select i.id, o.by_id from diagnostic_items i join diagnostic_orders o on o.id = i.order_id
      where i.hospital_id = ${caller.hospital_id} and i.restricted
        and i.order_id${oneOf(columns.map(({ order_id }) => order_id))}`,
  )
  const opens = await restrictedOpenTo(caller, [patient_id])
  return new Set(found.flatMap(({ id, by_id }) => (opens({ patient_id, by_id }) ? [] : [id])))
}

function headingsOf(
  items: readonly ItemRow[],
  of_items: ReadonlyMap<string, LineRow[]>,
  before: readonly Column[],
  earlier: readonly LineRow[],
  called: Called,
) {
  const told = items.flatMap((item) =>
    (of_items.get(item.id) ?? []).filter(isTold).map((line) => ({ heading: item.heading, line })),
  )
  return [...Map.groupBy(told, ({ heading }) => heading)].map(([title, own]) => ({
    title,
    lines: own.map(({ line }) => ({
      name: called.test(line),
      unit: line.unit ?? '',
      range: called.range(line),
      unconfirmed: line.unconfirmed,
      values: [
        ...before.map((column) => valueIn(earlier, column, line, called)),
        shown(line, line, called),
      ],
    })),
  }))
}

/** Of a test that was measured twice in an order the later one. */
function valueIn(earlier: readonly LineRow[], { order_id }: Column, of: LineRow, called: Called) {
  const found = earlier.findLast(
    (line) => line.order_id === order_id && line.test_id === of.test_id,
  )
  return found === undefined ? null : shown(found, of, called)
}

/** A value in another unit than today's says which. */
function shown(line: LineRow, of: LineRow, called: Called) {
  const text = called.value(line) || line.answer_code || ''
  const unit = line.value_num !== null && line.unit !== of.unit ? line.unit : null
  const short = text.length > text_most ? `${text.slice(0, text_most - 1)}…` : text
  return {
    text: [short, unit].filter(Boolean).join(' '),
    flag: line.flag,
    corrected: line.corrected,
  }
}
