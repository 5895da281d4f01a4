// A child that was born here (PAT-16): the mother's, before it has a name of its own. Maternity and
// care ask for it (FRO-10).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import { nameColumns } from './input.ts'
import { numbered, oneAtATime } from './register.ts'
import { link } from '../record/relationships.ts'
import { patientRecord, type Row } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import { patients } from '../tables.ts'
import type { sexes } from '../words.ts'

export interface Birth {
  mother_id: string
  sex: (typeof sexes)[number]
  born_at: string
  /** Of twins: 1, 2 … */
  birth_order?: number | null
}

const letters = 'ABCDEFGH'

export async function registerNewborn(caller: Caller, birth: Birth): Promise<Row> {
  await oneAtATime(caller)
  const mother = await patientRecord.locked(caller, birth.mother_id)
  if (mother.sex !== 'Female' || mother.status === 'MERGED') {
    throw conflict(`${mother.number} ${mother.full_name} is not on the register as a mother.`)
  }
  const birth_date = await dayOf(caller, mother, birth)
  const twins = await patients.all(
    { hospital_id: caller.hospital_id, mother_id: mother.id, birth_date },
    { order: ['created_at', 'id'] },
  )
  const row = await insert(caller, mother, birth, birth_date)
  // Death ends no kinship: who died giving birth is the mother, and the twin who died is a twin.
  await link(caller, row, mother, { kind: 'MOTHER' })
  for (const twin of twins) {
    if (twin.status !== 'MERGED') await link(caller, row, twin, { kind: 'TWIN' })
  }
  record(caller, 'patient.create_newborn', {
    entity_type: 'patient',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.id,
    to_state: row.status,
  })
  return row
}

async function dayOf(caller: Caller, mother: Row, { born_at }: Birth): Promise<string> {
  const at = new Date(born_at)
  if (at.getTime() > clock.ms() + minutes(2)) throw invalid('born_at', 'is in the future.')
  const day = await dayAt(caller, at.toISOString())
  if (day < mother.birth_date) throw invalid('born_at', 'is before the mother was born.')
  return day
}

/** No check of doubles and nothing required: a newborn is nobody else (PAT-1). */
async function insert(
  caller: Caller,
  mother: Row,
  { sex, birth_order }: Birth,
  birth_date: string,
): Promise<Row> {
  const { name_aliases } = await settingsOf(caller)
  const letter = letters[(birth_order ?? 0) - 1]
  const names = {
    first_name: letter === undefined ? 'Baby' : `Baby ${letter}`,
    middle_name: null,
    last_name: mother.last_name,
    known_as: null,
  }
  const { area_id, street, house_no, landmark, postal_code, local_leader, local_leader_phone } =
    mother
  return patients.insert({
    ...nameColumns(names, name_aliases, null),
    ...(await numbered(caller)),
    area_id,
    street,
    house_no,
    landmark,
    postal_code,
    local_leader,
    local_leader_phone,
    status: 'ACTIVE',
    identity: 'DECLARED',
    sex,
    birth_date,
    birth_date_estimated: false,
    phone: mother.phone,
    phone_owner: mother.phone === null ? null : 'PARENT',
    phone_shared: mother.phone !== null,
    default_payer: mother.default_payer,
    language: mother.language,
    nationality: mother.nationality,
    mother_id: mother.id,
    source: 'NEWBORN',
  })
}
