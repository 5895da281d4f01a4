// What a booking that is still to come keeps from happening (PAT 3.1).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('a patient with an appointment ahead is not put aside', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const desk = await house.people.with('reception')
  const records = await house.people.with('records')
  const doctor = await clinician(house, 'Dr Amina Said')
  await weekdaysAt(await house.people.with('manager'), doctor)
  const { id } = await somebody(desk)
  const booked = await desk.post('/appointments', {
    patient_id: id,
    scheduled_for: '2026-03-16T08:00+03:00',
    clinician_id: doctor,
  })
  t.equal(booked.status, 201, booked.message)
  const aside = () => records.post(`/patients/${id}/deactivate`, { reason: 'moved away' })
  t.match(await aside(), {
    status: 409,
    message: `Appointment ${booked.data.number} is still to come: cancel it first.`,
  })
  const cancelled = await desk.post(`/appointments/${booked.data.id}/cancel`, {
    reason: 'moved away',
    by: 'PATIENT',
  })
  t.equal(cancelled.status, 200, cancelled.message)
  t.equal((await aside()).status, 200)
})
