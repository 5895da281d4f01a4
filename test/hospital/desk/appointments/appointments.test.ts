// Moves of an appointment, its notes, who may see and do what (3.4, PRV-2).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { diary, now } from '../../../support/desk/diary.ts'

t.test('appointments', async (t) => {
  const { people, desk, patient, doctorWith, book } = await diary(t)

  t.test('confirmed, moved, cancelled; each move in its states (3.4)', async (t) => {
    const doctor = await doctorWith()
    const c = { clinician_id: doctor.id }
    const one = await patient()
    const { data } = await book(one.id, '2026-03-30T08:00+03:00', c)
    const path = `/appointments/${data.id}`
    const confirmed = await desk.post(`${path}/confirm`, { channel: 'PHONE' })
    t.match(confirmed.data, { status: 'CONFIRMED', confirmed_at: now })
    const twice = await desk.post(`${path}/confirm`)
    t.equal(
      twice.message,
      `Appointment ${data.number} is CONFIRMED. It can: reschedule, check in, no-show, cancel.`,
    )
    t.equal((await desk.post(`${path}/accept`)).status, 409)
    const stale = await desk.with({ 'if-match': '1' }).post(`${path}/reschedule`, {
      scheduled_for: '2026-03-31T08:00+03:00',
      reason: 'asked',
    })
    t.equal(stale.status, 409)
    t.equal(
      (await desk.post(`${path}/reschedule`, { scheduled_for: '2026-03-31T08:00+03:00' })).message,
      'reason is required.',
    )
    clock.advance(11 * 60_000)
    const moved = await desk.post(`${path}/reschedule`, {
      scheduled_for: '2026-03-31T08:30+03:00',
      reason: 'asked by the patient',
    })
    t.equal(moved.status, 200, moved.message)
    t.match(moved.data, {
      id: data.id,
      number: data.number,
      status: 'BOOKED',
      local: '2026-03-31 08:30',
      confirmed_at: null,
      reschedules: [{ from: data.scheduled_for, reason: 'asked by the patient' }],
    })
    t.same(moved.data.reminders.map((row: { status: string }) => row.status).sort(), [
      'DROPPED',
      'DROPPED',
      'PLANNED',
      'PLANNED',
    ])
    const other = await patient()
    t.equal(
      (await book(other.id, '2026-03-30T08:00+03:00', c)).status,
      201,
      'its slot is free again',
    )
    const cancelled = await desk.post(`${path}/cancel`, { reason: 'moved away', by: 'PATIENT' })
    t.match(cancelled.data, { status: 'CANCELLED', cancelled_by: 'PATIENT', moves: [] })
    const nothing = await desk.post(`${path}/cancel`, { reason: 'again', by: 'PATIENT' })
    t.equal(
      nothing.message,
      `Appointment ${data.number} is CANCELLED. Nothing more can be done with it.`,
    )
    t.equal((await desk.post(`${path}/cancel`, { reason: 'x', by: 'ME' })).status, 400)
    t.equal((await desk.get('/appointments', { status: 'CANCELLED' })).meta?.total, 1)
    t.equal(
      (await desk.get('/appointments', { status: 'GONE' })).message,
      'status must be among REQUESTED, BOOKED, CONFIRMED, CHECKED_IN, COMPLETED, NO_SHOW, CANCELLED.',
    )
    const told = await desk.get(`/patients/${one.id}/messages`)
    t.same(
      told.data.map((row: { template_code: string }) => row.template_code),
      ['APPOINTMENT_CHANGED', 'APPOINTMENT_BOOKED'],
    )
    clock.freeze(now)
  })

  t.test('notes are changed, and with them the reminders', async (t) => {
    const { data } = await book((await patient()).id, '2026-03-30T15:00+03:00')
    const changed = await desk.patch(`/appointments/${data.id}`, {
      notes: 'Fasting',
      remind: false,
    })
    t.match(changed.data, { notes: 'Fasting', remind: false, version: 2 })
    t.ok(changed.data.reminders.every((one: { status: string }) => one.status === 'DROPPED'))
    await desk.post(`/appointments/${data.id}/cancel`, { reason: 'none', by: 'HOSPITAL' })
    t.equal((await desk.patch(`/appointments/${data.id}`, { notes: 'x' })).status, 409)
  })

  t.test('why the patient of a restricted record comes is hidden (PRV-2)', async (t) => {
    const one = await patient()
    const { data } = await book(one.id, '2026-04-02T15:00+03:00', {
      reason: 'Rash',
      notes: 'Private',
    })
    t.match((await desk.get(`/appointments/${data.id}`)).data, { reason: 'Rash' })
    await within(() =>
      run(sql`update patients set sensitivity = 'RESTRICTED' where id = ${one.id}`),
    )
    t.match((await desk.get(`/appointments/${data.id}`)).data, {
      reason: null,
      notes: null,
      patient: { full_name: 'Restricted record' },
    })
  })

  t.test('who may not is told what it needs', async (t) => {
    const cashier = await people.with('cashier')
    t.equal(
      (await cashier.get('/appointments')).message,
      'You do not have permission to do this. It needs appointment:read.',
    )
    const { data } = await book((await patient()).id, '2026-04-01T15:00+03:00')
    const reader = await people.holding('appointment:read')
    for (const move of ['accept', 'confirm', 'reschedule', 'complete', 'no-show']) {
      const refused = await reader.post(`/appointments/${data.id}/${move}`, {})
      t.equal(
        refused.message,
        'You do not have permission to do this. It needs appointment:update.',
      )
    }
    t.equal(
      (await reader.post(`/appointments/${data.id}/check-in`)).message,
      'You do not have permission to do this. It needs visit:create.',
    )
    t.equal((await desk.get(`/appointments/${newId()}`)).message, 'No such appointment.')
  })
})
