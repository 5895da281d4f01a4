// What was not given, and what is taken back (3.5; CAR-119).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes, instantIn } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { takeOffChart } from '../../nursing/infused.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { itemRecord, prescriptionRecord } from '../prescribing/record.ts'
import { begun, type Around } from './giving.ts'
import { lookNoMore } from './effect.ts'
import { takeBack } from './goods.ts'
import { doseRecord, type DoseRow, windowsOf } from './record.ts'
import { unscheduled } from './schedule.ts'
import { doses } from './tables.ts'
import { missed_reasons, refused_reasons, unavailable_reasons, withheld_reasons } from './words.ts'

const reasons = {
  withhold: withheld_reasons,
  refuse: refused_reasons,
  not_available: unavailable_reasons,
  miss: missed_reasons,
} as const
export type LeavingOut = keyof typeof reasons

interface Why {
  reason_code?: string | null | undefined
  reason?: string | null | undefined
}

export async function leaveOut(
  caller: Caller,
  id: string,
  move: LeavingOut,
  { reason_code, reason }: Why,
): Promise<DoseRow> {
  await signerOf(caller)
  const around = await begun(caller, id, move)
  const code = codeOf(move, reason_code)
  if (code === 'OTHER' && !reason) {
    throw new Refusal(400, 'invalid', 'reason is required with OTHER.', { field: 'reason' })
  }
  if (move === 'miss') await isOver(caller, around.before)
  return leftOut(caller, around, move, { reason_code: code, reason: reason || null })
}

function codeOf(move: LeavingOut, typed: string | null | undefined): string {
  const known: readonly string[] = reasons[move].filter((one) => one !== 'AUTO')
  if (typed && known.includes(typed)) return typed
  const start = typed ? 'must be' : 'is required:'
  throw new Refusal(400, 'invalid', `reason_code ${start} one of ${known.join(', ')}.`, {
    field: 'reason_code',
  })
}

async function isOver(caller: Caller, { due_at }: DoseRow): Promise<void> {
  const { late_ms } = await windowsOf(caller)
  if (clock.ms() > Date.parse(due_at) + late_ms) return
  throw conflict('It may still be given: it is not missed yet.', 'early')
}

async function leftOut(
  caller: Caller,
  { before, item }: Around,
  move: LeavingOut,
  why: { reason_code: string; reason: string | null },
): Promise<DoseRow> {
  const row = await doseRecord.moved(caller, before, move, why, why.reason ?? why.reason_code)
  if (item !== null && move === 'miss') {
    await itemRecord.changed(caller, item, 'missed', { doses_missed: item.doses_missed + 1 })
  }
  await tellWhereTwo(caller, row)
  return row
}

/** CAR-119: two in a row are the prescriber's business. */
async function tellWhereTwo(caller: Caller, row: DoseRow): Promise<void> {
  if (row.prescription_item_id === null) return
  const last = await rows<{ status: string }>(
    sql`select status from doses where hospital_id = ${caller.hospital_id}
      and prescription_item_id = ${row.prescription_item_id} and due_at <= ${row.due_at}
      and status not in ('SCHEDULED', 'CANCELLED', 'VOIDED') order by due_at desc limit 2`,
  )
  const out = ['WITHHELD', 'REFUSED', 'MISSED', 'NOT_AVAILABLE']
  if (last.length < 2 || !last.every(({ status }) => out.includes(status))) return
  const item = await itemRecord.get(caller, row.prescription_item_id)
  const { by_id, number } = await prescriptionRecord.get(caller, item.prescription_id)
  if (by_id === null) return
  await tell(caller, {
    to: { user: by_id },
    kind: 'dose.left_out',
    title: 'Two doses in a row were not given',
    body: `${number}: ${row.medicine} (${row.status}).`,
    entity: { type: 'dose', id: row.id },
  })
}

export async function undo(caller: Caller, id: string, reason: string): Promise<DoseRow> {
  await signerOf(caller)
  const { before, item, medicine } = await begun(caller, id, 'undo')
  await mayBeUndone(caller, before, medicine?.controlled ?? 'NONE')
  await noBagAfter(caller, before, item, reason)
  await takeBack(caller, before, reason, null)
  await takeOffChart(caller, id, reason)
  await lookNoMore(caller, before, reason)
  if (item !== null && wasGiven(before)) {
    await itemRecord.changed(caller, item, 'dose undone', { doses_given: item.doses_given - 1 })
  }
  return doseRecord.moved(caller, before, 'undo', cleared, reason)
}

