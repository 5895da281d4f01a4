// Who is where: closed days, full slots, the last place, rooms (APT-4 to APT-7, APT-9).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { awayBetween, holidays } from '../../../../db/hospital/neighbours/duty.ts'
import { answering } from '../../../support/answers.ts'
import { clinician } from '../../../support/desk/clinic.ts'
import { diary, now } from '../../../support/desk/diary.ts'

t.test('places in the diary', async (t) => {
  const { house, people, facility_id, manager, desk, patient, doctorWith, book } = await diary(t)

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
      (await book(id, '2026-03-19T08:00+03:00', c)).message,
      'Dr Amina Said is not here on 2026-03-19: Training.',
    )
    await manager.post(`/schedule-exceptions/${closed.data.id}/cancel`, { reason: 'moved' })
    t.equal((await book(id, '2026-03-19T08:00+03:00', c)).status, 201)
    answering(t, holidays, async (_caller, { from, to }) =>
      [{ date: '2026-03-20', name: 'Union Day' }].filter(({ date }) => from <= date && date <= to),
    )
    answering(t, awayBetween, async () => [
      { staff_id: doctor.id, from: '2026-03-23', to: '2026-03-24', reason: 'annual leave' },
    ])
    t.equal(
      (await book(id, '2026-03-20T08:00+03:00', c)).message,
      'Dr Amina Said is not here on 2026-03-20: Union Day.',
    )
    t.equal(
      (await book(id, '2026-03-23T08:00+03:00', c)).message,
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
    t.equal((await book(id, '2026-03-20T08:00+03:00', c)).status, 201)
    // Whoever has no schedule is away too.
    const other = await clinician(house, 'Dr Baraka')
    answering(t, awayBetween, async () => [
      { staff_id: other, from: '2026-03-23', to: '2026-03-24', reason: 'sick' },
    ])
    t.equal(
      (await book(id, '2026-03-23T15:00+03:00', { clinician_id: other })).message,
      'Dr Baraka is not here on 2026-03-23: sick.',
    )
  })

  t.test('a full slot is overbooked with a reason, up to the limit (APT-5)', async (t) => {
    const doctor = await doctorWith({ capacity: 1, overbook_limit: 1 })
    const c = { clinician_id: doctor.id }
    const [one, two, three] = [await patient(), await patient(), await patient()]
    t.equal((await book(one.id, '2026-03-25T08:00+03:00', c)).status, 201)
    clock.advance(3 * 60_000)
    const full = await book(two.id, '2026-03-25T08:00+03:00', c)
    t.equal(full.status, 409)
    t.match(
      full.message,
      /^Full session: Dr Amina Said has nothing free at 08:00 on 2026-03-25, 1 more may be let in\. .*may let this through with a reason\.$/,
    )
    const overrides = [{ gate: 'APT_OVERBOOK', reason_code: 'CLINICAL_NEED' }]
    t.equal((await book(two.id, '2026-03-25T08:00+03:00', { ...c, overrides })).status, 403)
    const chief = await people.with('reception', 'clinician')
    const over = await chief.post('/appointments', {
      patient_id: two.id,
      scheduled_for: '2026-03-25T08:00+03:00',
      ...c,
      overrides,
    })
    t.equal(over.status, 201, over.message)
    t.equal(over.data.overbooked, true)
    clock.advance(3 * 60_000)
    const none = await chief.post('/appointments', {
      patient_id: three.id,
      scheduled_for: '2026-03-25T08:00+03:00',
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
      const when = `2026-04-${String(day).padStart(2, '0')}T08:00+03:00`
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
    const first = await book(one.id, '2026-03-26T08:00+03:00', {
      clinician_id: other,
      duration_min: 60,
    })
    t.equal(first.status, 201, first.message)
    const clash = await book(two.id, '2026-03-26T08:45+03:00', { clinician_id: other })
    t.equal(clash.message, `Dr Chausiku already has ${one.number} at 08:00.`)
    const blind = await people.holding('appointment:create')
    const hidden = await blind.post('/appointments', {
      patient_id: two.id,
      scheduled_for: '2026-03-26T08:45+03:00',
      clinician_id: other,
    })
    t.equal(hidden.message, 'Dr Chausiku already has another patient at 08:00.')
    t.equal((await book(two.id, '2026-03-26T09:00+03:00', { clinician_id: other })).status, 201)
    const races = await Promise.all(
      [await patient(), await patient(), await patient()].map(({ id }) =>
        book(id, '2026-03-27T08:00+03:00', { clinician_id: other }),
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
    t.equal((await book(one.id, '2026-03-26T08:00+03:00', { location_id })).status, 201)
    const clash = await book(two.id, '2026-03-26T08:15+03:00', { location_id })
    t.equal(clash.message, `Room 1 already has ${one.number} at 08:00.`)
  })

  t.test('a patient is not at two places; the same department warns (APT-7)', async (t) => {
    const one = await patient()
    const first = await book(one.id, '2026-03-26T08:00+03:00', { department: 'DENTAL' })
    const clash = await book(one.id, '2026-03-26T08:15+03:00', { department: 'OPD' })
    t.equal(
      clash.message,
      `${one.full_name} already has appointment ${first.data.number} at 08:00.`,
    )
    const second = await book(one.id, '2026-03-26T11:00+03:00', { department: 'DENTAL' })
    t.equal(second.status, 201)
    t.match(second.data.warnings, [{ gate: 'APT_SAME_DAY', level: 'WARN' }])
    // Two at once for one patient: one of them.
    const [a, b] = [await clinician(house, 'Dr A'), await clinician(house, 'Dr B')]
    const races = await Promise.all(
      [a, b].map((clinician_id) => book(one.id, '2026-03-27T08:00+03:00', { clinician_id })),
    )
    t.same(
      races.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409],
    )
  })
})
