// What a workstation kept while the network was down: its own time, once, and approved where it does not fit
// the order in which it arrived (HR-53); days on which nobody clocked, excused or worked after all (HR-63, HR-82).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sessions, users } from '../../../../db/hospital/office/access/tables.ts'
import { clocked } from '../../../../db/hospital/people/staff/attendance/clocking.ts'
import { workedIn } from '../../../../db/hospital/people/staff/attendance/for-pay.ts'
import { markShifts } from '../../../../db/hospital/people/staff/attendance/missed.ts'
import { attendance } from '../../../../db/hospital/people/staff/attendance/tables.ts'
import type { ClockInput } from '../../../../db/hospital/people/staff/attendance/shapes.ts'
import { roster_shifts } from '../../../../db/hospital/people/staff/rosters/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'
import { staffDesk } from '../../../support/staff.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('kept while the network was down', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id, nobody } = house
  const { hospital_id } = system
  clock.freeze('2026-03-10T13:00:00.000Z')
  const desk = await staffDesk(house)
  const boss = await people.holding('attendance:read', 'attendance:correct', 'hr:all')
  const second = await people.holding('attendance:read', 'attendance:approve', 'hr:all')
  const somebody = async () => {
    const account = await people.with('nurse')
    const person = await desk.hire()
    await desk.link(account, person.id)
    return { account, person }
  }
  const at = ({ account }: { account: Person }, device_id: string | null, input: ClockInput) => {
    const { id: user_id, full_name: name } = account.user
    const caller = { ...system, user_id, name, facility_id, facility_ids: [facility_id], device_id }
    return within(() => clocked(caller, input))
  }
  const kept = (direction: 'IN' | 'OUT', device_time: string, offline_id = newId()) => ({
    direction,
    device_time,
    offline_id,
  })
  const day = async (id: string) => (await boss.get(`/hr/attendance/${id}`)).data

  t.test('only a workstation keeps, and it says when and what it was (HR-50, HR-53)', async (t) => {
    const one = await somebody()
    const set = await desk.manager.patch('/hr/settings', { clock_device_required: false })
    t.equal(set.status, 200, set.message)
    const clocks = (body: object) => one.account.post('/hr/attendance/clock', body)
    t.match(await clocks(kept('IN', '2026-03-10T04:00:00.000Z')), {
      status: 403,
      message: 'Clocking is done at an activated workstation.',
    })
    await desk.manager.patch('/hr/settings', { clock_device_required: true })
    const administrator = await people.administrator()
    const machine = workstation()
    const { data } = await administrator.post('/devices/activations', {
      facility_id,
      label: 'Ward desk',
      station_role: 'ward',
    })
    const claimed = await nobody.post('/devices/claim', machine.claim(data.code))
    t.equal(claimed.status, 201, claimed.message)
    const two = await somebody()
    await within(() =>
      sessions.change(
        { hospital_id, user_id: two.account.user.id },
        { device_id: claimed.data.device.id },
      ),
    )
    const there = (body: object) => two.account.post('/hr/attendance/clock', body)
    const whole = kept('IN', '2026-03-10T04:00:00.000Z')
    const bad: [object, string][] = [
      [{ ...whole, offline_id: undefined }, 'offline_id is required with device_time.'],
      [{ ...whole, device_time: undefined }, 'device_time is required with offline_id.'],
      [{ ...whole, direction: undefined }, 'direction is required with offline_id.'],
      [{ ...whole, device_time: '2026-03-10T13:10:01.000Z' }, 'device_time is in the future.'],
      [
        { ...whole, device_time: '2026-03-08T12:59:59.000Z' },
        'device_time is more than 48 hours ago: ask for a correction.',
      ],
    ]
    for (const [body, message] of bad) {
      t.match(await there(body), { status: 400, message }, message)
    }
    const came = await there(whole)
    t.match(came, {
      status: 201,
      data: { direction: 'IN', at: '2026-03-10T04:00:00.000Z', message: /in at 07:00\.$/ },
    })
    t.match(await day(came.data.attendance_id), {
      source: 'DEVICE',
      offline: true,
      clock_in_at: '2026-03-10T04:00:00.000Z',
      device_in: claimed.data.device.id,
      correction: null,
    })
  })

  t.test('a queue that is sent twice is one (HR-53)', async (t) => {
    const one = await somebody()
    const station = newId()
    const came = kept('IN', '2026-03-09T04:00:00.000Z')
    const went = kept('OUT', '2026-03-09T13:00:00.000Z')
    const answers = []
    for (const input of [came, went, came, went]) answers.push(await at(one, station, input))
    t.same(answers[2], answers[0])
    t.same(answers[3], answers[1])
    const rows = await attendance.all({ hospital_id, staff_id: one.person.id })
    t.match(rows, [{ worked_minutes: 540, status: 'PRESENT', correction: null }])
    t.equal(rows.length, 1)
    const again = kept('IN', '2026-03-10T04:00:00.000Z')
    const both = await Promise.all([1, 2, 3].map(() => at(one, station, again)))
    t.equal(new Set(both.map(({ attendance_id }) => attendance_id)).size, 1, 'three at once too')
  })

  t.test('in turn as at the workstation (HR-52, HR-53)', async (t) => {
    const one = await somebody()
    const station = newId()
    const refused = (input: ClockInput, message: string) =>
      t.rejects(at(one, station, input), { message }, message)
    await refused(kept('OUT', '2026-03-09T05:00:00.000Z'), 'You have not clocked in.')
    await at(one, station, kept('IN', '2026-03-09T04:00:00.000Z'))
    await refused(kept('IN', '2026-03-09T05:00:00.000Z'), 'You clocked in at 07:00.')
    await refused(kept('OUT', '2026-03-09T04:00:30.000Z'), 'You clocked in a moment ago.')
    // The network is back, and the day before has no end yet: it arrives late.
    const today = await at(one, station, {})
    t.equal(today.direction, 'IN')
    const ended = await at(one, newId(), kept('OUT', '2026-03-09T12:00:00.000Z'))
    t.match(await day(ended.attendance_id), {
      date: '2026-03-09',
      status: 'PRESENT',
      worked_minutes: 480,
      offline: true,
    })
    // A day that began before the one that runs is written down beside it, and ends when its end arrives.
    const morning = await at(one, newId(), kept('IN', '2026-03-10T04:00:00.000Z'))
    t.match(await day(morning.attendance_id), { status: 'INCOMPLETE', clock_out_at: null })
    await at(one, newId(), kept('OUT', '2026-03-10T08:00:00.000Z'))
    t.match(await day(morning.attendance_id), { status: 'PRESENT', worked_minutes: 240 })
    t.match(await day(today.attendance_id), { status: 'PRESENT', clock_out_at: null })
  })

  t.test('more than ten minutes off the order of arrival needs approval (HR-53)', async (t) => {
    const station = newId()
    const [first, other, third] = [await somebody(), await somebody(), await somebody()]
    await at(first, station, kept('IN', '2026-03-10T06:00:00.000Z'))
    const near = await at(third, station, kept('IN', '2026-03-10T05:50:00.000Z'))
    t.equal((await day(near.attendance_id)).correction, null, 'ten minutes are no more than ten')
    const off = await at(other, station, kept('IN', '2026-03-10T05:49:00.000Z'))
    t.match(off.message, /in at 08:49\. It waits for approval\.$/)
    await at(other, station, kept('OUT', '2026-03-10T12:49:00.000Z'))
    const path = `/hr/attendance/${off.attendance_id}`
    t.match(await day(off.attendance_id), {
      worked_minutes: 420,
      correction: { status: 'PENDING', new_out: '2026-03-10T12:49:00.000Z' },
    })
    const done = await second.post(`${path}/approve`, {})
    t.match(done.data, { worked_minutes: 420, correction: { status: 'APPROVED' } }, done.message)

    const wrong = await somebody()
    const late = await at(wrong, station, kept('IN', '2026-03-09T04:00:00.000Z'))
    await at(wrong, station, kept('OUT', '2026-03-09T15:00:00.000Z'))
    const no = await second.post(`/hr/attendance/${late.attendance_id}/refuse`, { note: 'No' })
    t.match(no.data, {
      status: 'INCOMPLETE',
      clock_out_at: null,
      worked_minutes: 0,
      overtime_minutes: 0,
      overtime_status: 'NONE',
      correction: { status: 'REFUSED', old_out: '2026-03-09T15:00:00.000Z' },
    })
    await t.rejects(at(wrong, station, kept('OUT', '2026-03-09T15:30:00.000Z')), {
      message: 'You have not clocked in.',
    })
  })

  t.test('a month that is closed takes nothing that was kept (HR-53, HR-66)', async (t) => {
    const [one, two] = [await somebody(), await somebody()]
    clock.freeze('2026-05-01T06:00:00.000Z')
    const words = 'April 2026 is closed for this branch: open it again first.'
    await at(two, newId(), kept('IN', '2026-04-30T05:00:00.000Z'))
    const closer = await people.with('hr_manager')
    const closed = await closer.post('/hr/attendance/close-period', {
      period_year: 2026,
      period_month: 4,
      facility_id,
      force: true,
      reason: 'No more is known',
    })
    t.equal(closed.status, 200, closed.message)
    await t.rejects(at(one, newId(), kept('IN', '2026-04-30T05:00:00.000Z')), { message: words })
    await t.rejects(at(two, newId(), kept('OUT', '2026-04-30T12:00:00.000Z')), { message: words })
  })
})

