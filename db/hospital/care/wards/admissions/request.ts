// Asking for a bed, and changing what was asked (3.7 request; CAR-140, CAR-141, CAR-155).

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { sql } from '../../../../store/sql.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { isOpen, visitRecord } from '../../../desk/visits/rows.ts'
import { mustBeStaff } from '../../../desk/visits/staff.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { mustBeInChart } from '../../../neighbours/care.ts'
import { staffById } from '../../../neighbours/people.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { wardInUse } from '../places/wards.ts'
import { lying_states } from '../words.ts'
import { begunNow } from './isolating.ts'
import { admissionRecord, alreadyAdmitted, liveOf, type Row } from './record.ts'
import type { AdmissionChange, AdmissionInput } from './shapes.ts'
import { admissions } from './tables.ts'

type Source = Row['source']

export interface Asked extends Omit<AdmissionInput, 'admit' | 'overrides'> {
  source?: Source
  emergency_id?: string | null
  /** Of another area, which asks once. */
  asked_by?: string
  asked_id?: string
}

export async function request(caller: Caller, input: Asked): Promise<Row> {
  if (await madeBefore(caller, admissions, input.id)) return already(caller, input)
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const known = await liveOf(caller, patient.id)
  if (known !== undefined) throw await alreadyAdmitted(caller, known)
  const ward_id = await wardFor(caller, input, facility_id)
  const row = await admissionRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      ...(await fieldsOf(caller, input)),
      facility_id,
      patient_id: patient.id,
      patient_number: patient.number,
      patient_name: patient.full_name,
      visit_id: await visitFor(caller, input, patient.id),
      kind: input.kind ?? 'ROUTINE',
      priority: input.priority ?? 'ROUTINE',
      source: await sourceOf(caller, input, patient.id),
      ward_id,
      reason: input.reason,
      notes: input.notes ?? null,
      requested_by_id: caller.user_id,
      requested_by_name: signer.name.slice(0, 160),
      requested_staff_id: signer.staff_id,
      readmission_of_id: await earlierStay(caller, patient.id),
      emergency_id: input.emergency_id ?? null,
      asked_by: input.asked_by ?? null,
      asked_id: input.asked_id ?? null,
    },
    'request',
  )
  await announce(caller, row)
  return row
}

