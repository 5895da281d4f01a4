// Both clinics at work, the module switched on: who registers, who treats, who reads HIV care.

import { clock } from '../../../db/core/clock.ts'
import { boot, type Tap } from '../boot.ts'
import { type LabAtWork, labAtWork } from './laboratory.ts'
import { done } from './ward.ts'

export const on_open_day = '2026-03-31'

export async function clinics(t: Tap & { teardown(undo: () => void): void }) {
  const house = await boot(t)
  clock.freeze(`${on_open_day}T06:00:00.000Z`)
  const { people } = house
  const officer = await people.with('system_administrator')
  const here = `/facilities/${house.facility_id}/modules/tb_ctc`
  await done(officer.post(`${here}/switch-on`, { reason: 'The clinic opens' }))
  const lab: LabAtWork = await labAtWork(house)
  const team = await people.with('ctc_team', 'doctor')
  const in_charge = await people.with('ctc_in_charge', 'doctor')
  const visiting = async (more: Record<string, unknown> = {}) =>
    (await lab.visiting({ sex: 'Male', birth_date: '1990-02-03', ...more })).patient_id
  return {
    house,
    people,
    officer,
    lab,
    team,
    in_charge,
    doctor: lab.doctor,
    nurse: lab.nurse,
    visiting,
    here,
  }
}

export const registering = {
  site: 'PULMONARY',
  diagnosis: 'CLINICAL',
  diagnosis_reason: 'X-ray and signs',
  history: 'NEW',
  regimen_key: '2RHZE_4RH',
  weight_kg: 52,
  hiv: { status: 'DECLINED' },
}

export const visit_of = (more: object = {}) => ({
  kind: 'SCHEDULED',
  weight_kg: 60,
  who_stage: 2,
  tb_screen: { cough: false, fever: false, weight_loss: false, night_sweats: false },
  arv_status: 'NO_ARV',
  ...more,
})

export const enrolling = (patient_id: string, more: object = {}) => ({
  patient_id,
  test: { confirmed_on: '2026-03-20', place: 'VCT room' },
  entry: 'VCT',
  ...more,
})
