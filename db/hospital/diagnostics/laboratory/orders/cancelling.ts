// What was ordered is taken back, item by item (3.1), or read by whoever ordered it.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../../core/refusal.ts'
import { studiesCancelled } from '../../../neighbours/imaging.ts'
import { uncharge } from '../../../money/billing/charges/charge.ts'
import { isCritical } from '../words.ts'
import { reasonOf } from '../catalogue/lists.ts'
import { holdOrders } from '../people.ts'
import { type Bench, benchOf, type LineRow } from '../results/lines.ts'
import { diagnostic_results } from '../results/tables.ts'
import { emptied, follow, writeLine } from '../results/writing.ts'
import { dropEmpty } from '../specimens/rejecting.ts'
import { charge_source } from './ordering.ts'
import { openReports, progressImaging } from './imaging.ts'
import { type ItemRow, type OrderRow, orderRecord } from './record.ts'
import type { CancelInput } from './shapes.ts'
import { diagnostic_items } from './tables.ts'
import { tellOrderer } from './telling.ts'

const before_the_bench = new Set(['ORDERED', 'SCHEDULED', 'COLLECTED'])
const read_on = new Set(['RELEASED', 'PART_RELEASED', 'REPORTED'])

export async function cancel(caller: Caller, id: string, input: CancelInput): Promise<OrderRow> {
  const reason = await reasonOf(caller, 'CANCEL', input)
  await holdOrders(caller, [id])
  const before = await orderRecord.begin(caller, id, 'cancel')
  const bench = await benchOf(caller, [id])
  const items = chosen(bench, input.item_ids)
  for (const item of items) mayCancel(caller, bench, item, input.note)
  const why = [reason.code, input.note].filter(Boolean).join(': ')
  await cancelItems(caller, bench, items, { code: reason.code, note: input.note || null, why })
  const after = await orderRecord.get(caller, id)
  if (before.by_id !== caller.user_id) {
    await tellOrderer(caller, after, {
      kind: 'diagnostic.cancelled',
      title: `Tests of ${after.number} were cancelled`,
      body: `${items.map(({ test_code }) => test_code).join(', ')}: ${why}`,
    })
  }
  return after
}

interface Why {
  code: string
  note: string | null
  why: string
}

export async function cancelItems(
  caller: Caller,
  bench: Bench,
  items: readonly ItemRow[],
  { code, note, why }: Why,
): Promise<void> {
  const { hospital_id } = caller
  const touched: LineRow[] = []
  for (const item of items) {
    await uncharge(caller, charge_source, item.id, why)
    await diagnostic_items.change(
      { hospital_id, id: item.id },
      {
        cancel_reason: code,
        cancel_note: note,
        cancelled_by_name: caller.name,
        status: 'CANCELLED',
      },
    )
    for (const line of bench.lines.filter(({ item_id }) => item_id === item.id)) {
      const changes = { ...emptied(line, `Cancelled: ${code}`), status: 'CANCELLED' as const }
      touched.push(await writeLine(caller, bench, line, changes))
    }
  }
  await follow(caller, bench, touched, 'result.cancel', why)
  await cancelStudies(caller, bench, items, why)
  for (const id of bench.orders.keys()) await dropEmpty(caller, id)
}

/** Of an image there are no lines: its study ends, and its order comes to where it is now. */
async function cancelStudies(
  caller: Caller,
  bench: Bench,
  items: readonly ItemRow[],
  why: string,
): Promise<void> {
  const images = items.filter(
    ({ order_id }) => bench.orders.get(order_id)?.discipline === 'IMAGING',
  )
  if (images.length === 0) return
  await studiesCancelled(
    caller,
    images.map(({ id }) => id),
    why,
  )
  for (const id of new Set(images.map(({ order_id }) => order_id))) {
    await progressImaging(caller, id, 'cancel')
  }
}

/** Those that were named, else all that still can. */
function chosen(bench: Bench, item_ids: readonly string[] | undefined): ItemRow[] {
  const live = [...bench.items.values()].filter(({ status }) => status !== 'CANCELLED')
  if (item_ids !== undefined) {
    return item_ids.map((id) => {
      const found = bench.items.get(id)
      if (found === undefined) throw noSuch('item')
      if (found.status === 'CANCELLED') throw conflict(`${found.test_code} is CANCELLED already.`)
      return found
    })
  }
  const open = live.filter(({ status }) => !read_on.has(status))
  const [first] = live
  if (open.length === 0 && first !== undefined) throw amendInstead(first)
  return open
}

const amendInstead = ({ test_code, status }: ItemRow) =>
  conflict(`${test_code} is ${status}: amend it instead.`, 'state')

function mayCancel(
  caller: Caller,
  bench: Bench,
  item: ItemRow,
  note: string | null | undefined,
): void {
  if (read_on.has(item.status)) throw amendInstead(item)
  const of_image = bench.orders.get(item.order_id)?.discipline === 'IMAGING'
  const needed = of_image ? 'imaging:perform' : 'result:verify'
  if (!before_the_bench.has(item.status) && !can(caller, needed)) throw notPermitted(needed)
  const has_value = bench.lines.some(
    (line) => line.item_id === item.id && !['PENDING', 'CANCELLED'].includes(line.status),
  )
  if (has_value && !note?.trim()) {
    throw invalid('note', `is required: ${item.test_code} has a value already.`)
  }
}

/** Whoever treats the patient has read it; what waits for that is open in the portal now (DIA-155). */
export async function review(caller: Caller, id: string, note: string | null): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'review')
  const { hospital_id } = caller
  const lines = await diagnostic_results.all({ hospital_id, order_id: id, status: 'RELEASED' })
  const items = await diagnostic_items.all({ hospital_id, order_id: id })
  const rule = new Map(items.map((item) => [item.id, item.portal_rule]))
  const now = clock.instant()
  for (const line of lines) {
    const of_item = rule.get(line.item_id)
    const waits = of_item === 'AFTER_REVIEW' || (of_item !== 'NEVER' && isCritical(line.flag))
    if (!waits || (line.portal_at !== null && line.portal_at <= now)) continue
    await diagnostic_results.change({ hospital_id, id: line.id }, { portal_at: now })
  }
  if (before.discipline === 'IMAGING') await openReports(caller, items, now)
  return orderRecord.changed(caller, before, 'review', {
    reviewed_at: now,
    reviewed_by_name: caller.name,
    review_note: note,
  })
}
