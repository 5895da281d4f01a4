// Taking back (3.4, CAR-101): charge and goods go back together or neither does; a refusal of billing refuses
// the whole.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { reverseIssue } from '../../../goods/stock/pool/back.ts'
import { storeInUse } from '../../../goods/stock/stores/keeping.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { prescriptionRecord } from '../prescribing/record.ts'
import { itemHas } from './handing.ts'
import { creditLine, paymentOf, supplying, unchargeLines } from './money.ts'
import {
  dispenseRecord,
  type DispenseRow,
  goods_source,
  lines_of,
  type LineRow,
  owedRecord,
} from './record.ts'
import type { ReverseInput } from './shapes.ts'
import { dispense_lines, owed_medicines } from './tables.ts'
import { begun, letGo } from './verifying.ts'
import type { PaymentState } from './words.ts'

const open_lines: Partial<LineRow> = {
  outcome: null,
  reason: null,
  product_id: null,
  product_name: null,
  quantity: 0,
  unit: null,
  supplied: 0,
  batches: [],
  batch_reason: null,
  substitution: null,
  owed: 'NONE',
  charge_id: null,
  unit_price: null,
  amount: null,
}

/** Off the bill, and free on the shelf again. */
export async function givenUp(
  caller: Caller,
  before: DispenseRow,
  lines: readonly LineRow[],
  reason: string,
): Promise<void> {
  await unchargeLines(caller, lines, reason)
  await letGo(caller, before)
}

async function openedAgain(caller: Caller, lines: readonly LineRow[]): Promise<void> {
  const { hospital_id } = caller
  for (const { id } of lines) await dispense_lines.change({ hospital_id, id }, open_lines)
}

const unverified = {
  verified_at: null,
  verified_by_id: null,
  verified_by_name: null,
  checked_by_name: null,
  checked_by_reason: null,
  reserved_until: null,
} as const

export async function reopen(caller: Caller, id: string, reason: string): Promise<DispenseRow> {
  await signerOf(caller)
  const { before, lines } = await begun(caller, id, 'reopen')
  return back(caller, before, lines, 'reopen', reason)
}

/** `lapse` is the house's own. */
export async function back(
  caller: Caller,
  before: DispenseRow,
  lines: readonly LineRow[],
  move: 'reopen' | 'lapse',
  reason: string,
): Promise<DispenseRow> {
  await givenUp(caller, before, lines, reason)
  await openedAgain(caller, lines)
  return dispenseRecord.moved(caller, before, move, unverified, reason)
}

export async function hold(caller: Caller, id: string, reason: string): Promise<DispenseRow> {
  await signerOf(caller)
  const { before, lines } = await begun(caller, id, 'hold')
  await givenUp(caller, before, lines, reason)
  await openedAgain(caller, lines)
  const held = { ...unverified, hold_reason: reason }
  return dispenseRecord.moved(caller, before, 'hold', held, reason)
}

/** CAR-93: once more for as long. */
export async function keep(caller: Caller, id: string): Promise<DispenseRow> {
  const { patient_id } = await dispenseRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await dispenseRecord.locked(caller, id)
  if (before.reserved_until === null) {
    throw conflict(`Dispense ${before.number} is ${before.status}: nothing is held.`, 'state')
  }
  if (before.kept) throw conflict('The reservation was renewed already.', 'kept')
  const { reserve_minutes } = await clinicalOf(caller)
  return dispenseRecord.changed(caller, before, 'keep', {
    kept: true,
    reserved_until: instantIn(minutes(reserve_minutes)),
  })
}

