// Hours from attendance to pay: overtime that is decided on, a month that is closed (HR-64, HR-66, HR-98).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { attendance } from '../../../../db/hospital/people/staff/attendance/tables.ts'
import { roster_shifts } from '../../../../db/hospital/people/staff/rosters/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

t.test('hours from attendance to pay', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-04-30T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, people } = desk
  const { officer, manager: hr } = desk.staff
  const { hospital, facility_id } = house
  const seer = await people.holding('attendance:read', 'attendance:correct', 'hr:all')
  const juma = await desk.paid(975_000)
  const march = { period_year: 2026, period_month: 3, facility_id }
  const close = (more: Record<string, unknown> = {}) =>
    hr.post('/hr/attendance/close-period', { ...march, ...more })
  /** A day as the clock and the shift left it. */
  const worked = (date: string, more: Record<string, unknown> = {}) =>
    within(async () => {
      const made = await attendance.insert({
        hospital_id: hospital.id,
        staff_id: juma.id,
        facility_id,
        department: 'Labour ward',
        date,
        shift_id: null,
        shift_code: null,
        status: 'PRESENT',
        source: 'DEVICE',
        clock_in_at: `${date}T04:00:00.000Z`,
        clock_out_at: `${date}T16:00:00.000Z`,
        device_in: null,
        device_out: null,
        worked_minutes: 720,
        overtime_minutes: 180,
        overtime_status: 'PENDING',
        correction: null,
        ...more,
      })
      return `/hr/attendance/${made.id}`
    })
  const third = await worked('2026-03-03', { night_minutes: 360 })
  const fourth = await worked('2026-03-04')
  const feast = await worked('2026-03-05', { holiday_minutes: 480, overtime_status: 'NONE' })
  const decide = (path: string, body: Record<string, unknown>) => hr.post(`${path}/overtime`, body)

  t.test(
    'overtime is decided by another, and is at most what there was (people 3.6)',
    async (t) => {
      t.match(await decide(third, { decision: 'APPROVED', minutes: 181 }), {
        status: 400,
        message: 'minutes is more than 180.',
      })
      t.equal((await decide(third, { decision: 'APPROVED', minutes: 0 })).status, 400)
      t.equal((await decide(third, { decision: 'REFUSED', minutes: 5 })).status, 400)
      t.equal((await seer.post(`${third}/overtime`, { decision: 'APPROVED' })).status, 403)
      const nurse = await people.holding('attendance:approve', 'attendance:read', 'hr:all')
      await desk.staff.link(nurse, juma.id)
      t.match(await nurse.post(`${third}/overtime`, { decision: 'APPROVED' }), {
        status: 409,
        message: 'You cannot approve your own time.',
      })
      const done = await decide(third, { decision: 'APPROVED', minutes: 150 })
      t.match(
        done.data,
        { overtime_status: 'APPROVED', overtime_approved_minutes: 150 },
        done.message,
      )
      t.match(await decide(third, { decision: 'REFUSED' }), {
        status: 409,
        message: 'No overtime waits here.',
      })
    },
  )

  t.test('more than the hours of four weeks needs a reason (HR-64)', async (t) => {
    await hr.patch('/hr/settings', { overtime_4_weeks_hours: 4 })
    t.match(await decide(fourth, { decision: 'APPROVED' }), {
      status: 409,
      message:
        'That makes 5.5 hours of overtime in four weeks, more than 4: give over_limit_reason.',
    })
    const over_limit_reason = 'An outbreak'
    t.equal((await decide(fourth, { decision: 'APPROVED', minutes: 90 })).status, 200)
    const fifth = await worked('2026-03-06')
    const done = await decide(fifth, { decision: 'APPROVED', minutes: 60, over_limit_reason })
    t.equal(done.status, 200, done.message)
  })

  t.test('a month is closed when nothing of it is open (HR-66)', async (t) => {
    t.match(await close({ period_month: 4 }), {
      status: 409,
      message: 'April 2026 is not over yet.',
    })
    t.equal((await officer.post('/hr/attendance/close-period', march)).status, 403)
    const late = await worked('2026-03-09', {
      clock_out_at: null,
      status: 'INCOMPLETE',
      overtime_status: 'NONE',
    })
    const asked = await seer.post(`${fourth}/correct`, { reason: 'Forgot', excused: true })
    t.equal(asked.status, 200, asked.message)
    const seventh = await worked('2026-03-10')
    t.match(await close(), {
      status: 409,
      message: '1 correction, 1 overtime and 1 incomplete day are still open.',
    })
    const supervisor = await people.holding('attendance:approve')
    t.equal(
      (
        await supervisor.post('/hr/attendance/close-period', {
          ...march,
          force: true,
          reason: 'Late',
        })
      ).status,
      403,
      'by force only who sees everybody',
    )
    t.match(await close({ force: true }), {
      status: 400,
      message: 'reason is required with force.',
    })
    const done = await close({ force: true, reason: 'Nobody knows any more' })
    t.match(
      done.data,
      { closed: true, counts: { corrections: 1, overtime: 1, incomplete: 1 } },
      done.message,
    )
    t.match((await seer.get(seventh)).data, { overtime_status: 'REFUSED', period_closed: true })
    t.match((await seer.get(fourth)).data, { correction: { status: 'REFUSED' } })
    t.match((await seer.get(late)).data, { status: 'INCOMPLETE', worked_minutes: 0 })
    t.match(await close(), {
      status: 409,
      message: 'March 2026 is closed for this branch already.',
    })
    t.match(await seer.post(`${feast}/correct`, { reason: 'Too late' }), {
      status: 409,
      message: 'March 2026 is closed for this branch: open it again first.',
    })
  })

  t.test('its hours are paid, what somebody gave by hand goes before (HR-98)', async (t) => {
    const run = await desk.run({ period_year: 2026, period_month: 3 }, 'CALCULATED')
    const warned = (await payroll.get(run)).data.exceptions as { code: string; staff_id: string }[]
    t.match(
      warned.filter(({ code }) => code === 'W10'),
      [{ staff_id: juma.id }],
      'five hours, and the limit is four (HR-104)',
    )
    const slipOf = async () => {
      const [{ id }] = (await payroll.get('/hr/payslips', { staff_id: juma.id })).data
      const { earnings } = (await payroll.get(`/hr/payslips/${id}`)).data
      return Object.fromEntries(
        (earnings as { code: string; amount: number }[]).map(({ code, amount }) => [code, amount]),
      )
    }
    // 5,000 an hour: five hours at 150 %, eight at 200 %, six at 5 %.
    t.same(await slipOf(), { BASIC: 975_000, OVERTIME: 37_500, HOLIDAY_WORK: 80_000, NIGHT: 1_500 })
    const rows = [{ staff_id: juma.id, component_code: 'OVERTIME', units: 1, note: 'Agreed' }]
    await payroll.put('/hr/pay-inputs', { period_year: 2026, period_month: 3, rows })
    await payroll.post(`${run}/calculate`)
    t.match(await slipOf(), { OVERTIME: 7_500, HOLIDAY_WORK: 80_000 })
    const of_leave = [{ staff_id: juma.id, component_code: 'LEAVE_PAY', amount: 9, note: 'Sold' }]
    const sold = { period_year: 2026, period_month: 3, rows: of_leave }
    t.match(
      await payroll.put('/hr/pay-inputs', sold),
      { status: 409, message: 'Annual leave is paid out only when a person leaves.' },
      'HR-84',
    )
    await payroll.put('/hr/pay-inputs', {
      period_year: 2026,
      period_month: 3,
      rows: rows.map((row) => ({ ...row, units: null })),
    })

    t.test('opened again, while no run rests on it (people 3.6)', async (t) => {
      const reopen = () =>
        hr.post('/hr/attendance/reopen-period', { ...march, reason: 'A day was forgotten' })
      await payroll.post(`${run}/calculate`)
      const approved = await manager.post(`${run}/approve`, desk.accepting)
      t.equal(approved.status, 200, approved.message)
      t.match(await reopen(), {
        status: 409,
        message: 'PR-2026-03-01 of March 2026 is approved already.',
      })
      await manager.post(`${run}/back-to-draft`, { reason: 'Once more' })
      t.match((await reopen()).data, { reopened: true })
      t.match(await reopen(), { status: 409, message: 'March 2026 is not closed for this branch.' })
      await payroll.post(`${run}/calculate`)
      t.same(await slipOf(), { BASIC: 975_000 }, 'an open month gives no hours')
    })

    t.test('where attendance decides on pay the month is closed first (people 3.8)', async (t) => {
      await hr.patch('/hr/settings', { attendance_affects_pay: true })
      t.match(await payroll.post(`${run}/calculate`), {
        status: 409,
        message: /^Attendance of March 2026 is not closed at .+\.$/,
      })
      for (const late of ['11', '12', '13', '16']) {
        const more = { minutes_late: 30, status: 'LATE', overtime_status: 'NONE' }
        await worked(`2026-03-${late}`, { overtime_minutes: 0, ...more })
      }
      const began = await desk.staff.officer.get('/hr/shift-types')
      const [type] = began.data
      const boss = await people.with('supervisor')
      const days = { department: 'Labour ward', starts_on: '2026-03-20', ends_on: '2026-03-20' }
      const roster = await boss.post('/hr/rosters', days)
      t.equal(roster.status, 201, roster.message)
      await within(async () => {
        const { id: hospital_id } = hospital
        const of = { hospital_id, roster_id: roster.data.id, facility_id, staff_id: juma.id }
        const shift = {
          shift_type_id: type.id,
          code: 'M',
          paid_minutes: 480,
          status: 'MISSED' as const,
        }
        const times = { starts_at: '2026-03-20T04:00:00.000Z', ends_at: '2026-03-20T12:30:00.000Z' }
        const { department } = days
        const rest = { date: '2026-03-20', on_call: false, night: false, role: null, note: null }
        await roster_shifts.insert({ ...of, ...shift, ...times, ...rest, department })
      })
      const closed = await close({ force: true, reason: 'As before' })
      t.equal(closed.status, 200, closed.message)
      t.equal((await payroll.post(`${run}/calculate`)).status, 200)
      // 975,000 / 26 for the day, and 30 minutes at 5,000 an hour: three late days are forgiven.
      t.match(await slipOf(), { ABSENCE: -40_000 }, 'HR-82')
    })
  })
})
