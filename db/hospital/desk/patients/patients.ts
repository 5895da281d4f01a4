// One patient's record, as it is opened.

import { type Caller, can } from '../../../core/caller.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { openVisitsOf } from '../../neighbours/visits.ts'
import { admissionOf, pregnanciesOf } from '../../neighbours/care.ts'
import { allergiesOf, conditionsOf } from '../../neighbours/medicines.ts'
import { unreachableOf } from '../../neighbours/patient-messages.ts'
import { pathsOf } from './areas/administrative-areas.ts'
import { ageOn } from './register/ages.ts'
import { alertsOf } from './record/alerts.ts'
import { patient_life } from './life.ts'
import { breakGlassOpen } from './privacy/privacy.ts'
import { languageOf } from './register/reader.ts'
import { type Row, patientRecord } from './rows.ts'
import type { Patient, PatientRow } from './shapes.ts'
import { patient_identifiers, patient_kin, patient_relationships } from './record/hanging-tables.ts'
import type { Death } from './tables.ts'
import { groupsInForce } from './groups/vulnerability.ts'
import { phoneHolders, viewRows, withPhoto } from './register/view.ts'

/** Somebody opens the record, and is told until when the glass stays broken (PRV-4). */
export async function open(caller: Caller, id: string): Promise<Patient> {
  const row = await patientRecord.get(caller, id)
  const patient = await view(caller, row)
  const closed = row.sensitivity !== 'NORMAL' && !can(caller, 'patient:restricted')
  const until = closed ? await breakGlassOpen(caller, id) : null
  return until === null ? patient : { ...patient, break_glass: { until } }
}

/** FRO-10: a patient for other areas. What the caller may not open is masked. */
export async function patientById(caller: Caller, id: string): Promise<PatientRow> {
  const [row] = await viewRows(caller, [await patientRecord.get(caller, id)])
  return row as PatientRow
}

export async function view(caller: Caller, row: Row): Promise<Patient> {
  const { hospital_id } = caller
  const language = await languageOf(caller)
  const merged = row.status === 'MERGED'
  const of = { hospital_id, patient_id: row.id }
  // A merged record has no lists: they are the kept one's now (PAT-20).
  const identifiers = merged
    ? []
    : await patient_identifiers.all({ ...of, voided: false }, { order: ['created_at', 'id'] })
  const kin = merged
    ? []
    : await patient_kin.all({ ...of, removed_at: null }, { order: ['created_at', 'id'] })
  const relationships = merged ? [] : await patient_relationships.all(of, { order: ['id'] })
  const kept =
    row.merged_into_id === null ? null : await patientRecord.get(caller, row.merged_into_id)
  const holders =
    row.phone === null ? 0 : ((await phoneHolders(caller, [row.phone])).get(row.phone) ?? 0)
  const pregnancy = can(caller, 'patient-clinical:read')
    ? (await pregnanciesOf(caller, [row.id])).get(row.id)
    : undefined
  return {
    ...row,
    age: ageOn(row.birth_date, await today(caller), language),
    phone_shared: row.phone_shared || holders > 1,
    phone_holders: holders,
    unreachable_until: (await unreachableOf(caller, [row.id])).get(row.id) ?? null,
    national_id: identifiers.find(({ type }) => type === 'NATIONAL_ID')?.value ?? null,
    identifiers,
    next_of_kin: kin,
    relationships,
    address: await addressOf(caller, row),
    ...(merged ? { allergies: [], conditions: [] } : await clinicalOf(caller, row.id)),
    pregnancy: pregnancy === undefined ? null : { ...pregnancy },
    vulnerable_groups: merged ? [] : ((await groupsInForce(caller, [row])).get(row.id) ?? []),
    open_visit: (await openVisitsOf(caller, [row.id])).get(row.id) ?? null,
    admission: await admissionOf(caller, row.id),
    deceased: row.death === null ? null : deathOf(row.death),
    alerts: merged ? [] : await alertsOf(caller, row.id, 'ACTIVE'),
    merged_into:
      kept === null ? null : { id: kept.id, number: kept.number, full_name: kept.full_name },
    photo: (await withPhoto(caller, [row.id])).has(row.id),
    moves: patient_life.open(caller, row.status),
  }
}

/** PAT-27: what care has written. What may kill is for everyone who opens the record. */
async function clinicalOf(
  caller: Caller,
  id: string,
): Promise<Pick<Patient, 'allergies' | 'conditions'>> {
  const allergies = (await allergiesOf(caller, [id])).get(id) ?? []
  if (!can(caller, 'patient-clinical:read')) {
    const deadly = allergies.filter(({ severity }) => severity === 'LIFE_THREATENING')
    return { allergies: deadly.map(plain), conditions: [] }
  }
  const conditions = (await conditionsOf(caller, [id])).get(id) ?? []
  return { allergies: allergies.map(plain), conditions: conditions.map(plain) }
}

const plain = (one: object): Record<string, unknown> => ({ ...one })

/** Without what is for the house alone: who the account was, what was stopped. */
function deathOf({
  recorded_by_id: _recorded_by_id,
  was: _was,
  closed: _closed,
  source_note: _source_note,
  ...said
}: Death): Record<string, unknown> {
  return said
}

const address_fields = [
  'area_id',
  'street',
  'house_no',
  'landmark',
  'postal_code',
  'local_leader',
  'local_leader_phone',
] as const

async function addressOf(caller: Caller, row: Row): Promise<Patient['address']> {
  if (address_fields.every((field) => row[field] === null)) return null
  const { area_id, street, house_no, landmark, postal_code, local_leader, local_leader_phone } = row
  const paths = await pathsOf(caller, area_id === null ? [] : [area_id])
  return {
    area_id,
    area_path: paths.get(area_id ?? '') ?? null,
    street,
    house_no,
    landmark,
    postal_code,
    local_leader,
    local_leader_phone,
  }
}
