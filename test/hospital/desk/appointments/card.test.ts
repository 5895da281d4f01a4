// The card of an appointment (APT-20): when and whose, and nothing else.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('the card of an appointment (APT-20)', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const desk = await house.people.with('reception')
  const doctor = await clinician(house, 'Dr Amina Said')
  await weekdaysAt(await house.people.with('manager'), doctor)
  const { id } = await somebody(desk, { language: 'sw' })
  const booked = await desk.post('/appointments', {
    patient_id: id,
    scheduled_for: '2026-03-16T08:00+03:00',
    clinician_id: doctor,
    reason: 'Blurred sight',
  })
  t.equal(booked.status, 201, booked.message)
  const path = `/appointments/${booked.data.id}/card`
  const card = await desk.get(path)
  t.equal(card.status, 200, card.message)
  const said = textOf(card.raw)
  t.match(said, /Kadi ya miadi/)
  t.match(said, /16\/03\/2026/)
  t.match(said, /08:00/)
  t.match(said, new RegExp(booked.data.number))
  t.notMatch(said, /Amina|OPD|Blurred|Eye/, 'of what for nothing is said')
  t.match(textOf((await desk.get(path, { language: 'en' })).raw), /Appointment card/)
  const day = await desk.get('/appointments/day-list', { date: '2026-03-16', language: 'en' })
  t.equal(day.status, 200, day.message)
  const listed = textOf(day.raw)
  t.match(listed, /Appointments of the day/)
  t.match(listed, /08:00/)
  t.match(listed, new RegExp(booked.data.number))
  t.match(await desk.get('/appointments/day-list'), { status: 400, message: /^date is required/ })
  await desk.post(`/appointments/${booked.data.id}/cancel`, { reason: 'moved', by: 'PATIENT' })
  t.match(await desk.get(path), {
    status: 409,
    message: `${booked.data.number} is CANCELLED: there is nothing to come to.`,
  })
})
