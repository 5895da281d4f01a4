// What a patient has agreed to (PAT-28). The latest of a kind counts; withdrawal is never refused.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { portalRefused } from '../../../neighbours/portal.ts'
import { ageOn } from '../register/ages.ts'
import { alertsOf } from '../record/alerts.ts'
import { mustBeSomebody, type Row, patientRecord } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import { patient_consents } from './consent-tables.ts'
import type { ConsentInput, ConsentShown } from './consent-shapes.ts'
import type { consent_decisions, consent_kinds, consent_methods, consent_givers } from '../words.ts'

export type ConsentKind = (typeof consent_kinds)[number]
export type Consent = RowOf<(typeof patient_consents)['columns']>
type Of = Pick<Caller, 'hospital_id'>

const of_age = 18

export interface Decision {
  kind: ConsentKind
  decision: (typeof consent_decisions)[number]
  method: (typeof consent_methods)[number]
  given_by?: (typeof consent_givers)[number]
  given_by_name?: string | null
  text_version?: string | null
  by_telephone?: boolean
}

export async function decide(
  caller: Caller,
  patient_id: string,
  { given_by: said, given_by_name = null, text_version = null, ...asked }: Decision,
): Promise<Consent> {
  const patient = await patientRecord.get(caller, patient_id)
  mustBeSomebody(patient)
  const given_by = await giver(caller, patient, asked.decision, said)
  const made = await patient_consents.insert({
    ...asked,
    hospital_id: caller.hospital_id,
    patient_id,
    given_by,
    given_by_name,
    text_version,
    language: patient.language,
    recorded_by: caller.name,
    withdrawn_at: asked.decision === 'WITHDRAWN' ? clock.instant() : null,
  })
  record(caller, 'patient_consent.decide', {
    entity_type: 'patient_consent',
    entity_id: made.id,
    entity_label: `${asked.kind} ${asked.decision}`,
    patient_id,
  })
  if (asked.kind === 'PORTAL' && asked.decision !== 'GIVEN') await portalRefused(caller, patient_id)
  return made
}

/** Whose word it takes: a child's guardian, a grown-up's own. Taking it back needs nobody's. */
async function giver(
  caller: Caller,
  { id, birth_date }: Pick<Row, 'id' | 'birth_date'>,
  decision: Decision['decision'],
  said: Decision['given_by'],
): Promise<NonNullable<Decision['given_by']>> {
  const is_child = ageOn(birth_date, await today(caller), 'en').years < of_age
  const given_by = said ?? (is_child ? 'GUARDIAN' : 'PATIENT')
  if (decision === 'WITHDRAWN' || (given_by === 'PATIENT') !== is_child) return given_by
  if (is_child) throw invalid('given_by', 'must be GUARDIAN or NEXT_OF_KIN under 18.')
  const alerts = await alertsOf(caller, id, 'ACTIVE')
  if (alerts.some(({ text }) => text.toLowerCase().includes('cannot consent'))) return given_by
  throw invalid('given_by', 'must be PATIENT from 18.')
}

export const consentRecord = recordOf(patient_consents, 'consent')

/** At the desk: by who is asked, in the house's own words. A child's guardian answers for it. */
export const decideAtDesk = async (
  caller: Caller,
  patient_id: string,
  input: ConsentInput,
): Promise<ConsentShown> => shown(await decide(caller, patient_id, input))

/** PAT-28: never refused, whoever has died meanwhile; it works at once. */
export async function withdraw(caller: Caller, id: string, reason: string): Promise<ConsentShown> {
  const seen = await consentRecord.get(caller, id)
  await patientRecord.locked(caller, seen.patient_id)
  const { kind, method, given_by, given_by_name, patient_id } = seen
  const latest = (await consentsOf(caller, patient_id)).find((one) => one.kind === kind)
  if (latest?.decision !== 'GIVEN') {
    throw conflict(`${kind} is not agreed to: there is nothing to take back.`, 'state')
  }
  const asked = { kind, method, given_by, given_by_name, decision: 'WITHDRAWN' as const }
  const made = await decide(caller, patient_id, asked)
  record(caller, 'patient_consent.withdraw', {
    entity_type: 'patient_consent',
    entity_id: made.id,
    entity_label: kind,
    patient_id,
    reason,
  })
  return shown(made)
}

export async function listAtDesk(
  caller: Caller,
  patient_id: string,
  asked: { kind?: ConsentKind; status?: ConsentShown['status'] },
): Promise<ConsentShown[]> {
  const found = (await consentsOf(caller, patient_id)).map(shown)
  return found.filter(
    ({ kind, status }) =>
      (asked.kind === undefined || kind === asked.kind) &&
      (asked.status === undefined || status === asked.status),
  )
}

export const shown = (row: Consent): ConsentShown => ({
  ...row,
  status: row.decision === 'GIVEN' ? 'IN_FORCE' : row.decision,
})

/** The latest decision of each kind. */
export async function consentsOf({ hospital_id }: Of, patient_id: string): Promise<Consent[]> {
  const all = await patient_consents.all(
    { hospital_id, patient_id },
    { order: ['-created_at', '-id'], limit: 200 },
  )
  const latest = new Map<ConsentKind, Consent>()
  for (const one of all) if (!latest.has(one.kind)) latest.set(one.kind, one)
  return [...latest.values()].sort((a, b) => a.kind.localeCompare(b.kind))
}

export async function hasConsent(
  caller: Of,
  { patient_id, kind }: { patient_id: string; kind: ConsentKind },
): Promise<boolean> {
  return (await consentingTo(caller, [patient_id], kind)).has(patient_id)
}

/** Of these patients, those who agree. Nothing said counts as yes for SMS, where there is a phone. */
export async function consentingTo(
  caller: Of,
  patient_ids: readonly string[],
  kind: ConsentKind,
): Promise<Set<string>> {
  const latest = await latestOf(caller, patient_ids, kind)
  const { sms_opt_in } = await settingsOf(caller)
  const unsaid =
    kind === 'SMS' && !sms_opt_in
      ? await withPhone(
          caller,
          patient_ids.filter((id) => !latest.has(id)),
        )
      : new Set<string>()
  return new Set(patient_ids.filter((id) => unsaid.has(id) || latest.get(id) === 'GIVEN'))
}

/** Of these patients, those who have refused it or taken it back; silence is neither. */
export async function refusing(
  caller: Of,
  patient_ids: readonly string[],
  kind: ConsentKind,
): Promise<string[]> {
  const latest = await latestOf(caller, patient_ids, kind)
  return [...latest].filter(([, decision]) => decision !== 'GIVEN').map(([id]) => id)
}

async function latestOf(
  { hospital_id }: Of,
  patient_ids: readonly string[],
  kind: ConsentKind,
): Promise<Map<string, Consent['decision']>> {
  const said = await patient_consents.read(
    sql`select ${patient_consents.selection()} from patient_consents
      where hospital_id = ${hospital_id} and kind = ${kind}
      and patient_id${oneOf(patient_ids)} order by created_at, id`,
  )
  return new Map(said.map(({ patient_id, decision }) => [patient_id, decision]))
}

async function withPhone({ hospital_id }: Of, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rows<{ id: string }>(
    sql`select id from patients
      where hospital_id = ${hospital_id} and id${oneOf(ids)} and phone is not null`,
  )
  return new Set(found.map(({ id }) => id))
}
