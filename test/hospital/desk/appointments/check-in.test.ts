// Coming and not coming (APT-12, APT-18), and the follow-up that a check-out books.

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { noteMissed } from '../../../../db/hospital/desk/appointments/sweeps.ts'
import { rowCounts } from '../../../support/counts.ts'
import { diary, now } from '../../../support/desk/diary.ts'

t.test('check-in', async (t) => {
  const { people, system, facility_id, desk, at, patient, doctorWith, book } = await diary(t)

  t.test('who does not come is noted, and may still be checked in (APT-18)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Idi')
    const one = await patient()
    const { data } = await book(one.id, '2026-03-10T09:30+03:00', { clinician_id: doctor.id })
    const early = await desk.post(`/appointments/${data.id}/no-show`)
    t.equal(early.message, `Appointment ${data.number} has not begun yet.`)
    await at('2026-03-10T08:29:00.000Z')
    await within(async () => noteMissed(system))
    t.equal((await desk.get(`/appointments/${data.id}`)).data.status, 'BOOKED')
    await at('2026-03-10T08:30:00.000Z')
    await noteMissed(system)
    const missed = await desk.get(`/appointments/${data.id}`)
    t.match(missed.data, { status: 'NO_SHOW', missed_contacted: true })
    t.equal(await noteMissed(system), 0)
    const came = await desk.post(`/appointments/${data.id}/check-in`)
    t.equal(came.status, 200, came.message)
    t.match(came.data, {
      appointment: { status: 'CHECKED_IN' },
      in_time: false,
      warnings: [{ message: 'The patient came late: the priority of the appointment is lost.' }],
    })
    await at(now)
  })

  t.test('check-in opens the visit in one transaction (APT-12)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Juma')
    const c = { clinician_id: doctor.id }
    const one = await patient()
    const tomorrow = await book(one.id, '2026-03-11T08:00+03:00', c)
    const wrong = await desk.post(`/appointments/${tomorrow.data.id}/check-in`)
    t.equal(wrong.status, 409)
    t.equal(wrong.message, 'This appointment is for 2026-03-11.')
    const { data } = await book(one.id, '2026-03-10T09:00+03:00', { ...c, kind: 'REVIEW' })
    const path = `/appointments/${data.id}`
    const opened = await desk.post(`${path}/check-in`, {})
    t.equal(opened.status, 200, opened.message)
    t.match(opened.data, {
      appointment: { status: 'CHECKED_IN', checked_in_at: now },
      visit: { kind: 'FOLLOW_UP', appointment_id: data.id, department: 'OPD', priority: 4 },
      in_time: true,
    })
    t.equal(opened.data.appointment.visit_id, opened.data.visit.id)
    // Its visit is cancelled the same day: the appointment is as before (uncheck).
    const admin = await people.administrator()
    const gone = await admin.post(`/visits/${opened.data.visit.id}/cancel`, { reason: 'mistake' })
    t.equal(gone.status, 200, gone.message)
    t.match((await desk.get(path)).data, { status: 'BOOKED', visit_id: null })
    // A visit that is open already is linked instead of opening one.
    const visit = await desk.post('/visits', { patient_id: one.id })
    t.equal(visit.status, 201, visit.message)
    const linked = await desk.post(`${path}/check-in`, {})
    t.equal(linked.data.visit.id, visit.data.id, linked.message)
    const done = await admin.post(`/visits/${visit.data.id}/check-out`, {})
    t.equal(done.status, 200, done.message)
    t.equal((await desk.get(path)).data.status, 'COMPLETED')
    t.equal(
      (await desk.post(`${path}/cancel`, { reason: 'late', by: 'PATIENT' })).message,
      `Appointment ${data.number} is COMPLETED. Nothing more can be done with it.`,
    )
  })

  t.test('a refusal of the visit refuses the check-in, and leaves nothing', async (t) => {
    const admin = await people.administrator()
    const one = await patient()
    const { data } = await book(one.id, '2026-03-10T15:00+03:00', { kind: 'ANTENATAL' })
    await admin.post(`/facilities/${facility_id}/modules/maternity/switch-off`, {
      reason: 'closed',
      force: true,
    })
    const before = await rowCounts()
    const refused = await desk.post(`/appointments/${data.id}/check-in`, {})
    t.equal(refused.status, 403)
    t.match(refused.message, /maternity module is switched off/)
    t.same(await rowCounts(), before)
    t.equal((await desk.get(`/appointments/${data.id}`)).data.status, 'BOOKED')
    await admin.post(`/facilities/${facility_id}/modules/maternity/switch-on`, {})
  })

  t.test('a check-out books the follow-up it asks for (VIS-14)', async (t) => {
    const admin = await people.administrator()
    const doctor = await doctorWith({ end_time: '08:30' }, 'Dr Latifa')
    const one = await patient()
    const visit = await desk.post('/visits', { patient_id: one.id })
    const out = await admin.post(`/visits/${visit.data.id}/check-out`, {
      follow_up: { on: '2026-03-17', clinician_id: doctor.id },
    })
    t.equal(out.status, 200, out.message)
    t.match(out.data.appointment, { scheduled_for: '2026-03-17T05:00:00.000Z' })
    const two = await patient()
    const second = await desk.post('/visits', { patient_id: two.id })
    const full = await admin.post(`/visits/${second.data.id}/check-out`, {
      follow_up: { on: '2026-03-17', clinician_id: doctor.id },
    })
    t.equal(full.status, 409)
    t.match(full.message, /^Dr Latifa has nothing free on 2026-03-17\. Free: 2026-03-18 08:00, /)
  })
})
