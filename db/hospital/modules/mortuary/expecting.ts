// Somebody died here: a body is expected (MOR-1). Once for a death, and nothing while the module is off.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { module_names } from '../../modules.ts'
import { tell } from '../../neighbours/telling.ts'
import { deathNotificationOf } from '../../care/certificates/for-areas.ts'
import { patientRecord, type Row as Patient } from '../../desk/patients/rows.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { type Body, bodyRecord, liveOf } from './record.ts'
import { newTag } from './tags.ts'
import { type BodyKind, body_sources, type BodySource, of_another } from './words.ts'

export interface Expecting {
  patient_id: string
  source: string
  died_at: string
  kind?: BodyKind
  admission_id?: string
  emergency_id?: string
  theatre_case_id?: string
  birth_id?: string
}
export type Expected =
  | { body_id: string; reference: string; tag_no: string }
  | { off: true; message: string }

export async function receiveBody(caller: Caller, asked: Expecting): Promise<Expected> {
  const patient = await patientRecord.get(caller, asked.patient_id)
  const facility_id = caller.facility_id ?? patient.facility_id
  const { name, on } = await switchesOf(caller.hospital_id, facility_id)
  if (!on.mortuary) {
    return { off: true, message: `The ${module_names.mortuary} module is switched off at ${name}.` }
  }
  const known = await liveOf(caller, asked.patient_id)
  const own = !of_another.includes(asked.kind ?? 'ADULT')
  const row = own && known !== undefined ? known : await expect(caller, patient, asked, facility_id)
  return { body_id: row.id, reference: row.number, tag_no: row.tag_no }
}

async function expect(
  caller: Caller,
  patient: Patient,
  asked: Expecting,
  facility_id: string,
): Promise<Body> {
  const { kind = await kindOf(caller, patient, asked.died_at), source: word, ...ids } = asked
  const row = await bodyRecord.created(
    caller,
    {
      ...ids,
      ...person(patient),
      facility_id,
      kind,
      own: !of_another.includes(kind),
      source: sourceOf(word, patient),
      tag_no: newTag(),
      police: await policeOf(caller, patient.id),
      created_by_name: caller.name,
    },
    'expect',
  )
  await tell(caller, {
    to: { permission: 'mortuary:register' },
    kind: 'mortuary.expected',
    title: 'A body is expected',
    body: `${row.number}, tag ${row.tag_no}.`,
    entity: { type: 'body', id: row.id },
  })
  return row
}

export const person = ({ id, number, full_name, identity }: Patient) => ({
  patient_id: id,
  patient_number: number,
  patient_name: full_name.slice(0, 200),
  identity: identity === 'UNKNOWN' ? ('UNKNOWN' as const) : ('KNOWN' as const),
})

const by_place: Readonly<Record<string, BodySource>> = {
  WARD: 'WARD',
  EMERGENCY: 'EMERGENCY',
  THEATRE: 'THEATRE',
  ON_ARRIVAL: 'EMERGENCY',
}

/** Whoever asks says where it was, else the record of the death does. */
export function sourceOf(word: string, { death }: Pick<Patient, 'death'>): BodySource {
  const said = word.toUpperCase()
  return body_sources.find((one) => one === said) ?? by_place[death?.place ?? ''] ?? 'WARD'
}

const newborn_days = 28
const adult_years = 18

/** By the age at death. */
export async function kindOf(
  caller: Caller,
  { birth_date }: Pick<Patient, 'birth_date'>,
  died_at: string,
): Promise<BodyKind> {
  const { timezone } = await hospitalOf(caller)
  const on = dayIn(timezone, new Date(died_at))
  if (birth_date > nextDay(on, -newborn_days)) return 'NEWBORN'
  const grown = `${Number(birth_date.slice(0, 4)) + adult_years}${birth_date.slice(4)}`
  return grown > on ? 'CHILD' : 'ADULT'
}

/** A death that is not natural, or of which the police was told, is the police's too (B.2). */
async function policeOf(caller: Caller, patient_id: string): Promise<Body['police']> {
  const notification = await deathNotificationOf(caller, patient_id)
  const is_case = notification?.police_case ?? false
  return is_case ? { ...no_police, case: true } : null
}

export const no_police = {
  case: false,
  station: null,
  case_no: null,
  officer: null,
  officer_phone: null,
  release_order_no: null,
  release_order_on: null,
  order_attachment_id: null,
} as const
