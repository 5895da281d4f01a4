// Booking in the portal (POR-10, section 6).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { withAccount } from '../../../support/desk/portal.ts'

t.test('booking in the portal', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-10T05:00:00.000Z')
  await department(house, 'OPD')
  await department(house, 'EYE')
  const admin = await people.administrator()
  await admin.patch('/settings/system', { support_phone: '0222 123 456' })
  const desk = await people.with('reception')
  const manager = await people.with('manager')
  const open_doctor = await clinician(house, 'Dr Open')
  const shut_doctor = await clinician(house, 'Dr Shut')
  const asked_doctor = await clinician(house, 'Dr Asked')
  await weekdaysAt(manager, open_doctor, {
    portal_bookable: true,
    horizon_days: 7,
    end_time: '16:00',
  })
  await weekdaysAt(manager, shut_doctor, {})
  await weekdaysAt(manager, asked_doctor, {
    portal_bookable: true,
    requires_confirmation: true,
    department: 'EYE',
  })

  t.test('only what is open to patients, with notice and horizon', async (t) => {
    const me = await withAccount(house, desk)
    const bookable = await me.get('/portal/bookable')
    t.same(bookable.data.map((one: { clinician: { name: string } }) => one.clinician.name).sort(), [
      'Dr Asked',
      'Dr Open',
    ])
    const slots = await me.get('/portal/appointment-slots', {
      department: 'OPD',
      from: '2026-03-10',
      to: '2026-03-20',
    })
    // 08:00 is now: two hours of notice, seven days of horizon.
    t.equal(slots.data[0].local, '2026-03-10 10:00')
    t.equal(slots.data.at(-1).local, '2026-03-17 08:00')
    const early = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-10T08:30+03:00',
      clinician_id: open_doctor,
    })
    t.match(early.message, /^Dr Open has no slot at 08:30 on 2026-03-10\. Free: 10:00, /)
    t.equal(early.status, 409)
    const far = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-20T08:30+03:00',
      clinician_id: open_doctor,
    })
    t.equal(far.status, 409)
    const shut = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-12T08:30+03:00',
      clinician_id: shut_doctor,
    })
    t.equal(shut.message, 'This cannot be booked here.')
    t.equal(
      (await me.post('/portal/appointments', { scheduled_for: '2026-03-12T08:30+03:00' })).message,
      'department is required, or clinician_id.',
    )
    t.equal(
      (await me.post('/portal/appointments', { scheduled_for: 'soon', department: 'OPD' })).message,
      'scheduled_for must be a time.',
    )
    const booked = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-12T08:30+03:00',
      department: 'OPD',
      reason: 'Cough',
    })
    t.equal(booked.status, 201, booked.message)
    t.match(booked.data, {
      status: 'BOOKED',
      clinician_name: 'Dr Open',
      reason: 'Cough',
      can: ['confirm', 'reschedule', 'cancel'],
    })
    t.match((await me.get('/portal/home')).data, {
      next_appointment: { id: booked.data.id },
      balance: 0,
      unread: 1,
    })
    t.equal(
      (await me.post(`/portal/appointments/${booked.data.id}/confirm`)).data.status,
      'CONFIRMED',
    )
    const moved = await me.post(`/portal/appointments/${booked.data.id}/reschedule`, {
      scheduled_for: '2026-03-12T09:00+03:00',
    })
    t.match(moved.data, { local: '2026-03-12 09:00', status: 'BOOKED' })
  })

  t.test('what must be confirmed is asked for, and accepted by the desk', async (t) => {
    const me = await withAccount(house, desk)
    const asked = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-12T08:30+03:00',
      clinician_id: asked_doctor,
    })
    t.equal(asked.data.status, 'REQUESTED', asked.message)
    t.equal((await desk.get(`/patients/${me.id}/messages`)).meta?.total, 0)
    const accepted = await desk.post(`/appointments/${asked.data.id}/accept`)
    t.equal(accepted.data.status, 'BOOKED', accepted.message)
    t.equal(accepted.data.reminders.length, 2)
    t.equal((await me.get(`/portal/appointments/${asked.data.id}`)).data.status, 'BOOKED')
  })

  t.test('no more than the house allows; too late is too late', async (t) => {
    const me = await withAccount(house, desk)
    for (const day of ['11', '12', '13']) {
      const booked = await me.post('/portal/appointments', {
        scheduled_for: `2026-03-${day}T10:00+03:00`,
        clinician_id: open_doctor,
      })
      t.equal(booked.status, 201, booked.message)
    }
    const fourth = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-16T10:00+03:00',
      clinician_id: open_doctor,
    })
    t.equal(fourth.status, 409)
    t.equal(fourth.message, 'You already have 3 bookings.')
    const [first] = (await me.get('/portal/appointments', { to: '2026-03-11' })).data
    clock.freeze('2026-03-11T06:00:00.000Z')
    const login = await house.nobody.post('/auth/login', {
      identifier: me.number,
      password: me.password,
    })
    const later = me.with({ authorization: `Bearer ${login.data.tokens.access_token}` })
    for (const [move, body] of [
      ['cancel', {}],
      ['reschedule', { scheduled_for: '2026-03-12T11:00+03:00' }],
    ] as const) {
      const late = await later.post(`/portal/appointments/${first.id}/${move}`, body)
      t.equal(late.status, 409)
      t.equal(late.message, 'It is too late to change this here. Please call +255222123456.')
    }
    const [last] = (await later.get('/portal/appointments')).data
    const cancelled = await later.post(`/portal/appointments/${last.id}/cancel`, {})
    t.match(cancelled.data, { status: 'CANCELLED', cancelled_by: 'PATIENT', can: [] })
    clock.freeze('2026-03-10T05:00:00.000Z')
  })

  t.test('who missed too many calls the hospital (APT_MISSED)', async (t) => {
    const me = await withAccount(house, desk)
    for (const time of ['08:00', '09:00', '11:00']) {
      const made = await desk.post('/appointments', {
        patient_id: me.id,
        scheduled_for: `2026-03-17T${time}+03:00`,
      })
      await within(() =>
        run(
          sql`update appointments set status = 'NO_SHOW', scheduled_for = '2026-03-01T05:00:00.000Z'
            where id = ${made.data.id}`,
        ),
      )
    }
    const refused = await me.post('/portal/appointments', {
      scheduled_for: '2026-03-13T11:00+03:00',
      clinician_id: open_doctor,
    })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'You missed 3 appointments. Please call +255222123456 to book.')
  })

  t.test('of two patients who want the last place one gets it (APT-9)', async (t) => {
    const many = await Promise.all([withAccount(house, desk), withAccount(house, desk)])
    const answers = await Promise.all(
      many.map((one) =>
        one.post('/portal/appointments', {
          scheduled_for: '2026-03-13T14:00+03:00',
          clinician_id: open_doctor,
        }),
      ),
    )
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409],
    )
    t.match(
      answers.find(({ status }) => status === 409)?.message,
      /^That time has just been taken\. Free: /,
    )
  })

  t.test('with booking off nothing is offered', async (t) => {
    const me = await withAccount(house, desk)
    await admin.patch('/portal-settings', { booking_enabled: false })
    t.same((await me.get('/portal/bookable')).data, [])
    t.equal(
      (
        await me.post('/portal/appointments', {
          scheduled_for: '2026-03-13T14:30+03:00',
          clinician_id: open_doctor,
        })
      ).message,
      'Booking here is switched off.',
    )
    await admin.patch('/portal-settings', { booking_enabled: true })
  })
})