async function already(caller: Caller, { id, patient_id }: Asked): Promise<Row> {
  const { hospital_id } = caller
  const found = await admissions.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** A ward of this branch; a ward of another one has no bed for who stands here. */
async function wardFor(
  caller: Caller,
  { ward_id }: Asked,
  facility_id: string,
): Promise<string | null> {
  if (typeof ward_id !== 'string') return null
  const ward = await wardInUse(caller, ward_id)
  if (ward.facility_id !== facility_id) {
    throw conflict(`${ward.name} is of another branch.`, 'other_branch')
  }
  return ward.id
}

async function fieldsOf(caller: Caller, input: Asked) {
  const { isolation, mother_admission_id, with_mother = false } = input
  if (with_mother && !mother_admission_id) {
    throw invalid('mother_admission_id', 'is required with with_mother.')
  }
  if (mother_admission_id) await motherMustLie(caller, mother_admission_id)
  const diagnosis_id = input.provisional_diagnosis_id || null
  if (diagnosis_id !== null) {
    await mustBeInChart(caller, {
      id: diagnosis_id,
      patient_id: input.patient_id,
      kind: 'DIAGNOSIS',
      field: 'provisional_diagnosis_id',
      signed: false,
    })
  }
  return {
    department: input.department ? (await resolveDepartment(caller, input.department)).name : null,
    ...(await attendingOf(caller, input.attending_id)),
    provisional_diagnosis_id: diagnosis_id,
    expected_discharge_on: input.expected_discharge_on ?? null,
    mother_admission_id: mother_admission_id ?? null,
    with_mother,
    isolation: isolation ? begunNow(isolation) : null,
    code_status: codeStatus(input.code_status, undefined),
  }
}

async function motherMustLie(caller: Caller, id: string): Promise<void> {
  const mother = await admissionRecord.get(caller, id)
  const lies = (lying_states as readonly string[]).includes(mother.status)
  if (!lies) throw conflict(`Admission ${mother.number} of the mother is ${mother.status}.`)
}

/** Who leads the care, by the name that the staff record bears. */
export async function attendingOf(
  caller: Caller,
  attending_id: string | null | undefined,
): Promise<{ attending_id?: string; attending_name?: string | null }> {
  if (typeof attending_id !== 'string') return {}
  await mustBeStaff(caller, attending_id)
  const name = (await staffById(caller, attending_id))?.name ?? null
  return { attending_id, attending_name: name?.slice(0, 160) ?? null }
}

/** Anything but full treatment rests on a note that somebody signed. */
function codeStatus(
  asked: Row['code_status'] | undefined,
  note_id: string | undefined,
): Row['code_status'] {
  if (asked === undefined || asked === 'FULL') return 'FULL'
  if (note_id === undefined) throw invalid('note_id', `is required with ${asked}.`)
  return asked
}

async function visitFor(
  caller: Caller,
  { visit_id }: Asked,
  patient_id: string,
): Promise<string | null> {
  if (typeof visit_id !== 'string') return (await openVisitRow(caller, patient_id))?.id ?? null
  const visit = await visitRecord.get(caller, visit_id)
  if (visit.patient_id !== patient_id) {
    throw invalid('visit_id', 'is not a visit of this patient.')
  }
  if (!isOpen(visit)) throw conflict('This visit is already closed.', 'closed')
  return visit.id
}

async function sourceOf(caller: Caller, input: Asked, patient_id: string): Promise<Source> {
  if (input.source !== undefined) return input.source
  if (input.kind === 'NEWBORN') return 'BIRTH'
  if (input.kind === 'MATERNITY') return 'MATERNITY'
  const visit = await openVisitRow(caller, patient_id)
  if (visit === undefined) return 'DIRECT'
  if (visit.emergency_id !== null) return 'EMERGENCY'
  return visit.referral_id === null ? 'OPD' : 'REFERRAL'
}

/** CAR-155: a stay that ended lately is named, and whoever asks says whether it is the same matter. */
async function earlierStay(caller: Caller, patient_id: string): Promise<string | null> {
  const { readmission_days } = await clinicalOf(caller)
  const [found] = await admissions.read(
    sql`select ${admissions.selection()} from admissions where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient_id} and status = 'LEFT' and left_at > ${instantIn(-days(readmission_days))}
      order by left_at desc limit 1`,
  )
  return found?.id ?? null
}

async function announce(caller: Caller, row: Row): Promise<void> {
  await tell(caller, {
    to: { permission: 'admission:accept' },
    kind: 'admission.requested',
    title: 'A bed is asked for',
    body: `${row.number}, ${row.priority}${row.department === null ? '' : `, ${row.department}`}.`,
    entity: { type: 'admission', id: row.id },
  })
}

/** While it lives, what was asked may be mended; where somebody lies is moved by its own moves. */
export async function change(caller: Caller, id: string, input: AdmissionChange): Promise<Row> {
  const before = await admissionRecord.locked(caller, id)
  fresh(caller, before)
  if (['LEFT', 'DECLINED', 'CANCELLED'].includes(before.status)) {
    throw conflict(`Admission ${before.number} is ${before.status} and no longer changed.`, 'state')
  }
  const { note_id, code_status, team, ...plain } = input
  for (const staff_id of team ?? []) await mustBeStaff(caller, staff_id)
  if (note_id !== undefined && code_status === undefined) {
    throw invalid('code_status', 'is required with note_id.')
  }
  if (note_id !== undefined) {
    const { patient_id } = before
    await mustBeInChart(caller, {
      id: note_id,
      patient_id,
      kind: 'NOTE',
      field: 'note_id',
      signed: true,
    })
  }
  const changes: Partial<Row> = {
    ...plain,
    ...(team === undefined ? {} : { team: [...new Set(team)] }),
    ...(code_status === undefined
      ? {}
      : { code_status: codeStatus(code_status, note_id), code_note_id: note_id ?? null }),
  }
  return admissionRecord.changed(caller, before, 'change', changes)
}
