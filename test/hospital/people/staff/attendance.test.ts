// Attendance: clocked at a workstation, measured, set right by two (people 2.6; HR-50 to HR-52, HR-60 to
// HR-62, HR-65).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  measured,
  type ShiftTimes,
} from '../../../../db/hospital/people/staff/attendance/minutes.ts'
import { attendance } from '../../../../db/hospital/people/staff/attendance/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

const zone = 'Africa/Dar_es_Salaam'
const rules = { night_from: '20:00', night_to: '06:00', overtime_min_minutes: 30, day_hours: 9 }
/** 07:00 to 15:30 with half an hour of break. */
const morning: ShiftTimes = {
  starts_at: '2026-03-10T04:00:00.000Z',
  ends_at: '2026-03-10T12:30:00.000Z',
  paid_minutes: 480,
  grace_in_minutes: 10,
}
const day = (from: string, to: string | null) => ({
  clock_in_at: `2026-03-10T${from}:00.000Z`,
  clock_out_at: to === null ? null : to.length > 5 ? to : `2026-03-10T${to}:00.000Z`,
})
const none: ReadonlySet<string> = new Set()

t.test('what a day comes to (HR-61, HR-62)', async (t) => {
  t.match(measured(day('04:18', '13:40'), morning, rules, zone, none), {
    status: 'LATE',
    minutes_late: 18,
    worked_minutes: 532,
    overtime_minutes: 52,
    overtime_status: 'PENDING',
  })
  const calm = measured(day('04:10', '12:59'), morning, rules, zone, none)
  t.match(calm, {
    status: 'PRESENT',
    minutes_late: 0,
    overtime_minutes: 0,
    overtime_status: 'NONE',
  })
  const short = measured(day('04:11', '08:00'), morning, rules, zone, none)
  t.match(short, { status: 'LATE_AND_EARLY', minutes_early: 270, worked_minutes: 229 }, 'no break')
  const open = measured(day('03:50', null), morning, rules, zone, none)
  t.match(open, { status: 'PRESENT', worked_minutes: 0 })
  const night = measured(day('16:00', '2026-03-11T04:00:00.000Z'), null, rules, zone, none)
  t.match(night, { worked_minutes: 720, night_minutes: 600, overtime_minutes: 180 })
  const feast = measured(
    day('19:00', '2026-03-11T04:00:00.000Z'),
    null,
    rules,
    zone,
    new Set(['2026-03-11']),
  )
  t.equal(feast.holiday_minutes, 420, 'from midnight on')
})

