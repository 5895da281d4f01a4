// What one person was given and is due (5.13), and the answers to the portal and to other areas (CAR-214).

import type { Caller } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord, type Row as Patient } from '../../desk/patients/rows.ts'
import type { DueVaccine, ImmunisationDose as DoseSeen } from '../../neighbours/care.ts'
import { facilityNames } from '../../office/places/briefs.ts'
import { today } from '../../office/places/hours.ts'
import { knownOne } from './known.ts'
import { type DueLine as Reckoned, linesOn, nextOn } from './reckoning.ts'
import { immunisationRecord, type ImmunisationRow } from './record.ts'
import type { DueLine, ImmunisationDose } from './shapes.ts'
import { type Schedule, scheduleCalled, shipped_schedules } from './shipped/schedules.ts'
import { vaccineCalled } from './shipped/vaccines.ts'
import * as deferrals from './deferrals.ts'

export const nameOf = (code: string): string => vaccineCalled(code)?.name ?? code

export const doseShown = (caller: Caller, row: ImmunisationRow): ImmunisationDose => ({
  ...row,
  vaccine_name: nameOf(row.vaccine),
  moves: immunisationRecord.moves(caller, row),
})

export async function whole(caller: Caller, { id }: Pick<ImmunisationRow, 'id'>) {
  const row = await immunisationRecord.get(caller, id)
  const history = await immunisationRecord.history(caller, id)
  return { ...doseShown(caller, row), history }
}

export function scheduleNamed(typed: string | undefined): Schedule | undefined {
  if (typed === undefined) return undefined
  const found = scheduleCalled(typed)
  if (found !== undefined) return found
  const known = shipped_schedules.map(({ key }) => key).join(', ')
  throw invalid('schedule_key', `must be one of ${known}.`)
}

export async function ofPatient(
  caller: Caller,
  patient_id: string,
  asked: { schedule_key?: string; on?: string } = {},
) {
  const schedule = scheduleNamed(asked.schedule_key)
  const row = await patientRecord.get(caller, patient_id)
  const on = asked.on ?? (await today(caller, row.facility_id))
  const known = await knownOne(caller, patient_id)
  const given = known.given.filter((dose) => dose.given_on <= on)
  const lines = linesOn({ ...known, given }, on, schedule)
  const patient = (await patientsById(caller, [patient_id])).get(patient_id)
  return {
    doses: given.map((dose) => doseShown(caller, dose)),
    due: patient === undefined ? [] : lines.map((line) => dueShown(line, patient, row)),
    deferrals: known.held.map(deferrals.shown),
    next_on: nextOn(lines),
  }
}

export const dueShown = (
  { schedule, line, state, due_on, min_on, max_on }: Reckoned,
  patient: DueLine['patient'],
  { phone, status }: Pick<Patient, 'phone' | 'status'>,
): DueLine => ({
  patient,
  schedule_key: schedule.key,
  dose_key: line.dose_key,
  vaccine: line.vaccine,
  vaccine_name: nameOf(line.vaccine),
  state,
  due_on,
  min_on,
  max_on,
  phone_ok: phone !== null && status !== 'DECEASED',
})

const vaccineSeen = (code: string): DueVaccine['vaccine'] => {
  const found = vaccineCalled(code)
  return { code, name: found?.name ?? code, name_sw: found?.name_sw ?? null }
}

export async function immunisationsOf(caller: Caller, patient_id: string): Promise<DoseSeen[]> {
  const { given } = await knownOne(caller, patient_id)
  const names = await facilityNames(
    caller,
    given.map(({ facility_id }) => facility_id),
  )
  return given.map(({ id, dose_key, vaccine, given_on, lot, facility_id, source, ...row }) => ({
    id,
    dose_key,
    vaccine: vaccineSeen(vaccine),
    given_on,
    lot,
    facility: source === 'HERE' ? (names.get(facility_id) ?? null) : null,
    valid: row.valid,
    reason: row.invalid_reason,
  }))
}

export async function dueVaccines(caller: Caller, patient_id: string): Promise<DueVaccine[]> {
  const { facility_id } = await patientRecord.get(caller, patient_id)
  const known = await knownOne(caller, patient_id)
  return linesOn(known, await today(caller, facility_id)).map(
    ({ line, state, due_on, min_on, max_on }) => ({
      dose_key: line.dose_key,
      vaccine: vaccineSeen(line.vaccine),
      state,
      due_on,
      min_on,
      max_on,
    }),
  )
}
