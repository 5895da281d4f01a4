// The end of a stay on the clinical side: ordered, taken back, completed (3.7; CAR-157, CAR-161).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, isRefusal } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { referralRecord } from '../../../desk/referrals/record.ts'
import { momentOf } from '../../../desk/vitals/read-input.ts'
import { bookFollowUp } from '../../../neighbours/appointments.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { today } from '../../../office/places/hours.ts'
import { registry } from '../../../registry.ts'
import { chargeDue } from '../stays/due.ts'
import { letGo } from '../stays/beds-held.ts'
import { entityOf } from '../stays/fitting.ts'
import { endTransfers } from '../transfers/record.ts'
import type { Moved } from './answers.ts'
import { notInTheatre } from './in-theatre.ts'
import { begun } from './begin.ts'
import { admissionRecord, type Row } from './record.ts'
import { attendingOf } from './request.ts'
import type { DischargeInput, OrderInput } from './shapes.ts'
import type { FollowUp } from './tables.ts'

export async function setAttending(
  caller: Caller,
  id: string,
  input: { attending_id: string; reason: string },
): Promise<Row> {
  await signerOf(caller)
  const before = await admissionRecord.locked(caller, id)
  const lies = ['ADMITTED', 'DISCHARGE_ORDERED'].includes(before.status)
  if (!lies) throw conflict(`Admission ${before.number} is ${before.status}: nobody attends it.`)
  const changes = await attendingOf(caller, input.attending_id)
  if (changes.attending_id === before.attending_id) {
    throw conflict('This clinician attends already.')
  }
  return admissionRecord.changed(caller, before, 'set_attending', changes, input.reason)
}

const away: readonly OrderInput['type'][] = ['REFERRED', 'TRANSFERRED']

export async function order(caller: Caller, id: string, input: OrderInput): Promise<Row> {
  const signer = await signerOf(caller)
  const { before } = await begun(caller, id, 'order_discharge')
  if (away.includes(input.type)) await referralMustBe(caller, before, input)
  const row = await admissionRecord.moved(caller, before, 'order_discharge', {
    discharge_type: input.type,
    discharge_ordered_at: clock.instant(),
    discharge_ordered_by_name: signer.name.slice(0, 160),
    planned_on: await plannedOn(caller, before, input.planned_on),
    follow_up: followUp(before, input.follow_up),
    condition: input.condition ?? before.condition,
    destination: input.destination ?? null,
    referral_id: input.referral_id ?? null,
    discharge_note: input.note ?? null,
  })
  await tell(caller, {
    to: { permission: 'admission:clear' },
    kind: 'admission.discharge_ordered',
    title: 'A discharge is ordered',
    body: `${row.number}: prepare the bill.`,
    entity: { type: 'admission', id: row.id },
  })
  return row
}

async function referralMustBe(
  caller: Caller,
  { patient_id }: Row,
  { type, referral_id }: OrderInput,
): Promise<void> {
  if (!referral_id) throw invalid('referral_id', `is required with ${type}.`)
  const found = await referralRecord.get(caller, referral_id)
  if (found.patient_id !== patient_id || found.direction !== 'OUT') {
    throw invalid('referral_id', 'is not a referral of this patient to another house.')
  }
}

async function plannedOn(
  caller: Caller,
  { facility_id }: Row,
  planned_on: string | null | undefined,
): Promise<string> {
  const day = await today(caller, facility_id)
  if (!planned_on) return day
  if (planned_on < day) throw invalid('planned_on', 'is over already.')
  return planned_on
}

const followUp = (before: Row, asked: FollowUp | null | undefined): FollowUp | null =>
  asked === undefined ? before.follow_up : asked

export async function withdraw(caller: Caller, id: string, reason: string): Promise<Row> {
  await signerOf(caller)
  const { before } = await begun(caller, id, 'withdraw_discharge')
  return admissionRecord.moved(
    caller,
    before,
    'withdraw_discharge',
    { discharge_type: null, planned_on: null, referral_id: null, destination: null },
    reason,
  )
}

/** From this moment no further day in bed is charged, whenever somebody pays (CAR-157). */
export async function complete(caller: Caller, id: string, input: DischargeInput): Promise<Moved> {
  const { warning } = await practisingSigner(caller)
  const { before, patient } = await begun(caller, id, 'clinical_discharge')
  await notInTheatre(caller, patient)
  const at = momentOf('at', input.at, patient.birth_date, 'told')
  afterAdmission('at', at, before)
  const follow_up = followUp(before, input.follow_up)
  const wanted = { ...before, follow_up, condition: input.condition }
  const warnings = await gate(caller, {
    action: 'discharge.clinical',
    subject: { admission: wanted },
    facts: { departments: before.department },
    overrides: input.overrides ?? [],
    entity: entityOf(before),
  })
  const row = await admissionRecord.moved(caller, before, 'clinical_discharge', {
    clinically_at: at,
    outcome: before.discharge_type ?? 'HOME',
    condition: input.condition,
    teaching_given: input.teaching_given ?? false,
    follow_up,
  })
  await endWork(caller, row, 'Discharged')
  const booked = await book(caller, row)
  const licence = warning === null ? [] : [said(warning)]
  return { row: booked.row, warnings: [...warnings, ...licence, ...booked.warnings] }
}

export function afterAdmission(field: string, at: string, { admitted_at }: Row): void {
  if (admitted_at !== null && at < admitted_at) {
    throw invalid(field, 'is before the admission.')
  }
}

/** Whatever still waits for somebody who is not treated any more, and the days until now. */
export async function endWork(caller: Caller, row: Row, reason: string): Promise<void> {
  await endTransfers(caller, row.id, reason)
  await letGo(caller, row, reason)
  await chargeDue(caller, row)
  const told = { admission_id: row.id, patient_id: row.patient_id, reason }
  for (const hear of registry.on_stay_end) await hear(caller, told)
}

/** A day without a session is said and keeps nobody in bed. */
async function book(caller: Caller, row: Row): Promise<Moved> {
  const { follow_up, visit_id, patient_id } = row
  if (follow_up === null || visit_id === null) return { row, warnings: [] }
  try {
    const made = await attempt(() =>
      bookFollowUp(caller, {
        patient_id,
        visit_id,
        on: follow_up.date,
        ...(follow_up.clinic ? { department: follow_up.clinic } : {}),
      }),
    )
    if (made === null) return { row, warnings: [] }
    const step = await admissionRecord.changed(caller, row, 'book follow-up', {
      follow_up_appointment_id: made.id,
    })
    return { row: step, warnings: [] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { row, warnings: [said(`No follow-up is booked: ${error.message}`)] }
  }
}

export const said = (message: string): GateResult => ({
  gate: null,
  level: 'WARN',
  subject: null,
  message,
  may_override: [],
  permission: null,
  reasons: [],
})
