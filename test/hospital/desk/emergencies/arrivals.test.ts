// Taking in (EMG-1 to EMG-3, EMG-9, EMG-16).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('arrivals', async (t) => {
  const { people, clerk, nurse, doctor, adult, taken } = await emergencyRoom(t)

  t.test('somebody unknown is taken in with one request (EMG-1, EMG-3)', async (t) => {
    const made = await clerk.post('/emergencies', {
      unknown_label: 'Man, bus stand',
      arrival_mode: 'POLICE',
      brought_by: 'Police',
      brought_by_phone: '0712 345 678',
      police_case: true,
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      number: 'EM-2026-00001',
      status: 'ARRIVED',
      arrival_mode: 'POLICE',
      category: 'MEDICAL',
      brought_by_phone: '+255712345678',
      police: { case: true },
      zone: 'WAITING',
      triage: null,
      patient: { status: 'TEMPORARY', sex: 'Ambiguous', identity: 'UNKNOWN' },
      visit: { visit_class: 'EMERGENCY', priority: 1, status: 'WAITING' },
      arrived_at: clock.instant(),
    })
    const visit = await nurse.get(`/visits/${made.data.visit_id}`)
    t.match(visit.data, { emergency_id: made.data.id, stage: 'EMERGENCY', kind: 'EMERGENCY' })
    t.match((await nurse.get('/notifications')).data, [{ kind: 'emergency.triage' }])
  })

  t.test('a patient with an open visit goes to the front with it (EMG-2)', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    const made = await nurse.post('/emergencies', { patient_id: visit.patient_id })
    t.equal(made.data.visit_id, visit.id, made.message)
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      visit_class: 'EMERGENCY',
      stage: 'EMERGENCY',
      status: 'WAITING',
      priority: 1,
    })
    const again = await nurse.post('/emergencies', { patient_id: visit.patient_id })
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `${visit.patient.full_name} already has emergency ${made.data.number} open.`,
    )
  })

  await t.test('somebody who is admitted is refused (EMG-2, VIS-3)', async (t) => {
    answering(t, admissionOf, async () => ({
      admission_id: newId(),
      ward: 'Ward 3',
      bed: '12',
    }))
    const patient = await somebody(clerk, adult)
    const refused = await nurse.post('/emergencies', { patient_id: patient.id })
    t.equal(
      refused.message,
      `${patient.full_name} is admitted in Ward 3, bed 12. Order services from the ward instead.`,
    )
  })

  const one = await somebody(clerk, adult)
  const bad: [Record<string, unknown>, number, string][] = [
    [
      {},
      400,
      'Give the patient (patient_id) or, when the person is not known, a label (unknown_label).',
    ],
    [{ patient_id: one.id, unknown_label: 'Man' }, 400, 'Give either patient_id or unknown_label.'],
    [{ unknown_label: 'Man', triage_category: 0 }, 400, 'triage_category must be from 1 to 5.'],
    [{ unknown_label: 'Man', triage_category: 6 }, 400, 'triage_category must be from 1 to 5.'],
    [
      { unknown_label: 'Man', triage_category: 'red' },
      400,
      'triage_category must be a whole number.',
    ],
    [{ patient_id: newId() }, 404, 'No such patient.'],
    [{ unknown_label: 'Man', referral_id: newId() }, 404, 'No such referral.'],
    [{ patient_id: one.id, visit_id: newId() }, 404, 'No such visit.'],
    [
      { unknown_label: 'Man', arrived_at: '2026-03-31T08:00:00.000Z' },
      400,
      'arrived_at is in the future.',
    ],
    [
      { unknown_label: 'Man', brought_by_phone: '12' },
      400,
      'brought_by_phone is not a telephone number.',
    ],
  ]
  for (const [body, status, message] of bad) {
    t.test(`is refused and leaves nothing: ${message.slice(0, 70)}`, async (t) => {
      const before = await rowCounts()
      const answer = await nurse.post('/emergencies', body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before)
    })
  }

  t.test('a category is recognised, or kept as it is typed (2.10)', async (t) => {
    for (const [category, shown, group] of [
      ['Chest pain', 'Chest pain', 'OTHER'],
      ['fever', 'fever', 'OTHER'],
      ['trauma-road', 'TRAUMA_ROAD', 'TRAUMA_ROAD'],
      ['Snake bite', 'SNAKE_BITE', 'SNAKE_BITE'],
      [null, 'MEDICAL', 'MEDICAL'],
    ] as const) {
      const row = await taken({ category })
      t.match(row, { category: shown, category_group: group }, String(category))
    }
    const found = await nurse.get('/emergencies', { category: 'chest PAIN' })
    t.equal(found.data.length, 1)
    t.equal((await nurse.get('/emergencies', { category: 'other' })).data.length, 2)
    const changed = await nurse.patch(`/emergencies/${found.data[0].id}`, { category: 'Burns' })
    t.match(changed.data, { category: 'BURN', category_group: 'BURN' })
  })

  t.test('somebody triaged 1 or 2 on a visit becomes an emergency (EMG-16)', async (t) => {
    const visit = await visiting(clerk, { reason: 'Chest pain' }, adult)
    const done = await nurse.post(`/visits/${visit.id}/triage`, { triage_category: 2 })
    t.equal(done.status, 200, done.message)
    const list = await nurse.get('/emergencies', { patient_id: visit.patient_id })
    t.match(list.data, [
      { status: 'TRIAGED', triage_category: 2, presenting_complaint: 'Chest pain' },
    ])
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      visit_class: 'EMERGENCY',
      stage: 'EMERGENCY',
    })
  })

  t.test(
    'violence: the visit is restricted and welfare is told without a story (EMG-9)',
    async (t) => {
      const welfare = await people.with('welfare')
      const row = await taken({ category: 'GENDER_VIOLENCE', presenting_complaint: 'Beaten' })
      const visit = await clerk.get(`/visits/${row.visit_id}`)
      t.equal(visit.data.restricted, true)
      const [notice] = (await welfare.get('/notifications')).data
      t.equal(notice.kind, 'emergency.welfare')
      t.notMatch(JSON.stringify(notice), /Beaten|VIOLENCE/)
      const typed = await taken({ category: 'Gender-based violence' })
      t.equal((await clerk.get(`/visits/${typed.visit_id}`)).data.restricted, true)
    },
  )

  t.test('dead on arrival is a death and the end of it (EMG-3)', async (t) => {
    const made = await doctor.post('/emergencies', { unknown_label: 'Man', dead_on_arrival: true })
    t.match(
      made.data,
      { status: 'DISPOSED', disposition: 'DEAD_ON_ARRIVAL', patient: { status: 'DECEASED' } },
      made.message,
    )
    t.match(made.data.visit, { status: 'CHECKED_OUT' })
  })
})
