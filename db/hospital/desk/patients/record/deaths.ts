// A death is recorded, and taken back when it was a mistake (PAT-23, PAT-24).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, hours, minutes } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { admissionOf } from '../../../neighbours/care.ts'
import { receiveBody } from '../../../neighbours/emergencies.ts'
import { bodyOf } from '../../../neighbours/mortuary.ts'
import { mayPractise } from '../../../neighbours/people.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { registry } from '../../../registry.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { DeathInput, Died, Undied } from './death-shapes.ts'
import { patient_life } from '../life.ts'
import { view } from '../patients.ts'
import { mustBeSomebody, type Row, patientRecord } from '../rows.ts'
import { type Death, patients } from '../tables.ts'
import { vulnerabilityOf } from '../groups/vulnerability.ts'
import { type DeathPlace, places_of_ours } from '../words.ts'

/** At the desk or in the clinic: who may depends on where it was. */
export async function recordDeath(caller: Caller, id: string, input: DeathInput): Promise<Died> {
  const before = await patientRecord.locked(caller, id)
  mustBeSomebody(before)
  fresh(caller, before)
  patient_life.move('deceased', before.status, before.number)
  checkTime(before, input)
  const certified_by = await certifierOf(caller, input)
  const admission = await admissionOf(caller, id)
  if (admission !== null) {
    throw conflict(
      `${before.full_name} is admitted in ${admission.ward}: record the death on the admission.`,
    )
  }
  const { died_at, place, cause = null, source_note = null, died_at_estimated = false } = input
  const at = new Date(died_at).toISOString()
  const facts = { died_at: at, place, cause, source_note, died_at_estimated, certified_by }
  const row = await die(caller, before, facts, input.late_entry_reason ?? null)
  if (places_of_ours.includes(place)) {
    await receiveBody(caller, { patient_id: id, source: 'patient', died_at: at })
  }
  return { ...(await view(caller, row)), closed: countsOf(row.death as Death) }
}

/** FRO-7. */
function checkTime(patient: Row, { died_at, late_entry_reason }: DeathInput): void {
  const at = new Date(died_at)
  if (at.getTime() > clock.ms() + minutes(2)) throw invalid('died_at', 'is in the future.')
  if (at.toISOString() < `${patient.birth_date}T`) {
    throw invalid('died_at', 'is before the patient was born.')
  }
  if (clock.ms() - at.getTime() > hours(24) && !late_entry_reason) {
    throw invalid('late_entry_reason', 'is required for what is older than 24 hours.')
  }
}

/** PAT-23: in the hospital a doctor or clinician; outside it, who told of it. */
async function certifierOf(caller: Caller, input: DeathInput): Promise<string | null> {
  if (!places_of_ours.includes(input.place)) {
    if (!input.source_note && !input.confirmed_by_staff_id) {
      throw invalid('source_note', 'is required: say who told of this death.')
    }
    return null
  }
  if (!can(caller, 'patient-clinical:write')) throw notPermitted('patient-clinical:write')
  const signer = await signerOf(caller)
  if (signer.staff_id !== null) {
    const { answer, message } = await mayPractise(caller, signer.staff_id, await today(caller))
    if (answer === 'BLOCK') throw conflict(message ?? 'You may not practise today.')
  }
  return signer.name
}

/** FRO-10: from the ward, the theatre, the ambulance, which have made sure themselves. */
export async function markDeceased(
  caller: Caller,
  asked: {
    patient_id: string
    died_at: string
    place: DeathPlace
    confirmed_by: string
    cause?: string | null
    /** Of who is brought in dead: who told of it, and whether the hour is a guess (MOR-2). */
    source_note?: string | null
    died_at_estimated?: boolean
  },
): Promise<Row> {
  const before = await patientRecord.locked(caller, asked.patient_id)
  mustBeSomebody(before)
  patient_life.move('deceased', before.status, before.number)
  const { died_at, place, confirmed_by, cause = null } = asked
  const { source_note = null, died_at_estimated = false } = asked
  const facts = { died_at, place, cause, source_note, died_at_estimated }
  return die(caller, before, { ...facts, certified_by: confirmed_by }, null)
}

type Facts = Pick<
  Death,
  'died_at' | 'died_at_estimated' | 'place' | 'cause' | 'certified_by' | 'source_note'
>

