// How an emergency ends (EMG-12, EMG-13).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { admitPatient } from '../../../../db/hospital/neighbours/bedside.ts'
import { setVisitClass } from '../../../../db/hospital/desk/visits/for-areas.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('endings of emergencies', async (t) => {
  const { clerk, nurse, doctor, points, adult, taken, triaged, known } = await emergencyRoom(t)

  t.test('how it may end (EMG-12)', async (t) => {
    const cases: [number, Record<string, unknown>, number, string][] = [
      [4, { disposition: 'ADMITTED' }, 400, 'ward_id is required with ADMITTED.'],
      [4, { disposition: 'REFERRED' }, 400, 'referral_id is required with REFERRED.'],
      [4, { disposition: 'DIED' }, 400, 'died_at is required with DIED.'],
      [4, { disposition: 'ABSCONDED' }, 400, 'note is required with ABSCONDED.'],
      [
        4,
        { disposition: 'LEFT_AGAINST_ADVICE' },
        400,
        'note is required with LEFT_AGAINST_ADVICE.',
      ],
      [4, { disposition: 'TO_CLINIC' }, 400, 'service_point_id is required with TO_CLINIC.'],
      [
        3,
        { disposition: 'TO_CLINIC', service_point_id: points['CON'] },
        400,
        'note is required to send category 3 to a clinic.',
      ],
      [
        2,
        { disposition: 'TO_CLINIC', service_point_id: points['CON'] },
        409,
        'Category 1 and 2 are not sent to a clinic.',
      ],
      [4, { disposition: 'DISCHARGED' }, 409, 'Identify this patient or give a reason.'],
      [
        4,
        { disposition: 'ADMITTED', ward_id: newId() },
        409,
        'No wards are kept here yet: nobody can be admitted.',
      ],
      [
        4,
        { disposition: 'GONE' },
        400,
        'disposition must be one of ADMITTED, DISCHARGED, REFERRED, LEFT_AGAINST_ADVICE, ABSCONDED, DIED, DEAD_ON_ARRIVAL, TO_CLINIC.',
      ],
    ]
    for (const [category, body, status, message] of cases) {
      const row = await triaged(category)
      const before = await rowCounts()
      const answer = await doctor.post(`/emergencies/${row.id}/dispose`, body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before, 'nothing is left')
    }
    const untriaged = await taken()
    const early = await doctor.post(`/emergencies/${untriaged.id}/dispose`, {
      disposition: 'DISCHARGED',
      unidentified_reason: 'left no name',
    })
    t.equal(
      early.message,
      `Emergency ${untriaged.number} is ARRIVED: triage first, or end it as ABSCONDED, DEAD_ON_ARRIVAL, TO_CLINIC.`,
    )
    const gone = await doctor.post(`/emergencies/${untriaged.id}/dispose`, {
      disposition: 'ABSCONDED',
      note: 'walked out',
    })
    t.match(gone.data, { status: 'DISPOSED', visit: { status: 'CHECKED_OUT' } }, gone.message)
  })

  t.test('discharged: the visit is checked out (EMG-13)', async (t) => {
    const row = await triaged(4)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DISCHARGED',
      note: 'well',
      unidentified_reason: 'would not say',
    })
    t.match(
      done.data,
      {
        status: 'DISPOSED',
        disposition: 'DISCHARGED',
        disposed_by: doctor.user.full_name,
        visit: { status: 'CHECKED_OUT' },
        admission: null,
        moves: ['reopen'],
      },
      done.message,
    )
    const twice = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DISCHARGED',
    })
    t.equal(twice.message, `Emergency ${row.number} is DISPOSED. It can: reopen.`)
  })

  t.test('admitted: care takes the patient over (EMG-13)', async (t) => {
    const admission_id = newId()
    answering(t, admitPatient, async (caller, { visit_id }) => {
      await setVisitClass(caller, { visit_id, visit_class: 'INPATIENT', admission_id })
      return { admission_id, number: 'ADM-1', ward: 'Ward 3', bed: '12' }
    })
    const row = await triaged(2)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'ADMITTED',
      ward_id: newId(),
    })
    t.match(
      done.data,
      {
        disposition: 'ADMITTED',
        admission: { number: 'ADM-1', ward: 'Ward 3' },
        visit: { status: 'ADMITTED' },
      },
      done.message,
    )
  })

  t.test('referred: the referral departs (EMG-13, REF-4)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 2 })
    const made = await doctor.post('/referrals', {
      patient_id: row.patient.id,
      visit_id: row.visit_id,
      facility: 'Bombo',
      reason: 'Surgeon needed',
      clinical_summary: 'Acute abdomen since this morning.',
      urgency: 'EMERGENCY',
    })
    const body = { disposition: 'REFERRED', referral_id: made.data.id }
    const early = await doctor.post(`/emergencies/${row.id}/dispose`, body)
    t.equal(early.message, `Referral ${made.data.number} is DRAFT. It can: send, cancel, void.`)
    await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, body)
    t.match(done.data, { disposition: 'REFERRED', visit: { status: 'CHECKED_OUT' } }, done.message)
    t.equal((await doctor.get(`/referrals/${made.data.id}`)).data.status, 'IN_TRANSIT')
  })

  t.test('a departing referral ends the emergency (REF-4)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 2 })
    const made = await doctor.post('/referrals', {
      patient_id: row.patient.id,
      visit_id: row.visit_id,
      facility: 'Bombo',
      reason: 'Surgeon needed',
      clinical_summary: 'Acute abdomen since this morning.',
      urgency: 'EMERGENCY',
    })
    await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    const gone = await doctor.post(`/referrals/${made.data.id}/depart`)
    t.equal(gone.status, 200, gone.message)
    t.match((await nurse.get(`/emergencies/${row.id}`)).data, {
      status: 'DISPOSED',
      disposition: 'REFERRED',
    })
    t.equal((await nurse.get(`/visits/${row.visit_id}`)).data.status, 'CHECKED_OUT')
    clock.advance(minutes(1))
    clock.advance(-minutes(1))
  })

  t.test('an emergency comes with a referral (REF-6)', async (t) => {
    const patient = await somebody(clerk, adult)
    const made = await doctor.post('/referrals', {
      direction: 'IN',
      patient_id: patient.id,
      facility: 'Korogwe Dispensary',
      reason: 'Bleeding',
      urgency: 'EMERGENCY',
    })
    const here = await doctor.post(`/referrals/${made.data.id}/arrive`)
    t.match(here.data, { status: 'ARRIVED', emergency: { number: /^EM-/ } }, here.message)
    t.match((await nurse.get(`/emergencies/${here.data.emergency.id}`)).data, {
      arrival_mode: 'REFERRED',
      referral_id: made.data.id,
      presenting_complaint: 'Bleeding',
    })
  })

  t.test('died: the death is recorded and ends the visit (EMG-13)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 1 })
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DIED',
      died_at: clock.instant(),
      cause: 'Shock',
    })
    t.match(
      done.data,
      { disposition: 'DIED', patient: { status: 'DECEASED' }, visit: { status: 'CHECKED_OUT' } },
      done.message,
    )
    const after_death = await nurse.post('/emergencies', { patient_id: row.patient.id })
    t.match(after_death.message, /is recorded as having died on/)
  })

  t.test('to a clinic: the visit goes on as an outpatient (EMG-13)', async (t) => {
    const row = await triaged(4)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'TO_CLINIC',
      service_point_id: points['CON'],
    })
    t.match(
      done.data,
      { disposition: 'TO_CLINIC', visit: { status: 'WAITING', visit_class: 'OUTPATIENT' } },
      done.message,
    )
    t.equal((await nurse.get(`/visits/${row.visit_id}`)).data.stage, 'CONSULTATION')
  })
})
