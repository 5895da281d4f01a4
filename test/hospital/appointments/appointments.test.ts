// Appointments (front office 2.8, 3.4, 4.9, section 6).

import t from 'tap'
import { clock } from '../../../db/clock.ts'
import { rows, run, within } from '../../../db/connection.ts'
import { remindDue } from '../../../db/hospital/appointments/reminders.ts'
import { noteMissed } from '../../../db/hospital/appointments/sweeps.ts'
import { awayBetween, cliniciansNamed, holidays } from '../../../db/hospital/neighbours/duty.ts'
import { staffById } from '../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../db/ids.ts'
import { sql } from '../../../db/sql.ts'
import { answering } from '../../support/answers.ts'
import type { Person } from '../../support/people.ts'
import { boot } from '../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../support/clinic.ts'
import { rowCounts } from '../../support/counts.ts'

const now = '2026-03-10T05:00:00.000Z'

t.test('appointments', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze(now)
  await department(house, 'OPD')
  await department(house, 'DENTAL')
  let manager: Person = await people.with('manager')
  let desk: Person = await people.with('reception')
  /** A session lasts a quarter of an hour: who works at another time has signed in anew. */
  const at = async (instant: string): Promise<void> => {
    clock.freeze(instant)
    manager = await people.with('manager')
    desk = await people.with('reception')
  }
  let count = 0
  const patient = async (more: Record<string, unknown> = {}) => {
    count += 1
    const letters = [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const made = await desk.post('/patients', {
      first_name: `Rehema${letters}`,
      last_name: `Moshi${letters}`,
      sex: 'Female',
      birth_date: `19${50 + (count % 49)}-0${(count % 9) + 1}-11`,
      phone: `07128${String(count).padStart(5, '0')}`,
      language: 'en',
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const doctorWith = async (more: Record<string, unknown> = {}, name = 'Dr Amina Said') => {
    const id = await clinician(house, name)
    const made = await weekdaysAt(manager, id, more)
    t.equal(made.status, 201, made.message)
    return { id, schedule_id: made.data.id as string }
  }
  const book = (patient_id: string, scheduled_for: string, more = {}) =>
    desk.post('/appointments', { patient_id, scheduled_for, ...more })

  t.test('booked at a slot, in the local time of the house (APT-1, APT-10)', async (t) => {
    const doctor = await doctorWith()
    const { id } = await patient()
    const booked = await book(id, '2026-03-12T08:30', { clinician_id: doctor.id })
    t.equal(booked.status, 201, booked.message)
    t.match(booked.data, {
      number: 'AP-2026-00001',
      status: 'BOOKED',
      scheduled_for: '2026-03-12T05:30:00.000Z',
      end_at: '2026-03-12T06:00:00.000Z',
      local: '2026-03-12 08:30',
      duration_min: 30,
      kind: 'CONSULTATION',
      clinician_name: 'Dr Amina Said',
      department: 'OPD',
      channel: 'DESK',
      overbooked: false,
      warnings: [],
      patient: { id },
    })
    t.same(booked.data.moves, ['confirm', 'reschedule', 'check in', 'no-show', 'cancel'])
    t.same(
      booked.data.reminders.map((one: { at: string; status: string }) => [one.at, one.status]),
      [
        ['2026-03-10T05:30:00.000Z', 'PLANNED'],
        ['2026-03-12T02:30:00.000Z', 'PLANNED'],
      ],
    )
    const told = await desk.get(`/patients/${id}/messages`)
    t.match(told.data, [
      {
        template_code: 'APPOINTMENT_BOOKED',
        text: 'St Mary Hospital: Your appointment is 12/03/2026 08:30, number AP-2026-00001.',
      },
    ])
    const found = await desk.get('/appointments', { search: 'AP-2026-00001' })
    t.equal(found.meta?.total, 1, found.message)
    t.equal((await desk.get(`/appointments/${booked.data.id}`)).data.id, booked.data.id)
    // FRO-6: the same id again answers the first result.
    const own = newId()
    const first = await book(id, '2026-03-13T08:30', { clinician_id: doctor.id, id: own })
    const again = await book(id, '2026-03-13T08:30', { clinician_id: doctor.id, id: own })
    t.equal(first.data.id, own)
    t.equal(again.data.number, first.data.number)
  })

  t.test('what cannot be booked is refused and leaves nothing (APT-3)', async (t) => {
    const doctor = await doctorWith({ kinds: ['CONSULTATION'] })
    const { id } = await patient()
    const man = await patient({ sex: 'Male', first_name: 'Juma' })
    const dead = await patient()
    await within(() => run(sql`update patients set status = 'DECEASED' where id = ${dead.id}`))
    const nobody = newId()
    const c = { clinician_id: doctor.id }
    const bad: [string, string, Record<string, unknown>, number, string | RegExp][] = [
      [id, 'next monday', c, 400, 'scheduled_for must be a time.'],
      [id, '2026-02-30T08:00', c, 400, 'scheduled_for must be a time.'],
      [id, '2026-03-12T25:00', c, 400, 'scheduled_for must be a time.'],
      [id, '2026-03-10T07:54', c, 400, 'scheduled_for is in the past.'],
      [id, '2028-03-20T08:00', c, 400, 'scheduled_for is more than 730 days ahead.'],
      [
        id,
        '2026-03-12T08:15',
        c,
        409,
        'Dr Amina Said has no slot at 08:15 on 2026-03-12. Free: 08:00, 08:30, 09:00.',
      ],
      [
        id,
        '2026-03-14T08:00',
        c,
        409,
        'Dr Amina Said has no slot at 08:00 on 2026-03-14. Free: 2026-03-16 08:00, 2026-03-16 08:30, 2026-03-16 09:00.',
      ],
      [id, '2026-03-12T08:00', { ...c, kind: 'REVIEW' }, 409, 'Eye clinic does not take REVIEW.'],
      [
        id,
        '2026-03-12T08:00',
        { ...c, kind: 'CHECKUP' },
        400,
        'kind must be one of CONSULTATION, FOLLOW_UP, PROCEDURE, ANTENATAL, IMMUNISATION, REVIEW, THEATRE.',
      ],
      [
        id,
        '2026-03-12T08:00',
        { ...c, duration_min: 0 },
        400,
        'duration_min must be from 5 to 480.',
      ],
      [
        id,
        '2026-03-12T08:00',
        { ...c, duration_min: 481 },
        400,
        'duration_min must be from 5 to 480.',
      ],
      [id, '2026-03-12T08:00', { clinician_id: nobody }, 404, 'No such clinician.'],
      [id, '2026-03-12T08:00', { location_id: nobody }, 404, 'No such location.'],
      [id, '2026-03-12T08:00', { service_point_id: nobody }, 404, 'No such service point.'],
      [id, '2026-03-12T08:00', { department: 'Nope' }, 400, 'department "Nope" is not known.'],
      [nobody, '2026-03-12T08:00', c, 404, 'No such patient.'],
      [dead.id, '2026-03-12T08:00', c, 409, /is recorded as having died on/],
      [
        man.id,
        '2026-03-12T08:00',
        { kind: 'ANTENATAL' },
        409,
        `ANTENATAL is for women: ${man.full_name} is Male.`,
      ],
    ]
    const before = await rowCounts('audit_heads')
    for (const [who, when, more, status, message] of bad) {
      const refused = await book(who, when, more)
      if (typeof message === 'string') t.equal(refused.message, message)
      else t.match(refused.message, message)
      t.equal(refused.status, status, refused.message)
    }
    t.equal(
      (await desk.post('/appointments', { patient_id: id })).message,
      'scheduled_for is required.',
    )
    t.equal(
      (await desk.post('/appointments', { scheduled_for: '2026-03-12T08:00' })).message,
      'patient_id is required.',
    )
    t.same(await rowCounts('audit_heads'), before)
  })

  t.test('a kind of a module that is off is refused naming it (APT-8)', async (t) => {
    const admin = await people.administrator()
    const { id } = await patient()
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-off`, { reason: 'none' })
    const refused = await book(id, '2026-03-12T08:00', { kind: 'THEATRE' })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'The theatre module is switched off at Main.')
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-on`, {})
    t.equal((await book(id, '2026-03-12T08:00', { kind: 'THEATRE' })).status, 201)
  })

  t.test('who sees no patients, and a name that is one’s or nobody’s (APT-2)', async (t) => {
    const staff = {
      staff_id: newId(),
      name: 'Bahati Kimaro',
      cadre: null,
      grade: null,
      national_id: null,
    }
    answering(t, staffById, async () => ({ ...staff, clinical: false }))
    answering(t, cliniciansNamed, async (_caller, name) =>
      name === 'Dr Neema' ? [{ ...staff, name: 'Dr Neema' }] : [],
    )
    const { id } = await patient()
    const refused = await book(id, '2026-03-17T08:00', { clinician_id: staff.staff_id })
    t.equal(refused.message, 'Bahati Kimaro does not see patients.')
    t.equal(refused.status, 409)
    const named = await book(id, '2026-03-17T08:00', { clinician_name: 'Dr Neema' })
    t.match(named.data, { clinician_id: staff.staff_id, clinician_name: 'Dr Neema' })
    const free = await book(id, '2026-03-18T08:00', { clinician_name: 'A visitor' })
    t.match(free.data, { clinician_id: null, clinician_name: 'A visitor' })
  })

  t.test('closed days, leave and holidays (APT-4)', async (t) => {
    const doctor = await doctorWith()
    const c = { clinician_id: doctor.id }
    const { id } = await patient()
    const closed = await manager.post('/schedule-exceptions', {
      clinician_id: doctor.id,
      from_date: '2026-03-19',
      to_date: '2026-03-19',
      kind: 'CLOSED',
      reason: 'Training',
    })
    t.equal(closed.status, 201, closed.message)
    t.equal(
      (await book(id, '2026-03-19T08:00', c)).message,
      'Dr Amina Said is not here on 2026-03-19: Training.',
    )
    await manager.post(`/schedule-exceptions/${closed.data.id}/cancel`, { reason: 'moved' })
    t.equal((await book(id, '2026-03-19T08:00', c)).status, 201)
    answering(t, holidays, async (_caller, { from, to }) =>
      [{ date: '2026-03-20', name: 'Union Day' }].filter(({ date }) => from <= date && date <= to),
    )
    answering(t, awayBetween, async () => [
      { staff_id: doctor.id, from: '2026-03-23', to: '2026-03-24', reason: 'annual leave' },
    ])
    t.equal(
      (await book(id, '2026-03-20T08:00', c)).message,
      'Dr Amina Said is not here on 2026-03-20: Union Day.',
    )
    t.equal(
      (await book(id, '2026-03-23T08:00', c)).message,
      'Dr Amina Said is not here on 2026-03-23: annual leave.',
    )
    // An extra session is held on a holiday all the same.
    const extra = await manager.post('/schedule-exceptions', {
      schedule_id: doctor.schedule_id,
      from_date: '2026-03-20',
      to_date: '2026-03-20',
      kind: 'EXTRA',
      reason: 'Backlog',
    })
    t.equal(extra.status, 201, extra.message)
    t.equal((await book(id, '2026-03-20T08:00', c)).status, 201)
    // Whoever has no schedule is away too.
    const other = await clinician(house, 'Dr Baraka')
    answering(t, awayBetween, async () => [
      { staff_id: other, from: '2026-03-23', to: '2026-03-24', reason: 'sick' },
    ])
    t.equal(
      (await book(id, '2026-03-23T15:00', { clinician_id: other })).message,
      'Dr Baraka is not here on 2026-03-23: sick.',
    )
  })

  t.test('a full slot is overbooked with a reason, up to the limit (APT-5)', async (t) => {
    const doctor = await doctorWith({ capacity: 1, overbook_limit: 1 })
    const c = { clinician_id: doctor.id }
    const [one, two, three] = [await patient(), await patient(), await patient()]
    t.equal((await book(one.id, '2026-03-25T08:00', c)).status, 201)
    clock.advance(3 * 60_000)
    const full = await book(two.id, '2026-03-25T08:00', c)
    t.equal(full.status, 409)
    t.match(
      full.message,
      /^Full session: Dr Amina Said has nothing free at 08:00 on 2026-03-25, 1 more may be let in\. .*may let this through with a reason\.$/,
    )
    const overrides = [{ gate: 'APT_OVERBOOK', reason_code: 'CLINICAL_NEED' }]
    t.equal((await book(two.id, '2026-03-25T08:00', { ...c, overrides })).status, 403)
    const chief = await people.with('reception', 'clinician')
    const over = await chief.post('/appointments', {
      patient_id: two.id,
      scheduled_for: '2026-03-25T08:00',
      ...c,
      overrides,
    })
    t.equal(over.status, 201, over.message)
    t.equal(over.data.overbooked, true)
    clock.advance(3 * 60_000)
    const none = await chief.post('/appointments', {
      patient_id: three.id,
      scheduled_for: '2026-03-25T08:00',
      ...c,
      overrides,
    })
    t.equal(
      none.message,
      'The session of Dr Amina Said on 2026-03-25 is full, overbooking included.',
    )
    const slots = await desk.get('/appointment-slots', {
      ...c,
      from: '2026-03-25',
      to: '2026-03-25',
    })
    t.match(slots.data[0], { booked: 2, free: 0, overbook_left: 0, status: 'FULL' })
    t.match(slots.data[1], { booked: 0, free: 1, status: 'FREE' })
    clock.freeze(now)
  })

  t.test('of two who want the last place one gets it (APT-9)', async (t) => {
    const doctor = await doctorWith()
    for (let day = 6; day <= 10; day += 1) {
      const when = `2026-04-${String(day).padStart(2, '0')}T08:00`
      const many = await Promise.all([patient(), patient(), patient(), patient()])
      const answers = await Promise.all(
        many.map(({ id }) => book(id, when, { clinician_id: doctor.id })),
      )
      t.same(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [201, 409, 409, 409],
      )
      for (const { status, message } of answers) {
        if (status === 409)
          t.equal(message, 'That time has just been taken. Free: 08:30, 09:00, 09:30.')
      }
    }
  })

  t.test('without a schedule nobody is booked twice at a time (APT-6)', async (t) => {
    const other = await clinician(house, 'Dr Chausiku')
    const [one, two] = [await patient(), await patient()]
    const first = await book(one.id, '2026-03-26T08:00', {
      clinician_id: other,
      duration_min: 60,
    })
    t.equal(first.status, 201, first.message)
    const clash = await book(two.id, '2026-03-26T08:45', { clinician_id: other })
    t.equal(clash.message, `Dr Chausiku already has ${one.number} at 08:00.`)
    const blind = await people.holding('appointment:create')
    const hidden = await blind.post('/appointments', {
      patient_id: two.id,
      scheduled_for: '2026-03-26T08:45',
      clinician_id: other,
    })
    t.equal(hidden.message, 'Dr Chausiku already has another patient at 08:00.')
    t.equal((await book(two.id, '2026-03-26T09:00', { clinician_id: other })).status, 201)
    const races = await Promise.all(
      [await patient(), await patient(), await patient()].map(({ id }) =>
        book(id, '2026-03-27T08:00', { clinician_id: other }),
      ),
    )
    t.same(
      races.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409, 409],
    )
  })

  t.test('a room is used by one at a time (APT-6)', async (t) => {
    const admin = await people.administrator()
    const room = await admin.post('/locations', {
      facility_id,
      code: 'R1',
      name: 'Room 1',
      kind: 'ROOM',
    })
    t.equal(room.status, 201, room.message)
    const location_id = room.data.id
    const [one, two] = [await patient(), await patient()]
    t.equal((await book(one.id, '2026-03-26T08:00', { location_id })).status, 201)
    const clash = await book(two.id, '2026-03-26T08:15', { location_id })
    t.equal(clash.message, `Room 1 already has ${one.number} at 08:00.`)
  })

  t.test('a patient is not at two places; the same department warns (APT-7)', async (t) => {
    const one = await patient()
    const first = await book(one.id, '2026-03-26T08:00', { department: 'DENTAL' })
    const clash = await book(one.id, '2026-03-26T08:15', { department: 'OPD' })
    t.equal(
      clash.message,
      `${one.full_name} already has appointment ${first.data.number} at 08:00.`,
    )
    const second = await book(one.id, '2026-03-26T11:00', { department: 'DENTAL' })
    t.equal(second.status, 201)
    t.match(second.data.warnings, [{ gate: 'APT_SAME_DAY', level: 'WARN' }])
    // Two at once for one patient: one of them.
    const [a, b] = [await clinician(house, 'Dr A'), await clinician(house, 'Dr B')]
    const races = await Promise.all(
      [a, b].map((clinician_id) => book(one.id, '2026-03-27T08:00', { clinician_id })),
    )
    t.same(
      races.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409],
    )
  })

  t.test('confirmed, moved, cancelled; each move in its states (3.4)', async (t) => {
    const doctor = await doctorWith()
    const c = { clinician_id: doctor.id }
    const one = await patient()
    const { data } = await book(one.id, '2026-03-30T08:00', c)
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
      scheduled_for: '2026-03-31T08:00',
      reason: 'asked',
    })
    t.equal(stale.status, 409)
    t.equal(
      (await desk.post(`${path}/reschedule`, { scheduled_for: '2026-03-31T08:00' })).message,
      'reason is required.',
    )
    clock.advance(11 * 60_000)
    const moved = await desk.post(`${path}/reschedule`, {
      scheduled_for: '2026-03-31T08:30',
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
    t.equal((await book(other.id, '2026-03-30T08:00', c)).status, 201, 'its slot is free again')
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
    const { data } = await book((await patient()).id, '2026-03-30T15:00')
    const changed = await desk.patch(`/appointments/${data.id}`, {
      notes: 'Fasting',
      remind: false,
    })
    t.match(changed.data, { notes: 'Fasting', remind: false, version: 2 })
    t.ok(changed.data.reminders.every((one: { status: string }) => one.status === 'DROPPED'))
    await desk.post(`/appointments/${data.id}/cancel`, { reason: 'none', by: 'HOSPITAL' })
    t.equal((await desk.patch(`/appointments/${data.id}`, { notes: 'x' })).status, 409)
  })

  t.test('an exception hits bookings: counted, or cancelled and told (APT-15)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Furaha')
    const c = { clinician_id: doctor.id }
    const [one, two] = [await patient(), await patient()]
    await book(one.id, '2026-04-20T08:00', c)
    await book(two.id, '2026-04-20T09:30', c)
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

  t.test('reminders go once each, and never for what is over (APT-16)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Hamisi')
    const one = await patient()
    const { data } = await book(one.id, '2026-03-16T08:00', { clinician_id: doctor.id })
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

  t.test('who does not come is noted, and may still be checked in (APT-18)', async (t) => {
    const doctor = await doctorWith({}, 'Dr Idi')
    const one = await patient()
    const { data } = await book(one.id, '2026-03-10T09:30', { clinician_id: doctor.id })
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
    const tomorrow = await book(one.id, '2026-03-11T08:00', c)
    const wrong = await desk.post(`/appointments/${tomorrow.data.id}/check-in`)
    t.equal(wrong.status, 409)
    t.equal(wrong.message, 'This appointment is for 2026-03-11.')
    const { data } = await book(one.id, '2026-03-10T09:00', { ...c, kind: 'REVIEW' })
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
    const { data } = await book(one.id, '2026-03-10T15:00', { kind: 'ANTENATAL' })
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

  t.test('why the patient of a restricted record comes is hidden (PRV-2)', async (t) => {
    const one = await patient()
    const { data } = await book(one.id, '2026-04-02T15:00', { reason: 'Rash', notes: 'Private' })
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
    const { data } = await book((await patient()).id, '2026-04-01T15:00')
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
