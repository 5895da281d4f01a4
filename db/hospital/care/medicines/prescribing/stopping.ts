// Holding, stopping and taking back (3.3). No licence holds back who stops a medicine (CAR-2).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { patientRecord, writable } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { addAllergyDraft } from '../../../neighbours/to-care.ts'
import { begins, ends, rests } from './following.ts'
import { allChecked, readLines } from './lines.ts'
import { aroundOf, isEmergency, passChecks } from './passing.ts'
import {
  ended,
  follows,
  item_life,
  itemRecord,
  items_of,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from './record.ts'
import { inputOf } from './stored.ts'
import { prescription_items, prescriptions } from './tables.ts'
import { medicinesOf } from './view.ts'
import type { StopReason } from './words.ts'

type ItemMove = (typeof item_life.names)[number]

/** The patient, the prescription and the item, in this order, for a move that is asked for. */
export async function begunItem(
  caller: Caller,
  id: string,
  move: ItemMove,
  { dead = false }: { dead?: boolean } = {},
): Promise<{ before: ItemRow; of: PrescriptionRow }> {
  const { patient_id, prescription_id } = await itemRecord.get(caller, id)
  if (dead) await patientRecord.locked(caller, patient_id)
  else await writable(caller, patient_id)
  const of = await prescriptionRecord.locked(caller, prescription_id)
  return { before: await itemRecord.begin(caller, id, move), of }
}

export async function hold(
  caller: Caller,
  id: string,
  { reason, until }: { reason: string; until?: string | null | undefined },
): Promise<ItemRow> {
  await signerOf(caller)
  const { before } = await begunItem(caller, id, 'hold')
  const row = await itemRecord.moved(caller, before, 'hold', { hold_until: until ?? null }, reason)
  await rests(caller, [row], 'On hold')
  await follows(caller, row.prescription_id)
  return row
}

export interface ItemMoved {
  row: ItemRow
  warnings: GateResult[]
}

export async function resume(
  caller: Caller,
  id: string,
  overrides: readonly Override[] | undefined,
): Promise<ItemMoved> {
  await signerOf(caller)
  const { before, of } = await begunItem(caller, id, 'resume')
  if (before.stop_at !== null && before.stop_at <= clock.instant()) {
    throw conflict(`${before.medicine} has run out: renew it.`, 'over')
  }
  const around = await aroundOf(caller, { ...of, except: [id] })
  const lines = await readLines(caller, [inputOf(before)], around)
  const { warnings } = await passChecks(caller, {
    action: 'rx.sign',
    lines: allChecked(lines),
    of: around,
    emergency: await isEmergency(caller, of, around, before.frequency === 'STAT'),
    overrides,
    entity: entityOf(before, of),
  })
  const row = await itemRecord.moved(caller, before, 'resume', { hold_until: null })
  await begins(caller, of, [row])
  await follows(caller, of.id)
  return { row, warnings }
}

export const entityOf = (item: ItemRow, { visit_id }: PrescriptionRow) => ({
  type: 'prescription_item',
  id: item.id,
  patient_id: item.patient_id,
  visit_id,
})

/** What somebody did not bear is told to the chart. */
const reactions: readonly StopReason[] = ['ADVERSE_REACTION', 'ALLERGY']

export async function discontinue(
  caller: Caller,
  id: string,
  { stop_reason, reason }: { stop_reason: StopReason; reason?: string | null | undefined },
): Promise<ItemRow> {
  await signerOf(caller)
  const { before } = await begunItem(caller, id, 'discontinue')
  const row = await itemRecord.moved(
    caller,
    before,
    'discontinue',
    { ...ended(caller, stop_reason), action: 'DISCONTINUE' },
    reason || stop_reason,
  )
  await ends(caller, [row], reason || stop_reason)
  await follows(caller, row.prescription_id)
  if (reactions.includes(stop_reason)) {
    await addAllergyDraft(caller, {
      patient_id: row.patient_id,
      substance: row.medicine,
      source: 'OBSERVED',
      reactions: reason ?? null,
    })
  }
  return row
}

export async function voidItem(
  caller: Caller,
  id: string,
  { reason, reason_code }: { reason: string; reason_code: string },
): Promise<ItemRow> {
  await signerOf(caller)
  const { before } = await begunItem(caller, id, 'void', { dead: true })
  const row = await itemRecord.moved(
    caller,
    before,
    'void',
    ended(caller, before.stop_reason ?? 'ERROR'),
    `${reason_code}: ${reason}`,
  )
  await ends(caller, [row], 'Entered in error')
  await follows(caller, row.prescription_id)
  return row
}

/** All of it, or some items; what was handed out or begun is discontinued instead. */
export async function cancel(
  caller: Caller,
  id: string,
  { reason, item_ids }: { reason: string; item_ids?: readonly string[] | undefined },
): Promise<PrescriptionRow> {
  await signerOf(caller)
  const { patient_id } = await prescriptionRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await prescriptionRecord.begin(caller, id, 'cancel')
  if (before.status === 'DRAFT' && before.by_id !== caller.user_id) {
    throw conflict(`Only ${before.prescriber_name} takes this draft back.`, 'author')
  }
  const all = await items_of.of(caller, id)
  const chosen = item_ids === undefined ? all : all.filter((item) => item_ids.includes(item.id))
  if (item_ids !== undefined && chosen.length < new Set(item_ids).size) {
    throw noSuch('item of this prescription')
  }
  const open = chosen.filter(({ status }) => item_life.moves.cancel.from.includes(status))
  for (const item of open) await mayBeTakenBack(caller, item)
  const gone: ItemRow[] = []
  for (const item of open) {
    gone.push(await itemRecord.moved(caller, item, 'cancel', ended(caller, 'ERROR'), reason))
  }
  await ends(caller, gone, reason)
  const left = all.filter(({ id: one }) => !gone.some((item) => item.id === one))
  if (left.some(({ status }) => status !== 'CANCELLED')) return follows(caller, id)
  return prescriptionRecord.moved(caller, before, 'cancel', {}, reason)
}

async function mayBeTakenBack(caller: Caller, item: ItemRow): Promise<void> {
  if (item.quantity_dispensed > 0) {
    const unit = (await medicinesOf(caller, [item])).get(item.medicine_id ?? '')?.unit_of_dose
    const n = item.quantity_dispensed / 1000
    throw conflict(
      `${item.medicine}: ${n} ${unit ?? ''} were handed over: discontinue it instead.`,
      'dispensed',
    )
  }
  if (item.doses_given > 0) {
    throw conflict(
      `${item.medicine}: ${item.doses_given} doses were given: discontinue it instead.`,
      'given',
    )
  }
}

/** What a death or the end of a stay leaves behind (3.7). */
export async function endAll(
  caller: Caller,
  where: { patient_id: string } | { admission_id: string },
  stop_reason: StopReason,
): Promise<string[]> {
  const of = await prescriptionRecordsOf(caller, where)
  const numbers: string[] = []
  for (const { id, number } of of) {
    if (await endOne(caller, id, stop_reason)) numbers.push(number)
  }
  return numbers
}

/** What still runs of one prescription, where another regimen takes its place. False: nothing did. */
export async function endOne(
  caller: Caller,
  prescription_id: string,
  stop_reason: StopReason,
): Promise<boolean> {
  const { hospital_id } = caller
  await prescriptionRecord.locked(caller, prescription_id)
  const items = await prescription_items.all(
    { hospital_id, prescription_id, status: ['ACTIVE', 'ON_HOLD', 'TO_COSIGN', 'DRAFT'] },
    { order: ['position'] },
  )
  if (items.length === 0) return false
  const gone: ItemRow[] = []
  for (const item of items) {
    const live = item.status === 'ACTIVE' || item.status === 'ON_HOLD'
    const move = live ? 'discontinue' : 'cancel'
    gone.push(await itemRecord.moved(caller, item, move, ended(caller, stop_reason), stop_reason))
  }
  await ends(caller, gone, stop_reason)
  await closed(caller, prescription_id)
  return true
}

async function closed(caller: Caller, id: string): Promise<void> {
  const before = await prescriptionRecord.locked(caller, id)
  if (before.status !== 'DRAFT') {
    await follows(caller, id)
    return
  }
  await prescriptionRecord.moved(caller, before, 'cancel', {}, 'Nobody signed it')
}

/** Of a stay only what is given in it: what goes home with the patient stays. */
const prescriptionRecordsOf = async (
  { hospital_id }: Caller,
  where: { patient_id: string } | { admission_id: string },
): Promise<PrescriptionRow[]> =>
  prescriptions.all(
    {
      hospital_id,
      ...where,
      ...('admission_id' in where ? { kind: ['INPATIENT', 'EMERGENCY'] as const } : {}),
      status: ['DRAFT', 'TO_COSIGN', 'ACTIVE', 'ON_HOLD'],
    } as Parameters<typeof prescriptions.all>[0],
    { order: ['id'] },
  )
