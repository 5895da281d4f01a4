// Picking (3.4, CAR-94): from which lots, first expiry first unless somebody says why.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, nextDay } from '../../../../core/clock.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { gate } from '../../../desk/gates/gate.ts'
import { batchesLying, type LyingBatch } from '../../../goods/stock/pool/choices.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { batchOf } from '../../../neighbours/stock.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { checkedBy, mustBeChecked, watchedOf } from './checking.ts'
import { supplying } from './money.ts'
import { dispenseRecord, type DispenseRow, type LineRow } from './record.ts'
import type { PickInput } from './shapes.ts'
import { dispense_lines, type PickedBatch } from './tables.ts'
import { begun, type Dispensed, itemsOfLines } from './verifying.ts'

interface PickedLine {
  line: LineRow
  batches: PickedBatch[]
  batch_reason: string | null
}

export async function pick(caller: Caller, id: string, input: PickInput): Promise<Dispensed> {
  const { before, lines } = await begun(caller, id, 'pick')
  const lying = await batchesLying(
    caller,
    before.store_id ?? '',
    lines.flatMap(({ product_id }) => product_id ?? []),
  )
  const picked: PickedLine[] = []
  for (const said of input.lines) picked.push(await pickedLine(caller, lines, said, lying))
  const checked = await checkedBy(caller, before, await watchedOf(caller, lines), input)
  mustBeChecked(await watchedOf(caller, lines), checked)
  const warnings = await gate(caller, {
    action: 'dispense.pick',
    subject: await bitesOf(caller, before, picked, lying),
    overrides: input.overrides ?? [],
    entity: {
      type: 'dispense',
      id: before.id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  const { hospital_id } = caller
  for (const { line, batches, batch_reason } of picked) {
    await dispense_lines.change({ hospital_id, id: line.id }, { batches, batch_reason })
  }
  return { row: await dispenseRecord.moved(caller, before, 'pick', checked), warnings }
}

async function pickedLine(
  caller: Caller,
  lines: readonly LineRow[],
  { line_id, batches, batch_reason }: PickInput['lines'][number],
  lying: readonly LyingBatch[],
): Promise<PickedLine> {
  const line = supplying(lines).find(({ id }) => id === line_id)
  if (line === undefined) throw noSuch('line of this dispense')
  const at = `Line ${line.position}`
  const taken: PickedBatch[] = []
  for (const { batch_id, quantity } of batches) {
    const lot = await lotOf(caller, line, batch_id, lying, at)
    const sent = Math.round(quantity * 1000)
    if (sent <= 0) {
      throw new Refusal(400, 'invalid', `${at}: quantity must be more than 0.`, { field: at })
    }
    taken.push({ batch_id, lot: lot.lot, expiry: lot.expiry, quantity: sent })
  }
  const sum = taken.reduce((all, { quantity }) => all + quantity, 0)
  if (sum !== line.quantity) {
    throw conflict(`${at}: ${sum / 1000} picked, ${line.quantity / 1000} to pick.`, 'sum')
  }
  return { line, batches: taken, batch_reason: batch_reason || null }
}

/** A barred lot never leaves, whatever anybody says (CAR-52). */
async function lotOf(
  caller: Caller,
  line: LineRow,
  batch_id: string,
  lying: readonly LyingBatch[],
  at: string,
): Promise<LyingBatch> {
  const batch = await batchOf(caller, batch_id)
  if (batch === null) throw noSuch('batch')
  if (batch.product_id !== line.product_id) {
    const product = (await productsOf(caller, [batch.product_id])).get(batch.product_id)
    throw conflict(`Scanned ${product?.name}; the line is ${line.product_name}.`, 'batch')
  }
  const found = lying.find((one) => one.batch_id === batch_id)
  if (found === undefined) {
    throw conflict(`${at}: none of lot ${batch.lot ?? '(none)'} lies in this store.`, 'batch')
  }
  if (found.barred !== null) throw conflict(`${line.product_name}: ${found.barred}`, 'batch')
  return found
}

async function bitesOf(
  caller: Caller,
  { facility_id }: DispenseRow,
  picked: readonly PickedLine[],
  lying: readonly LyingBatch[],
): Promise<{ not_first: Bite[]; short: Bite[] }> {
  const items = await itemsOfLines(
    caller,
    picked.map(({ line }) => line),
  )
  const today = dayIn(await zoneOf(caller, facility_id))
  const not_first: Bite[] = []
  const short: Bite[] = []
  for (const { line, batches, batch_reason } of picked) {
    const subject = String(line.position)
    const sooner = soonerThan(line, batches, lying)
    if (sooner !== undefined && batch_reason === null) {
      const lot = sooner.lot ?? '(none)'
      not_first.push({ subject, what: `Line ${subject}: lot ${lot} expires sooner.` })
    }
    const days = items.get(line.prescription_item_id)?.duration_days ?? 0
    const last = nextDay(today, days)
    if (batches.some(({ expiry }) => expiry !== null && expiry < last)) {
      short.push({ subject, what: `Line ${subject}: it expires before the course ends.` })
    }
  }
  return { not_first, short }
}

/** They lie in the order in which they are taken. */
function soonerThan(
  line: LineRow,
  batches: readonly PickedBatch[],
  lying: readonly LyingBatch[],
): LyingBatch | undefined {
  const own = lying.filter((one) => one.product_id === line.product_id && one.barred === null)
  const last = Math.max(
    ...batches.map(({ batch_id }) => own.findIndex((one) => one.batch_id === batch_id)),
  )
  return own.slice(0, last).find((one) => {
    const taken = batches.find(({ batch_id }) => batch_id === one.batch_id)
    return (taken?.quantity ?? 0) < one.free
  })
}
