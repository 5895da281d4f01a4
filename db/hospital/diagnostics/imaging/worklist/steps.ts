// What a machine is told of the studies that are booked for it (DIA-123): one step a study, in the words of
// DICOM.

import type { Caller } from '../../../../core/caller.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { stationsOf } from '../../laboratory/instruments/stations.ts'
import { mayReadRestricted } from '../../laboratory/results/seen.ts'
import type { Modality } from '../../laboratory/words.ts'
import type { StudyRow } from '../studies/record.ts'
import { imaging_studies } from '../tables.ts'
import type { Step, StepFilter } from './shapes.ts'

const most = 500

export async function steps(caller: Caller, asked: StepFilter = {}): Promise<Step[]> {
  const { timezone } = await hospitalOf(caller)
  const found = await imaging_studies.read(
    sql`select ${imaging_studies.selection()} from imaging_studies${where([
      sql`hospital_id = ${caller.hospital_id} and status in ('SCHEDULED', 'ARRIVED')`,
      await inScope(caller, undefined),
      when(asked.room_id, sql`room_id = ${asked.room_id}`),
      mayReadRestricted(caller) ? undefined : sql`not restricted`,
      ...withinDays(sql`starts_at`, timezone, { from: asked.date, to: asked.date }),
    ])} order by starts_at, id limit ${most}`,
  )
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const stations = await stationsOf(caller)
  return found.flatMap((study) => {
    const patient = patients.get(study.patient_id)
    if (patient === undefined) return []
    const { number, full_name, sex, birth_date } = patient
    const station = stations.find(
      ({ facility_id, modality }) =>
        facility_id === study.facility_id && modality === study.modality,
    )
    return [
      {
        accession: study.accession,
        study_uid: study.study_uid,
        patient_id: study.patient_id,
        patient_number: number,
        patient_name: personName(full_name),
        birth_date,
        sex: sexes[sex ?? ''] ?? 'O',
        pregnancy: pregnancyOf(study),
        modality: codes[study.modality],
        station_ae: station?.ae_title ?? null,
        room: study.room,
        starts_at: study.starts_at,
        procedure: study.test_name,
        procedure_code: study.test_code,
        body_part: study.body_part,
        laterality: study.laterality,
        referring: personName(study.ordered_by_name),
      },
    ]
  })
}

const sexes: Readonly<Record<string, 'M' | 'F' | 'O'>> = { Male: 'M', Female: 'F' }

/** As the standard calls them. */
const codes: Readonly<Record<Modality, string>> = {
  XR: 'DX',
  US: 'US',
  CT: 'CT',
  MR: 'MR',
  MG: 'MG',
  FL: 'RF',
  ECHO: 'US',
  ECG: 'ECG',
  EEG: 'EEG',
  DXA: 'BMD',
  ENDO: 'ES',
}

/** `family^given`: the last of the names is the family's. */
export function personName(full_name: string): string {
  const names = full_name
    .replaceAll(/[\^=\\]/g, ' ')
    .trim()
    .split(/\s+/)
  const family = names.pop() ?? ''
  return names.length === 0 ? family : `${family}^${names.join(' ')}`
}

const answers = { YES: 'YES', NO: 'NO' } as const
const pregnancyOf = ({ safety }: StudyRow): Step['pregnancy'] =>
  safety.pregnancy === 'YES' || safety.pregnancy === 'NO' ? answers[safety.pregnancy] : 'UNKNOWN'