t.test('days on which nobody clocked', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  const { hospital_id } = system
  clock.freeze('2026-03-30T06:00:00.000Z')
  const desk = await staffDesk(house)
  const boss = await people.with('supervisor')
  const cadre_id = await desk.cadre('MA')
  const hire = () => desk.hire({ cadre_id })
  const [here, gone, late, off] = [await hire(), await hire(), await hire(), await hire()]
  const types = (await boss.get('/hr/shift-types')).data
  const M = types.find(({ code }: { code: string }) => code === 'M').id
  const department = 'Labour ward'
  const roster = await boss.post('/hr/rosters', {
    department,
    starts_on: '2026-04-06',
    ends_on: '2026-04-07',
  })
  const cells = [here, gone, late, off].flatMap(({ id: staff_id }) =>
    ['2026-04-06', '2026-04-07'].map((date) => ({ date, staff_id, shift_type_id: M })),
  )
  await boss.put(`/hr/rosters/${roster.data.id}/shifts`, { cells })
  const out = await boss.post(`/hr/rosters/${roster.data.id}/publish`, {})
  t.equal(out.status, 200, out.message)
  const shift = (staff_id: string, date = '2026-04-06') =>
    roster_shifts.find({ hospital_id, staff_id, date })
  const accounts = new Map<string, { user_id: string; name: string }>()
  for (const { id } of [here, off]) {
    const { user } = await people.with('nurse')
    await within(() => users.change({ hospital_id, id: user.id }, { staff_id: id }))
    accounts.set(id, { user_id: user.id, name: user.full_name })
  }
  const clocks = async (staff_id: string, input: ClockInput = {}) => {
    const who = accounts.get(staff_id)
    const caller = { ...system, ...who, facility_id, facility_ids: [facility_id] }
    return within(() => clocked({ ...caller, device_id: newId() }, input))
  }
  clock.freeze('2026-04-06T04:00:00.000Z')
  await clocks(here.id)
  clock.freeze('2026-04-06T18:31:00.000Z')
  await within(() => markShifts(system))
  const seer = await people.holding('attendance:read', 'attendance:correct', 'hr:all')
  const second = await people.holding('attendance:read', 'attendance:approve', 'hr:all')
  const absent = async (staff_id: string) =>
    (await seer.get('/hr/attendance', { staff_id, from: '2026-04-06', to: '2026-04-06' })).data

  t.test('an absence is a row that says so (HR-63)', async (t) => {
    t.match(await absent(gone.id), [
      {
        status: 'ABSENT',
        date: '2026-04-06',
        shift_code: 'M',
        source: null,
        clock_in_at: null,
        clock_out_at: null,
        worked_minutes: 0,
      },
    ])
    t.equal((await seer.get('/hr/attendance', { status: 'ABSENT' })).data.length, 3)
    await within(() => markShifts(system))
    t.equal((await absent(gone.id)).length, 1, 'once')
    t.equal((await absent(here.id)).length, 1)
  })

  t.test('excused by two, it costs nothing (HR-65, HR-82)', async (t) => {
    const [{ id }] = await absent(gone.id)
    const path = `/hr/attendance/${id}`
    t.match(await seer.post(`${path}/correct`, { reason: 'Forgot', clock_out_at: null }), {
      status: 200,
    })
    t.equal((await second.post(`${path}/refuse`, { note: 'Says nothing' })).status, 200)
    t.match(
      await seer.post(`${path}/correct`, {
        reason: 'Forgot',
        clock_out_at: '2026-04-06T12:30:00.000Z',
      }),
      { status: 400, message: 'clock_in_at is required with clock_out_at.' },
    )
    const asked = await seer.post(`${path}/correct`, { excused: true, reason: 'Floods' })
    t.equal(asked.status, 200, asked.message)
    const done = await second.post(`${path}/approve`, {})
    t.match(done.data, { status: 'ABSENT', excused: true, clock_in_at: null }, done.message)
    t.equal((await shift(gone.id))?.status, 'MISSED')
  })

  t.test('who was there and forgot to clock is set right (HR-65)', async (t) => {
    const [{ id }] = await absent(late.id)
    const times = {
      clock_in_at: '2026-04-06T04:00:00.000Z',
      clock_out_at: '2026-04-06T12:30:00.000Z',
    }
    await seer.post(`/hr/attendance/${id}/correct`, { ...times, reason: 'The clock was broken' })
    const done = await second.post(`/hr/attendance/${id}/approve`, {})
    t.match(done.data, { ...times, status: 'PRESENT', source: 'MANUAL', worked_minutes: 480 })
    t.equal((await shift(late.id))?.status, 'DONE')
  })

  t.test('what a workstation kept takes the place of an absence (HR-53, HR-63)', async (t) => {
    const [{ id }] = await absent(off.id)
    const device_time = '2026-04-06T04:02:00.000Z'
    const came = await clocks(off.id, { direction: 'IN', offline_id: newId(), device_time })
    t.equal(came.attendance_id, id, 'the row of the absence')
    t.match(await absent(off.id), [{ status: 'PRESENT', clock_in_at: device_time }])
    t.equal((await shift(off.id))?.status, 'DONE')
  })

  t.test('pay counts what was missed and not excused; leave says so (HR-63, HR-82)', async (t) => {
    clock.freeze('2026-04-07T04:00:00.000Z')
    await clocks(here.id, { direction: 'IN' })
    clock.freeze('2026-04-07T18:31:00.000Z')
    await within(() => markShifts(system))
    clock.freeze('2026-04-09T06:00:00.000Z')
    const officer = await people.with('hr_officer')
    const sick = await officer.post('/hr/leave', {
      staff_id: off.id,
      type_code: 'SICK_FULL',
      starts_on: '2026-04-07',
      ends_on: '2026-04-07',
    })
    t.equal(sick.status, 201, sick.message)
    const chief = await people.with('hr_manager')
    const given = await chief.post(`/hr/leave/${sick.data.id}/approve`, {})
    t.equal(given.status, 200, given.message)
    const on_leave = await attendance.find({
      hospital_id,
      staff_id: off.id,
      date: '2026-04-07',
    })
    t.match(on_leave, { status: 'ON_LEAVE', clock_in_at: null })
    t.match(
      await (await people.holding('attendance:read', 'attendance:correct', 'hr:all')).post(
        `/hr/attendance/${on_leave?.id}/correct`,
        { excused: true, reason: 'Once more' },
      ),
      { status: 409, message: 'That day is leave: call the person back from it first.' },
    )
    clock.freeze('2026-05-02T06:00:00.000Z')
    const closer = await people.with('hr_manager')
    const closed = await closer.post('/hr/attendance/close-period', {
      period_year: 2026,
      period_month: 4,
      facility_id,
      force: true,
      reason: 'No more is known',
    })
    t.equal(closed.status, 200, closed.message)
    t.match(closed.data.counts, { corrections: 0, incomplete: 3 }, 'an absence is no open day')
    const paid = await workedIn(
      { hospital_id },
      { year: 2026, month: 4 },
      [here, gone, late, off].map(({ id }) => id),
    )
    t.equal(paid.get(gone.id)?.missed, 1, 'the second day, the first was excused')
    t.equal(paid.get(late.id)?.missed, 1)
    t.equal(paid.get(off.id)?.missed ?? 0, 0, 'worked on one, sick on the other')
  })
})