/** What follows on a bag was due because that one had ended (3.5). */
async function noBagAfter(
  caller: Caller,
  { kind, id }: DoseRow,
  item: Around['item'],
  reason: string,
): Promise<void> {
  if (kind !== 'INFUSION' || item === null) return
  const { hospital_id } = caller
  const of_item = { hospital_id, prescription_item_id: item.id }
  const running = await doses.find({ ...of_item, status: 'RUNNING' })
  if (running !== undefined && running.id !== id) {
    throw conflict('The next bag runs already: ask the in-charge to void this one.', 'next')
  }
  await unscheduled(caller, [item], reason)
}

const wasGiven = ({ status }: DoseRow): boolean => status === 'GIVEN' || status === 'PARTIAL'

const cleared: Partial<DoseRow> = {
  given_at: null,
  given_by_id: null,
  given_by_name: null,
  staff_id: null,
  minutes_late: null,
  amount_given: null,
  reason_code: null,
  reason: null,
  source: null,
  store_id: null,
  product_id: null,
  batch_id: null,
  lot: null,
  taken_as: null,
  witness_id: null,
  witness_name: null,
  wasted_amount: null,
  wasted_units: 0,
  waste_reason: null,
  reaction: null,
  needs_acknowledging: false,
}

async function mayBeUndone(
  caller: Caller,
  { given_by_id, updated_at, status, acknowledged_at }: DoseRow,
  controlled: string,
): Promise<void> {
  if ((status === 'GIVEN' || status === 'PARTIAL') && given_by_id !== caller.user_id) {
    throw conflict('Only who gave it takes it back: ask the in-charge to void it.', 'giver')
  }
  const { dose_undo_minutes } = await clinicalOf(caller)
  if (updated_at < instantIn(-minutes(dose_undo_minutes))) {
    throw conflict(
      `Only within ${dose_undo_minutes} minutes: ask the in-charge to void it.`,
      'late',
    )
  }
  if (controlled !== 'NONE') {
    throw conflict('A controlled drug is not taken back like that: it is voided.', 'controlled')
  }
  if (acknowledged_at !== null) throw conflict('It was acknowledged already.', 'acknowledged')
}

export async function voidDose(
  caller: Caller,
  id: string,
  { reason, witness_token }: { reason: string; witness_token?: string | null | undefined },
): Promise<DoseRow> {
  await signerOf(caller)
  const { before, item } = await begun(caller, id, 'void')
  await takeBack(caller, before, reason, witness_token ?? null)
  await takeOffChart(caller, id, reason)
  await lookNoMore(caller, before, reason)
  if (item !== null && wasGiven(before)) {
    await itemRecord.changed(caller, item, 'dose voided', { doses_given: item.doses_given - 1 })
  }
  return doseRecord.moved(caller, before, 'void', {}, reason)
}

/** CAR-72: the prescriber answers for what was given without one. */
export async function acknowledge(
  caller: Caller,
  id: string,
  note: string | null | undefined,
): Promise<DoseRow> {
  const signer = await signerOf(caller)
  const { patient_id } = await doseRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await doseRecord.locked(caller, id)
  if (!before.needs_acknowledging || !wasGiven(before)) {
    throw conflict('Nobody needs to acknowledge this dose.', 'state')
  }
  if (before.acknowledged_at !== null) {
    throw conflict(`${before.acknowledged_by_name} acknowledged it already.`, 'state')
  }
  if (before.given_by_id !== null && before.given_by_id === caller.user_id) {
    throw conflict('You gave this: somebody else acknowledges it.', 'second_person')
  }
  return doseRecord.changed(caller, before, 'acknowledge', {
    acknowledged_by_name: signer.name.slice(0, 160),
    acknowledged_at: clock.instant(),
    acknowledge_note: note || null,
  })
}

const at_once = 200

/** CAR-109: nobody came to it. */
export async function missOverdue(caller: Caller): Promise<number> {
  const { missed_ms } = await windowsOf(caller)
  const late = new Date(clock.ms() - missed_ms).toISOString()
  const found = await rows<{ id: string }>(
    sql`select id from doses where hospital_id = ${caller.hospital_id} and status = 'SCHEDULED'
      and prescription_item_id is not null and due_at < ${late}
      order by patient_id, id limit ${at_once}`,
  )
  let missed = 0
  for (const { id } of found) {
    missed += await within(async () => {
      const seen = await doseRecord.get(caller, id)
      await patientRecord.locked(caller, seen.patient_id)
      const before = await doseRecord.locked(caller, id)
      if (before.status !== 'SCHEDULED') return 0
      const item = await itemRecord.get(caller, before.prescription_item_id ?? '')
      const around = { before, item, of: null, medicine: null }
      await leftOut(caller, around, 'miss', { reason_code: 'AUTO', reason: null })
      return 1
    }, 'jobs')
  }
  return missed
}
