// What patients are told: exceptions and reminders (APT-15, APT-16).

import t from 'tap'
import { rows } from '../../../../db/store/connection.ts'
import { remindDue } from '../../../../db/hospital/desk/appointments/reminders.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { diary, now } from '../../../support/desk/diary.ts'

t.test('notices of appointments', async (t) => {
  const { system, manager, desk, at, patient, doctorWith, book } = await diary(t)

  t.test('an exception hits bookings: counted, or cancelled and told (APT-15)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Furaha')
    const c = { clinician_id: doctor.id }
    const [one, two] = [await patient(), await patient()]
    await book(one.id, '2026-04-20T08:00+03:00', c)
    await book(two.id, '2026-04-20T09:30+03:00', c)
    const closing = {
      schedule_id: doctor.schedule_id,
      from_date: '2026-04-20',
      to_date: '2026-04-20',
      kind: 'CLOSED',
      reason: 'Theatre day',
    }
    const part = await manager.post('/schedule-exceptions', {
      ...closing,
      start_time: '09:00',
      end_time: '10:00',
    })
    t.equal(part.data.affected, 1)
    const slots = await desk.get('/appointment-slots', {
      ...c,
      from: '2026-04-20',
      to: '2026-04-20',
    })
    t.same(
      slots.data.map(({ status }: { status: string }) => status),
      ['FULL', 'FREE', 'CLOSED', 'CLOSED'],
    )
    const whole = await manager.post('/schedule-exceptions', { ...closing, notify: true })
    t.equal(whole.data.affected, 2)
    const left = await desk.get('/appointments', { needs_rebooking: 'true' })
    t.same(
      left.data.map(({ patient_id }: { patient_id: string }) => patient_id),
      [one.id, two.id],
    )
    const told = await desk.get(`/patients/${one.id}/messages`)
    t.match(told.data[0].text, /is cancelled\. Free: 21\/04 08:00, 21\/04 08:30, 21\/04 09:00\./)
    for (const [body, message] of [
      [{ ...closing, to_date: '2026-04-19' }, 'to_date is before from_date.'],
      [{ ...closing, start_time: '09:00' }, 'end_time is required beside the other.'],
      [{ ...closing, kind: 'CAPACITY' }, 'capacity is required for CAPACITY.'],
      [{ ...closing, schedule_id: newId() }, 'No such schedule.'],
      [{ ...closing, kind: 'LESS' }, 'kind must be one of CLOSED, EXTRA, CAPACITY.'],
    ] as const) {
      t.equal((await manager.post('/schedule-exceptions', body)).message, message)
    }
    t.ok((await desk.get('/schedule-exceptions', { from: '2026-04-20' })).meta?.total)
  })

  t.test('one that the hospital cancels names times that are free (PTM-3)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Baraka')
    const one = await patient()
    const made = await book(one.id, '2026-04-20T08:00+03:00', { clinician_id: doctor.id })
    t.equal(made.status, 201, made.message)
    const why = { reason: 'called to theatre', by: 'HOSPITAL' }
    await desk.post(`/appointments/${made.data.id}/cancel`, why)
    const told = await desk.get(`/patients/${one.id}/messages`)
    t.match(told.data[0].text, /is cancelled\. Free: 2\d\/04 \d\d:\d\d, /)
  })

  t.test('reminders go once each, and never for what is over (APT-16)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Hamisi')
    const one = await patient()
    const { data } = await book(one.id, '2026-03-16T08:00+03:00', { clinician_id: doctor.id })
    t.equal(await remindDue(system), 0)
    await at('2026-03-14T05:00:00.000Z')
    let sent = 0
    for (let n = await remindDue(system); n > 0; n = await remindDue(system)) sent += n
    t.ok(sent >= 1)
    const outbox = await rows(
      sql`select id from outbox_messages where patient_id = ${one.id}
        and event = 'patient.appointment_reminder'`,
    )
    t.equal(outbox.length, 1)
    t.match((await desk.get(`/appointments/${data.id}`)).data.reminders, [
      { status: 'SENT', channel: 'SMS' },
      { status: 'PLANNED' },
    ])
    // The next one is due after the start already: nobody is reminded of what has begun.
    await at('2026-03-16T05:00:01.000Z')
    for (let n = await remindDue(system); n > 0; n = await remindDue(system)) sent += n
    t.match((await desk.get(`/appointments/${data.id}`)).data.reminders, [
      { status: 'SENT' },
      { status: 'DROPPED' },
    ])
    await at(now)
  })
})