t.test('clocking and setting right', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-10T13:40:00.000Z')
  const desk = await staffDesk(house)
  const nurse = await people.with('nurse')
  const boss = await people.holding('attendance:read', 'attendance:correct', 'hr:all')
  const second = await people.holding('attendance:read', 'attendance:approve', 'hr:all')
  const both = await people.holding('attendance:correct', 'attendance:approve', 'hr:all')
  const person = await desk.hire()
  const clocks = (body: Record<string, unknown> = {}) => nurse.post('/hr/attendance/clock', body)
  let id = ''
  /** As if it had been that long ago: sessions do not outlive a frozen clock that jumps. */
  const since = (record: string, clock_in_at: string) =>
    within(() => attendance.change({ hospital_id: house.hospital.id, id: record }, { clock_in_at }))

  t.test('at an activated workstation alone (HR-50)', async (t) => {
    t.match(await clocks(), {
      status: 403,
      message: 'Clocking is done at an activated workstation.',
    })
    const set = await desk.manager.patch('/hr/settings', { clock_device_required: false })
    t.equal(set.status, 200, set.message)
    t.match(await clocks(), {
      status: 409,
      message: 'Your account has no staff record: ask HR to link it.',
    })
    await desk.link(nurse, person.id)
  })

  t.test('in and out in turn (HR-51, HR-52)', async (t) => {
    t.equal((await clocks({ direction: 'OUT' })).message, 'You have not clocked in.')
    const came = await clocks()
    t.match(came, { status: 201, data: { direction: 'IN', shift: null } }, came.message)
    t.match(came.data.message, 'in at 16:40')
    id = came.data.attendance_id
    t.equal((await clocks({ direction: 'IN' })).message, 'You clocked in at 16:40.')
    t.equal((await clocks()).message, 'You clocked in a moment ago.')
    await since(id, '2026-03-10T04:00:00.000Z')
    t.match((await clocks()).data, { direction: 'OUT', attendance_id: id })
    t.match((await boss.get(`/hr/attendance/${id}`)).data, {
      status: 'PRESENT',
      source: 'DEVICE',
      date: '2026-03-10',
      worked_minutes: 580,
      overtime_minutes: 40,
      overtime_status: 'PENDING',
    })
    const again = await clocks()
    await since(again.data.attendance_id, '2026-03-09T21:40:00.000Z')
    t.equal((await clocks()).data.direction, 'IN', 'sixteen hours later it is a new day')
    t.match((await boss.get(`/hr/attendance/${again.data.attendance_id}`)).data, {
      status: 'INCOMPLETE',
      clock_out_at: null,
    })
  })

  t.test('set right by two, and never one’s own (HR-65)', async (t) => {
    const path = `/hr/attendance/${id}`
    t.equal((await nurse.post(`${path}/correct`, {})).status, 403)
    const said = { clock_out_at: '2026-03-10T12:00:00.000Z', reason: 'Forgot to clock out' }
    const bad: [Record<string, unknown>, string][] = [
      [{ clock_out_at: '2026-03-10T03:00:00.000Z' }, 'clock_out_at must be after clock_in_at.'],
      [{ clock_out_at: '2026-03-12T03:00:00.000Z' }, 'clock_out_at is in the future.'],
      [{ reason: '' }, 'reason must be between 3 and 300 characters.'],
    ]
    for (const [more, message] of bad) {
      const refused = await boss.post(`${path}/correct`, { ...said, ...more })
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    }
    const asked = await boss.post(`${path}/correct`, said)
    t.match(asked.data, {
      clock_out_at: '2026-03-10T13:40:00.000Z',
      correction: { status: 'PENDING', old_out: '2026-03-10T13:40:00.000Z' },
    })
    t.equal((await boss.post(`${path}/correct`, said)).status, 409)
    t.equal((await boss.post(`${path}/approve`, {})).status, 403)
    const done = await second.post(`${path}/approve`, { note: 'Seen' })
    t.match(done.data, {
      clock_out_at: said.clock_out_at,
      worked_minutes: 480,
      overtime_minutes: 0,
      correction: { status: 'APPROVED', old_out: '2026-03-10T13:40:00.000Z', note: 'Seen' },
    })
    t.match(await second.post(`${path}/approve`, {}), {
      status: 409,
      message: 'No correction waits here.',
    })
    const alone = await both.post(`${path}/correct`, { ...said, reason: 'Once more' })
    t.equal(alone.status, 200, alone.message)
    t.match(await both.post(`${path}/approve`, {}), {
      status: 409,
      message: 'You cannot approve your own time.',
    })
    const refused = await second.post(`${path}/refuse`, { note: 'No' })
    t.match(refused.data, { worked_minutes: 480, correction: { status: 'REFUSED' } })
    const selfish = await people.holding(
      'attendance:clock',
      'attendance:read',
      'attendance:correct',
      'hr:all',
    )
    const own = await desk.hire()
    await desk.link(selfish, own.id)
    const mine = await selfish.post('/hr/attendance/clock', {})
    const path_of_own = `/hr/attendance/${mine.data.attendance_id}`
    t.match(await selfish.post(`${path_of_own}/correct`, { reason: 'I was early' }), {
      status: 409,
      message: 'You cannot approve your own time.',
    })
  })

  t.test('lists are of one’s people (HR-1)', async (t) => {
    const supervisor = await people.with('supervisor')
    t.same((await supervisor.get('/hr/attendance')).data, [])
    t.equal((await supervisor.get(`/hr/attendance/${id}`)).status, 404)
    const query = { from: '2026-03-10', to: '2026-03-10', staff_id: person.id }
    const found = (await boss.get('/hr/attendance', query)).data
    t.ok(found.some((one: { id: string }) => one.id === id))
    t.same(
      (await boss.get('/hr/attendance', { ...query, from: '2026-03-08', to: '2026-03-08' })).data,
      [],
    )
    t.equal((await boss.get('/hr/attendance', { status: 'INCOMPLETE' })).data.length, 1)
  })
})

t.test('six at once: one clocks in', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T04:00:00.000Z')
  const desk = await staffDesk(house)
  await desk.manager.patch('/hr/settings', { clock_device_required: false })
  const nurse = await house.people.with('nurse')
  await desk.link(nurse, (await desk.hire()).id)
  const body = { direction: 'IN' }
  const ask = () => nurse.post('/hr/attendance/clock', body)
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
  t.same(statuses, [201, 409, 409, 409, 409, 409])
  t.equal(answers.find(({ status }) => status === 409)?.message, 'You clocked in at 07:00.')
})
