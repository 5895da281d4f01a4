// A child that was born here lies with its mother, or waits for a cot of the neonatal ward (MAT-17). It follows from
// the birth, which maternity records: nobody asks for it twice, and nobody needs a right of the wards for it.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { today } from '../../../office/places/hours.ts'
import { retakeFrom } from '../census/taking.ts'
import { wards } from '../places/tables.ts'
import { beginStay } from '../stays/beds-held.ts'
import { visitOfStay } from './admit.ts'
import { admissionRecord, type Row } from './record.ts'
import { request } from './request.ts'
import { admissions } from './tables.ts'

export interface NewbornStay {
  patient_id: string
  mother_admission_id: string
  born_at: string
  needs_neonatal: boolean
  asked_by: string
  asked_id: string
}

const usual_days = 2

export async function admitNewborn(caller: Caller, asked: NewbornStay): Promise<Row> {
  const { hospital_id } = caller
  const { asked_by, asked_id } = asked
  const known = await admissions.find({ hospital_id, asked_by, asked_id })
  if (known !== undefined) return known
  const mother = await admissionRecord.get(caller, asked.mother_admission_id)
  const neonatal = asked.needs_neonatal ? await neonatalWard(caller, mother) : undefined
  const wanted = await request(caller, {
    patient_id: asked.patient_id,
    kind: 'NEWBORN',
    source: 'BIRTH',
    priority: neonatal === undefined ? 'ROUTINE' : 'URGENT',
    reason: 'Born here',
    ward_id: neonatal?.id ?? mother.ward_id,
    mother_admission_id: mother.id,
    with_mother: neonatal === undefined,
    asked_by,
    asked_id,
  })
  return neonatal === undefined ? besideMother(caller, wanted, mother, asked.born_at) : wanted
}

const neonatalWard = ({ hospital_id }: Caller, { facility_id }: Row) =>
  wards.find({ hospital_id, facility_id, kind: 'NEONATAL', active: true })

/** No bed of its own; the mother's clinician looks after both. */
async function besideMother(
  caller: Caller,
  before: Row,
  mother: Row,
  born_at: string,
): Promise<Row> {
  const visit_id = await visitOfStay(caller, before)
  const day = await today(caller, before.facility_id)
  const row = await admissionRecord.moved(caller, before, 'admit', {
    visit_id,
    attending_id: mother.attending_id,
    attending_name: mother.attending_name,
    admitted_at: born_at,
    admitted_by_name: caller.name,
    expected_discharge_on: nextDay(day, usual_days),
  })
  await beginStay(caller, row, born_at, 'ADMITTED')
  if (row.ward_id !== null) await retakeFrom(caller, [row.ward_id], born_at)
  return row
}