async function die(caller: Caller, before: Row, facts: Facts, reason: string | null): Promise<Row> {
  const { id, number } = before
  const destitute = await isDestitute(caller, before)
  const closed = await stop(caller, id, facts.died_at)
  const death: Death = {
    ...facts,
    recorded_by: caller.name,
    recorded_by_id: caller.user_id,
    recorded_at: clock.instant(),
    was: before.status,
    closed,
  }
  const suspended = before.portal === 'ACTIVE' || before.portal === 'INVITED'
  // What was stopped may have written to the record: its version goes on from there.
  const portal = suspended ? { portal: 'SUSPENDED' as const } : {}
  await patientRecord.moved(caller, before, 'deceased', { death, ...portal }, reason)
  const unknown = before.identity === 'UNKNOWN'
  if (unknown || destitute) {
    await notify(caller, {
      to: { permission: 'vulnerability:confirm' },
      kind: 'patient.deceased',
      title: unknown ? 'An unknown patient has died' : 'A patient without means has died',
      body: `${number} ${before.full_name}`,
      entity: { type: 'patient', id },
    })
  }
  return patientRecord.get(caller, id)
}

const isDestitute = async (caller: Caller, { id }: Row): Promise<boolean> => {
  const { groups } = await vulnerabilityOf(caller, { patient_id: id, on: await today(caller) })
  return groups.some(({ group }) => group === 'DESTITUTE')
}

async function stop(caller: Caller, id: string, died_at: string): Promise<Death['closed']> {
  const closed: Record<string, readonly string[]> = {}
  // Messages wait in more than one area.
  for (const one of registry.deaths)
    for (const [kind, references] of Object.entries(await one(caller, id, died_at)))
      closed[kind] = [...(closed[kind] ?? []), ...references]
  return closed
}

const countsOf = ({ closed }: Death): Died['closed'] => ({
  visits: closed['visits']?.length ?? 0,
  appointments: closed['appointments']?.length ?? 0,
  messages: closed['messages']?.length ?? 0,
  referrals: closed['referrals']?.length ?? 0,
})

/** The record is what it was; what the death has stopped stays stopped and is named. */
export async function revokeDeath(caller: Caller, id: string, reason: string): Promise<Undied> {
  const before = await patientRecord.locked(caller, id)
  fresh(caller, before)
  patient_life.move('revoke death', before.status, before.number)
  if (before.death?.recorded_by_id === caller.user_id && caller.user_id !== null) {
    throw conflict('You recorded this death. Another Manager must take it back.')
  }
  await mayBeTakenBack(caller, before)
  const stays_closed = stoppedBy(before.death)
  const row = await undoDeceased(caller, id, reason)
  return { ...(await view(caller, row)), stays_closed }
}

/** 3.1: what was handed to the family is no mistake of the register any more. */
async function mayBeTakenBack(caller: Caller, { id, full_name }: Row): Promise<void> {
  const body = await bodyOf(caller, id)
  if (body === null || !has_left.includes(body.status)) return
  throw conflict(`The body of ${full_name} was released (${body.reference}): the death stands.`)
}

const has_left: readonly string[] = ['RELEASED', 'BURIED_BY_AUTHORITY', 'TRANSFERRED']

/** FRO-10. */
export async function undoDeceased(caller: Caller, id: string, reason: string): Promise<Row> {
  const before = await patientRecord.locked(caller, id)
  patient_life.move('revoke death', before.status, before.number)
  const status = before.death?.was ?? 'ACTIVE'
  await patients.change({ hospital_id: caller.hospital_id, id }, { status, death: null })
  record(caller, 'patient.revoke_death', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: before.number,
    patient_id: id,
    from_state: 'DECEASED',
    to_state: status,
    changes: { died_at: [before.death?.died_at ?? null, null] },
    reason,
  })
  return patientRecord.get(caller, id)
}

/** Messages have no names that anybody knows; they are counted. */
function stoppedBy(death: Row['death']): string[] {
  const { messages = [], ...named } = death?.closed ?? {}
  const count = messages.length
  return [
    ...Object.entries(named).flatMap(([kind, references]) =>
      references.map((one) => `${kind.replace(/s$/, '')} ${one}`),
    ),
    ...(count === 0 ? [] : [count === 1 ? '1 message' : `${count} messages`]),
  ]
}
