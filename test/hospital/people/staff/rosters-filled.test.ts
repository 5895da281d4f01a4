// Drafts that begin full: like another roster, or by turns (HR-36); and what the clock makes of shifts that are
// over (HR-63).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { markShifts } from '../../../../db/hospital/people/staff/attendance/missed.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { attendance } from '../../../../db/hospital/people/staff/attendance/tables.ts'
import { roster_shifts } from '../../../../db/hospital/people/staff/rosters/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

interface Row {
  staff_id: string
  shifts: { date: string; code: string; role: string | null }[]
}

t.test('rosters that begin full', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await staffDesk(house)
  const { hospital_id } = system
  const boss = await people.with('supervisor')
  const head = await people.with('nurse')
  const ca = await desk.cadre('MA')
  const lead = await desk.hire({ cadre_id: ca })
  await desk.link(head, lead.id)
  const one = await desk.hire({ cadre_id: ca, supervisor_id: lead.id })
  const two = await desk.hire({ cadre_id: ca, first_name: 'Peter' })
  const types = (await boss.get('/hr/shift-types')).data
  const type = (code: string) => types.find((each: { code: string }) => each.code === code).id
  const department = 'Labour ward'
  const begin = (starts_on: string, ends_on: string, more: Record<string, unknown> = {}) =>
    boss.post('/hr/rosters', { department, starts_on, ends_on, ...more })
  const codes = (people: Row[], staff_id: string): string =>
    (people.find((row) => row.staff_id === staff_id)?.shifts ?? [])
      .map(({ date, code }) => `${Number(date.slice(8))}${code}`)
      .join(' ')

  t.test('by turns, each from another place of them (HR-36)', async (t) => {
    const cycle = ['M', 'm', 'N', 'N', '-', '-']
    const pattern = [
      { staff_id: one.id, cycle },
      { staff_id: two.id, cycle, offset: 3 },
    ]
    const made = await begin('2026-05-01', '2026-05-08', { pattern })
    t.equal(made.status, 201, made.message)
    t.same(made.data.skipped, [])
    t.equal(codes(made.data.people, one.id), '1M 2M 3N 4N 7M 8M')
    t.equal(codes(made.data.people, two.id), '1N 4M 5M 6N 7N')
    t.match(
      await begin('2026-06-01', '2026-06-02', { pattern: [{ staff_id: one.id, cycle: ['X'] }] }),
      {
        status: 400,
        message: 'There is no shift X of Labour ward.',
      },
    )
    const other = { pattern: [{ staff_id: facility_id, cycle: ['M'] }] }
    t.match(await begin('2026-06-01', '2026-06-02', other), { status: 404 })
  })

  const source = await begin('2026-04-01', '2026-04-30')
  const cells = [
    { date: '2026-04-06', staff_id: one.id, shift_type_id: type('M'), role: 'In charge' },
    { date: '2026-04-07', staff_id: two.id, shift_type_id: type('N') },
    { date: '2026-04-13', staff_id: two.id, shift_type_id: type('A') },
    { date: '2026-04-14', shift_type_id: type('D') },
  ]
  await boss.put(`/hr/rosters/${source.data.id}/shifts`, { cells })

  t.test('like another, on days of the same name (HR-36)', async (t) => {
    const copy_from = source.data.id
    const made = await begin('2026-07-06', '2026-07-19', { copy_from })
    t.equal(made.status, 201, made.message)
    t.equal(codes(made.data.people, one.id), '6M', 'a Monday')
    t.equal(codes(made.data.people, two.id), '7N 13A')
    t.match(made.data.people.find((row: Row) => row.staff_id === one.id).shifts, [
      { role: 'In charge' },
    ])
    t.match(made.data.open, [{ date: '2026-07-14', code: 'D', status: 'OPEN' }])
    t.match(
      await begin('2026-08-03', '2026-08-09', {
        copy_from,
        pattern: [{ staff_id: one.id, cycle: ['M'] }],
      }),
      {
        status: 400,
        message: 'pattern stands in the place of copy_from: give one of the two.',
      },
    )
    await desk.department('Theatre')
    t.match(await begin('2026-08-03', '2026-08-09', { copy_from, department: 'Theatre' }), {
      status: 400,
      message: `${source.data.reference} is of Labour ward.`,
    })
  })

  t.test('what would be refused is left open and told (HR-36)', async (t) => {
    const asked = await desk.officer.post('/hr/leave', {
      staff_id: two.id,
      type_code: 'EMERGENCY_UNPAID',
      starts_on: '2026-09-08',
      ends_on: '2026-09-09',
      short_notice_reason: 'At home',
    })
    await desk.manager.post(`/hr/leave/${asked.data.id}/approve`, {})
    const made = await begin('2026-09-07', '2026-09-13', { copy_from: source.data.id })
    t.match(made.data.skipped, [{ staff_id: two.id, date: '2026-09-08', code: 'LEAVE' }])
    t.equal(made.data.skipped.length, 1)
    t.match(made.data.open, [{ date: '2026-09-08', code: 'N' }])
    t.same(
      made.data.clashes.filter(({ severity }: { severity: string }) => severity === 'REFUSE'),
      [],
    )
  })

  t.test('a shift is missed by who did not come, and done by the others (HR-63)', async (t) => {
    const status = async (staff_id: string, date: string) =>
      (await roster_shifts.find({ hospital_id, staff_id, date }))?.status
    const path = `/hr/rosters/${source.data.id}/publish`
    const out = await boss.post(path, { accept_short_reason: 'Few' })
    t.equal(out.status, 200, out.message)
    const came = (staff_id: string, date: string) =>
      within(() =>
        attendance.insert({
          hospital_id,
          staff_id,
          facility_id,
          department,
          date,
          shift_id: null,
          shift_code: null,
          status: 'PRESENT',
          source: 'DEVICE',
          clock_in_at: `${date}T04:00:00.000Z`,
          clock_out_at: null,
          device_in: null,
          device_out: null,
          overtime_status: 'NONE',
          correction: null,
        }),
      )
    await came(lead.id, '2026-04-06')
    await came(two.id, '2026-04-07')
    const mark = () => within(() => markShifts(system))
    clock.freeze('2026-04-06T18:00:00.000Z')
    t.equal(await mark(), 0, 'the last moment to clock out is not past')
    clock.freeze('2026-04-06T18:31:00.000Z')
    t.equal(await mark(), 1)
    t.equal(await mark(), 0, 'once')
    t.equal(await status(one.id, '2026-04-06'), 'MISSED')
    const told = await notifications.all({
      hospital_id,
      user_id: head.user.id,
      kind: 'attendance.absent',
    })
    t.match(told, [
      { title: 'Somebody did not come', body: /^Asha .*: M of 6 April 2026, Labour ward\.$/ },
    ])
    clock.freeze('2026-04-14T06:00:00.000Z')
    t.equal(await mark(), 2)
    t.equal(await status(two.id, '2026-04-07'), 'DONE')
    t.equal(await status(two.id, '2026-04-13'), 'DONE', 'nobody of the branch clocked on that day')
  })

  t.test('sick leave within three days takes its place (HR-63)', async (t) => {
    clock.freeze('2026-04-09T06:00:00.000Z')
    const nurse = await people.with('hr_officer')
    const asked = await nurse.post('/hr/leave', {
      staff_id: one.id,
      type_code: 'SICK_FULL',
      starts_on: '2026-04-06',
      ends_on: '2026-04-07',
    })
    t.equal(asked.status, 201, asked.message)
    const chief = await people.with('hr_manager')
    const done = await chief.post(`/hr/leave/${asked.data.id}/approve`, {})
    t.equal(done.status, 200, done.message)
    t.match(await roster_shifts.find({ hospital_id, staff_id: one.id, date: '2026-04-06' }), {
      status: 'CANCELLED',
      note: 'Sick',
    })
  })
})