export async function redirect(caller: Caller, id: string, store_id: string): Promise<DispenseRow> {
  const { patient_id } = await dispenseRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await dispenseRecord.locked(caller, id)
  if (before.status !== 'QUEUED') {
    throw conflict(`Dispense ${before.number} is ${before.status}: it stays here.`, 'state')
  }
  const store = await storeInUse(caller, store_id)
  return dispenseRecord.changed(caller, before, 'redirect', { store_id: store.id })
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<DispenseRow> {
  await signerOf(caller)
  const { patient_id, prescription_id } = await dispenseRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  await prescriptionRecord.locked(caller, prescription_id)
  const before = await dispenseRecord.begin(caller, id, 'cancel')
  await givenUp(caller, before, await lines_of.of(caller, id), reason)
  const gone = { cancel_reason: reason, reserved_until: null }
  return dispenseRecord.moved(caller, before, 'cancel', gone, reason)
}

/** The same day, when nothing has left the counter or all of it is back (3.4). */
export async function reverse(
  caller: Caller,
  id: string,
  { reason, all_back, witness_token }: ReverseInput,
): Promise<DispenseRow> {
  await signerOf(caller)
  const { before, lines } = await begun(caller, id, 'reverse')
  await mayBeReversed(caller, before, lines, all_back)
  const gone = supplying(lines)
  for (const line of gone) await creditLine(caller, line.id, null, reason)
  await reverseIssue(caller, goods_source, before.id, reason, witness_token ?? null)
  for (const line of gone) await itemHas(caller, line.prescription_item_id, -line.supplied, 0)
  await owedGone(caller, before, reason)
  return dispenseRecord.moved(caller, before, 'reverse', {}, reason)
}

async function mayBeReversed(
  caller: Caller,
  { facility_id, handed_at, handed_by_id, number }: DispenseRow,
  lines: readonly LineRow[],
  all_back: boolean,
): Promise<void> {
  if (!all_back) {
    throw invalid('all_back', 'must be true: everything is back, unopened and counted.')
  }
  const zone = await zoneOf(caller, facility_id)
  if (handed_at !== null && dayIn(zone, new Date(handed_at)) !== dayIn(zone, clock.now())) {
    throw conflict(`${number} was handed over on another day: it is returned.`, 'day')
  }
  if (handed_by_id !== null && handed_by_id === caller.user_id) {
    throw conflict('You handed this over: somebody else reverses it.', 'second_person')
  }
  if (lines.some(({ returned_quantity }) => returned_quantity > 0)) {
    throw conflict(`Some of ${number} came back already: return the rest.`, 'returned')
  }
}

/** What was owed of it is owed no more; what was supplied of what is owed is owed again. */
async function owedGone(caller: Caller, of: DispenseRow, reason: string): Promise<void> {
  const { hospital_id } = caller
  const open = await owed_medicines.all(
    { hospital_id, dispense_id: of.id, status: ['OWED', 'READY'] },
    { order: ['id'] },
  )
  for (const one of open) {
    await owedRecord.moved(caller, await owedRecord.locked(caller, one.id), 'cancel', {}, reason)
    await itemHas(caller, one.prescription_item_id, 0, -one.quantity)
  }
  if (of.owed_id === null) return
  const supplied = await owedRecord.locked(caller, of.owed_id)
  if (supplied.status !== 'SUPPLIED') return
  await owedRecord.moved(caller, supplied, 'back', {}, reason)
  await itemHas(caller, supplied.prescription_item_id, 0, supplied.quantity)
}

const at_once = 100
const unpaid: readonly PaymentState[] = ['UNPAID', 'PART_PAID', 'NOT_PRICED']

/** CAR-93: what nobody paid in time waits again, its goods and its charge given up. */
export async function lapse(caller: Caller): Promise<number> {
  const found = await rows<{ id: string; patient_id: string }>(
    sql`select id, patient_id from dispenses where hospital_id = ${caller.hospital_id}
      and reserved_until is not null and reserved_until < ${clock.instant()}
      and status in ('VERIFIED', 'PICKED') order by patient_id, id limit ${at_once}`,
  )
  let lapsed = 0
  for (const { id, patient_id } of found) {
    lapsed += await within(() => lapseOne(caller, id, patient_id), 'jobs')
  }
  return lapsed
}

async function lapseOne(caller: Caller, id: string, patient_id: string): Promise<number> {
  await patientRecord.locked(caller, patient_id)
  const before = await dispenseRecord.locked(caller, id)
  const over = before.reserved_until !== null && before.reserved_until < clock.instant()
  if (!over || (before.status !== 'VERIFIED' && before.status !== 'PICKED')) return 0
  const lines = await lines_of.of(caller, id)
  const { payment } = await paymentOf(caller, lines)
  if (payment !== null && !unpaid.includes(payment)) {
    await dispenseRecord.changed(caller, before, 'keep', { reserved_until: null })
    return 0
  }
  await back(caller, before, lines, 'lapse', 'Not paid in time')
  return 1
}
