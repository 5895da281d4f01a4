// Who may open which record (PRV-1…4): the care team, which visits and wards name, the holders of
// patient:restricted, and who has broken the glass.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { caredForBy, isRestrictedVisit } from '../../../neighbours/visits.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { patient_identifiers } from '../record/hanging-tables.ts'
import { keyOf } from '../register/identity-numbers.ts'
import { mustBeSomebody, type Row, patientRecord } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import type { BreakGlassInput } from './shapes.ts'
import { break_glass_grants } from './tables.ts'
import { patients } from '../tables.ts'
import type { sensitivities } from '../words.ts'

export interface Grant {
  id: string
  until: string
}

/** The caller's open grants for these patients, the one that lasts longest of each. */
export async function grantsFor(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<Map<string, Grant>> {
  const { hospital_id, user_id } = caller
  if (user_id === null || patient_ids.length === 0) return new Map()
  const found = await break_glass_grants.read(
    sql`select ${break_glass_grants.selection()} from break_glass_grants
      where hospital_id = ${hospital_id} and user_id = ${user_id}
      and patient_id${oneOf(patient_ids)} and until > ${clock.instant()} and ended_at is null
      order by until`,
  )
  return new Map(found.map(({ patient_id, id, until }) => [patient_id, { id, until }]))
}

/** FRO-10: until when the glass stays broken for this caller, or null. */
export async function breakGlassOpen(caller: Caller, patient_id: string): Promise<string | null> {
  return (await grantsFor(caller, [patient_id])).get(patient_id)?.until ?? null
}

/** Of these patients, those whose closed parts are open to the caller: one answer for a whole list. */
export async function mayOpen(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(patient_ids)]
  if (ids.length === 0 || can(caller, 'patient:restricted')) return new Set(ids)
  const granted = await grantsFor(caller, ids)
  const cared = await caredForBy(
    caller,
    ids.filter((id) => !granted.has(id)),
  )
  return new Set([...granted.keys(), ...cared])
}

/** PRV-3: whether what is clinical about this patient may be shown to the caller. */
export async function canSee(
  caller: Caller,
  asked: { patient_id: string; visit_id?: string; sensitive?: boolean },
): Promise<boolean> {
  const row = await patientRecord.get(caller, asked.patient_id)
  if (row.sensitivity === 'NORMAL' && asked.sensitive !== true) {
    if (asked.visit_id === undefined) return true
    if (!(await isRestrictedVisit(caller, asked.visit_id))) return true
  }
  return (await mayOpen(caller, [row.id])).has(row.id)
}

/** PRV-2: throws for a restricted record; answers the grant under which another is read. */
export async function assertMayOpen(caller: Caller, row: Row): Promise<Grant | null> {
  if (await isOwn(caller, row)) {
    throw new Refusal(403, 'own_record', 'This is your own record. Use the patient portal.')
  }
  if (row.sensitivity === 'NORMAL' || can(caller, 'patient:restricted')) return null
  const grant = (await grantsFor(caller, [row.id])).get(row.id) ?? null
  if (row.sensitivity !== 'RESTRICTED' || grant !== null) return grant
  if (!(await caredForBy(caller, [row.id])).has(row.id)) throw restricted()
  return grant
}

export const restricted = (): Refusal =>
  new Refusal(
    403,
    'restricted',
    'This record is restricted. Open it with a reason if you must (permission patient:break-glass).',
  )

/** PRV-6: nobody of the staff opens the record that bears the own national ID. */
async function isOwn(caller: Caller, { id }: Row): Promise<boolean> {
  if (caller.user_id === null) return false
  const value_key = keyOf((await staffOf(caller))?.national_id ?? '')
  if (value_key === '') return false
  const { hospital_id } = caller
  const type = 'NATIONAL_ID' as const
  const one = { hospital_id, patient_id: id, type, value_key, voided: false }
  return (await patient_identifiers.find(one)) !== undefined
}

export async function breakGlass(
  caller: Caller,
  patient_id: string,
  { reason_code, reason }: BreakGlassInput,
): Promise<Grant> {
  const row = await patientRecord.get(caller, patient_id)
  if ([...reason].length < 10) throw invalid('reason', 'must have at least 10 characters.')
  if (caller.user_id === null) throw conflict('Only a person with an account breaks the glass.')
  const signer = await signerOf(caller)
  const { break_glass_hours } = await settingsOf(caller)
  const made = await break_glass_grants.insert({
    hospital_id: caller.hospital_id,
    facility_id: caller.facility_id,
    patient_id,
    user_id: caller.user_id,
    user_name: signer.name,
    reason_code,
    reason,
    opened_at: clock.instant(),
    until: instantIn(hours(break_glass_hours)),
  })
  record(caller, 'patient.break_glass', {
    entity_type: 'patient',
    entity_id: patient_id,
    entity_label: row.number,
    patient_id,
    reason,
    query: { break_glass: made.id, reason_code },
  })
  await notify(caller, {
    to: { permission: 'patient:review-access' },
    kind: 'privacy.break_glass',
    title: 'A restricted record was opened',
    body: `${signer.name} opened ${row.number}: ${reason}`,
    entity: { type: 'patient', id: patient_id },
  })
  return { id: made.id, until: made.until }
}

export async function restrict(
  caller: Caller,
  id: string,
  sensitivity: (typeof sensitivities)[number],
  reason: string,
): Promise<void> {
  const before = await patientRecord.get(caller, id)
  mustBeSomebody(before)
  fresh(caller, before)
  await patients.change({ hospital_id: caller.hospital_id, id }, { sensitivity })
  record(caller, 'patient.sensitivity', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: before.number,
    patient_id: id,
    from_state: before.sensitivity,
    to_state: sensitivity,
    reason,
  })
}
