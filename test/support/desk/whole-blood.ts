// A patient for whom blood was given, asked for and hung; and who gave some: each with a word in it.

import type { Data } from '../ask.ts'
import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { blood_transfusions } from '../../../db/hospital/diagnostics/blood-bank/bedside/tables.ts'
import {
  look_back_lines,
  look_backs,
} from '../../../db/hospital/diagnostics/blood-bank/look-backs/tables.ts'
import { blood_samples } from '../../../db/hospital/diagnostics/blood-bank/patients/tables.ts'
import { blood_issues } from '../../../db/hospital/diagnostics/blood-bank/requests/tables.ts'
import { blood_units } from '../../../db/hospital/diagnostics/blood-bank/units/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { answers, exam } from './blood.ts'
import { done } from './ward.ts'

export async function atTheBloodBank(
  { house, hands }: { house: House; hands: Person },
  patient_id: string,
  word: string,
): Promise<Record<string, string>> {
  const donor = await done(
    hands.post('/blood-bank/donors', {
      first_name: 'Baraka',
      last_name: `Mtoaji ${newId().slice(-8)}`,
      sex: 'Male',
      date_of_birth: '1990-02-03',
      patient_id,
    }),
  )
  const donation = await done(
    hands.post('/blood-bank/donations', {
      donor_id: donor.id,
      kind: 'DIRECTED',
      patient_id,
      answers: answers(),
      exam,
      consent_signed: true,
    }),
  )
  const request = await done(
    hands.post('/blood-bank/requests', {
      patient_id,
      lines: [{ component_code: 'WB', units: 1 }],
      indication: 'BLEEDING',
      indication_note: word,
      transfused_before: 'NO',
      pregnant_or_transfused_90d: 'NO',
      reaction_before: 'NO',
    }),
  )
  const hung = await hungOf(house, { patient_id, donation, request, word })
  return {
    'blood-bank/donors': donor.id,
    'blood-bank/donations': donation.id,
    'blood-bank/requests': request.id,
    ...hung,
  }
}

const hungOf = (
  { hospital, facility_id }: House,
  { patient_id, donation, request, word }: Data,
): Promise<Record<string, string>> =>
  within(async () => {
    const own = { hospital_id: hospital.id, facility_id }
    const at = clock.instant()
    const sample = await blood_samples.insert({
      ...own,
      number: newId().slice(-12),
      patient_id,
      request_id: request.id,
      status: 'RECEIVED',
      collected_at: at,
      valid_until: new Date(clock.ms() + 3_600_000).toISOString(),
    })
    const number = `W${newId().slice(-12)}`
    const unit = await blood_units.insert({
      ...own,
      number,
      din: number,
      donation_id: donation.id,
      component_code: 'WB',
      family: 'WHOLE',
      blood_group: 'O+',
      volume_ml: 450,
      collected_on: at.slice(0, 10),
      made_at: at,
      expires_at: new Date(clock.ms() + 864_000_000).toISOString(),
      // As the list of units shows whose it is.
      status: 'RESERVED',
      patient_id,
      request_id: request.id,
      reserved_until: new Date(clock.ms() + 3_600_000).toISOString(),
    })
    const issue = await blood_issues.insert({
      hospital_id: hospital.id,
      request_id: request.id,
      patient_id,
      unit_id: unit.id,
      unit_number: number,
      component_code: 'WB',
      at,
      by_name: 'Person',
      collector_name: word,
      destination: 'Ward',
      visual_ok: true,
      container: 'HAND',
    })
    const transfusion = await blood_transfusions.insert({
      ...own,
      unit_id: unit.id,
      unit_number: number,
      component_code: 'WB',
      issue_id: issue.id,
      request_id: request.id,
      patient_id,
      ward: word,
      status: 'RUNNING',
      started_at: at,
      started_by_name: 'Person',
      witness_id: newId(),
      witness_name: 'Person',
      checks: {
        patient_scanned: true,
        unit_scanned: true,
        name_asked: true,
        group_agrees: true,
        expiry_ok: true,
        bag_ok: true,
        consent_ok: true,
      },
    })
    const look_back = await look_backs.insert({
      ...own,
      number: newId().slice(-12),
      trigger: 'DONOR_REACTIVE',
      marker: 'HIV',
      donation_id: donation.id,
      from_date: at.slice(0, 10),
      status: 'OPEN',
    })
    await look_back_lines.insert({
      hospital_id: hospital.id,
      look_back_id: look_back.id,
      position: 1,
      donation_id: donation.id,
      din: number,
      unit_id: unit.id,
      unit_number: number,
      fate: 'RESERVED',
      patient_id,
      state: 'TO_DO',
    })
    return {
      'blood-bank/look-backs': look_back.id,
      'blood-bank/samples': sample.id,
      'blood-bank/units': unit.id,
      'blood-bank/transfusions': transfusion.id,
    }
  })
