// Whoever was referred to us gets a time by the rules of appointments (REF-6).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { register } from '../../../support/desk/portal.ts'

t.test('a referral that is accepted with a time is booked', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const admin = await house.people.administrator()
  const desk = await house.people.with('reception')
  await weekdaysAt(admin, await clinician(house, 'Dr Amina Said'), {})
  const patient = await register(desk)
  const body = {
    direction: 'IN',
    patient_id: patient.id,
    facility: 'Korogwe Dispensary',
    reason: 'Anaemia',
    department: 'OPD',
  }
  const made = await admin.post('/referrals', body)
  t.equal(made.status, 201, made.message)
  const path = `/referrals/${made.data.id}/accept`
  const past = await admin.post(path, { appointment_at: '2026-03-09T08:00:00.000Z' })
  t.equal(past.status, 400, past.message)
  t.match(past.message, /^scheduled_for /)
  t.equal((await admin.get(`/referrals/${made.data.id}`)).data.status, 'RECEIVED')
  const done = await admin.post(path, { appointment_at: '2026-03-16T05:00:00.000Z' })
  t.equal(done.status, 200, done.message)
  const booked = await desk.get('/appointments', { patient_id: patient.id })
  t.match(booked.data, [
    { referral_id: made.data.id, channel: 'REFERRAL', status: 'BOOKED', department: 'OPD' },
  ])
  t.equal(done.data.appointment_id, booked.data[0].id)
})
