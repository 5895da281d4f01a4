// Rows of the chapter's bad input (blood-bank 6) that stand in no other story: each with its status and its words.

import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { blood_units } from '../../../../db/hospital/diagnostics/blood-bank/units/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork, exam, groupingOf } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

const calm = { temperature: 36.8, pulse: 80, systolic: 120, diastolic: 80, respiratory_rate: 16 }

t.test('bad input of the blood bank', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const bank = await bloodAtWork(house)
  const clerk = await house.people.with('reception')
  const doctor = await house.people.with('doctor')
  const issuer = await house.people.holding('blood:issue', 'blood:emergency', 'blood:read')

  const asked = async () => {
    const { id } = await somebody(clerk, { sex: 'Male' })
    const patient = await done(clerk.get(`/patients/${id}`))
    const request = await done(doctor.post('/blood-bank/requests', asking(id)))
    return { patient, request }
  }
  const asking = (patient_id: string, more: object = {}) => ({
    patient_id,
    lines: [{ component_code: 'WB', units: 1 }],
    indication: 'BLEEDING',
    priority: 'EMERGENCY',
    transfused_before: 'NO',
    pregnant_or_transfused_90d: 'NO',
    reaction_before: 'NO',
    ...more,
  })

  t.test('what nobody has asked the patient', async (t) => {
    const { id } = await somebody(clerk, { sex: 'Female' })
    const { pregnant_or_transfused_90d: _, ...without } = asking(id)
    const wanted = 'pregnant_or_transfused_90d is required: YES, NO or UNKNOWN.'
    for (const body of [without, asking(id, { pregnant_or_transfused_90d: 'MAYBE' })]) {
      t.match(await doctor.post('/blood-bank/requests', body), { status: 400, message: wanted })
    }
  })

  t.test('a refusal names its field once', async (t) => {
    const { id } = await somebody(clerk, { sex: 'Male' })
    const said = async (body: object) => (await doctor.post('/blood-bank/requests', body)).message
    const line = { component_code: 'WB', units: 1 }
    t.equal(await said(asking(id, { lines: [] })), 'lines: at least one, or hold_only.')
    t.equal(await said(asking(id, { hold_only: true })), 'lines: none with hold_only.')
    t.equal(await said(asking(id, { lines: [line, line] })), 'lines[1]: WB stands there twice.')
    const donor = await bank.donor()
    const donation = await bank.one.post('/blood-bank/donations', {
      donor_id: donor.id,
      answers: {},
      exam,
      consent_signed: true,
    })
    t.match(donation.message, /^answers: [A-Z_]+ is missing\.$/)
    const sample = await bank.one.post('/blood-bank/samples', { patient_id: id })
    t.equal(sample.message, 'collected_by_id is required: reject the sample instead of guessing.')
  })

  t.test('receipt of a known number', async (t) => {
    const unit = await bank.unit('O+')
    const answer = await bank.one.post('/blood-bank/units', {
      sender: 'Zonal centre',
      origin: 'NATIONAL_SERVICE',
      temperature: 4,
      received_at: clock.instant(),
      screening_statement: 'Screened',
      units: [
        {
          number: unit.number,
          component_code: 'WB',
          group: 'O+',
          collected_on: '2026-03-10',
          expires_at: '2026-04-10T20:59:00.000Z',
          volume_ml: 450,
        },
      ],
    })
    t.match(answer, {
      status: 409,
      message: `Unit ${unit.number} is here already (AVAILABLE).`,
    })
  })

  t.test('cross-match on a lapsed sample', async (t) => {
    const { patient, request } = await asked()
    const { id, number } = await done(
      bank.one.post('/blood-bank/samples', {
        patient_id: patient.id,
        collected_at: new Date(clock.ms() - hours(7 * 24) + minutes(1)).toISOString(),
        collected_by_id: newId(),
        identity_checked: 'WRISTBAND',
      }),
    )
    await done(
      bank.one.post(`/blood-bank/samples/${id}/tests`, {
        grouping: groupingOf('O+'),
        screen: { result: 'NEGATIVE', method: 'AHG' },
      }),
    )
    const unit = await bank.unit('O+')
    clock.freeze(new Date(clock.ms() + minutes(2)).toISOString())
    const answer = await bank.one.post(`/blood-bank/requests/${request.id}/crossmatch`, {
      sample_id: id,
      results: [{ unit_id: unit.id, method: 'AHG', result: 'COMPATIBLE' }],
    })
    t.equal(answer.status, 409)
    t.match(
      answer.message,
      new RegExp(`Sample ${number} was good until 21 March 09:01: a new sample is needed\\.`),
    )
  })

  t.test('a start by one person, and of an expired unit', async (t) => {
    const { patient, request } = await asked()
    const unit = await bank.unit('O+')
    await done(
      issuer.post(`/blood-bank/requests/${request.id}/issue`, {
        units: [{ unit_id: unit.id }],
        patient_number: patient.number,
        collector_name: 'Mushi',
        destination: 'Ward 2',
        visual_ok: true,
        emergency: { reason: 'Bleeding' },
      }),
    )
    const own = await account(house, { roles: ['nurse'] })
    const nurse = await house.people.with('nurse')
    const start = (witness_token: string | null) =>
      nurse.post('/blood-bank/transfusions', {
        unit_number: unit.number,
        patient_number: patient.number,
        witness_token,
        observation: calm,
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
    const mine = { identifier: nurse.user.username, password, purpose: 'TRANSFUSION' }
    t.match(await start(null), {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    })
    const { witness_token } = await done(
      nurse.post('/stock/witness', { ...mine, identifier: own.username }),
    )
    const { hospital_id, id } = { hospital_id: house.hospital.id, id: unit.id }
    await within(() =>
      blood_units.change({ hospital_id, id }, { expires_at: '2026-03-20T20:59:00.000Z' }),
    )
    t.match(await start(witness_token), {
      status: 409,
      message: 'The unit expired at 23:59 yesterday: return it.',
    })
  })
})
