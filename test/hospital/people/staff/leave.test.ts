// Leave: asked for, decided, taken back, and what is left of it (people 2.7, 3.5, HR-70 to HR-83).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  awayBetween,
  holidays as holidaysOf,
  isAway,
} from '../../../../db/hospital/neighbours/duty.ts'
import {
  balanceOn,
  type Off,
  type TypeRules,
} from '../../../../db/hospital/people/staff/leave/balance.ts'
import { rowCounts } from '../../../support/counts.ts'
import { find as findStaff } from '../../../../db/hospital/people/staff/records/shown.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

const annual: TypeRules = {
  code: 'ANNUAL',
  days: 2800,
  basis: 'CALENDAR',
  cycle_months: 12,
  accrual: 'MONTHLY',
  carry_over_days: 1400,
  carry_over_months: 6,
}

t.test('balances are reckoned from the day of hiring (HR-70 to HR-72)', async (t) => {
  const on = (as_of: string, offs: Off[] = [], hired_on = '2025-01-01') =>
    balanceOn(annual, hired_on, as_of, offs, [], new Set())
  t.equal(on('2025-01-30').accrued, 0)
  t.equal(on('2025-01-31').accrued, 233, 'at the end of the month, to two decimals')
  t.equal(on('2025-11-30').accrued, 2567)
  t.equal(on('2025-12-31').accrued, 2800, 'the twelfth brings the exact sum')
  t.match(on('2026-01-01'), { accrued: 0, carried: 1400, available: 1400, lapsed: 0 })
  t.match(on('2026-06-30'), { carried: 1400, lapsed: 0, available: 2800 })
  t.match(on('2026-07-01'), { carried: 1400, lapsed: 1400, available: 1400 })
  const ten = { starts_on: '2026-02-01', ends_on: '2026-02-10', half: false, taken: true }
  t.match(on('2026-07-01', [ten]), { taken: 1000, lapsed: 400, available: 1400 })
  const later = { starts_on: '2026-12-30', ends_on: '2027-01-02', half: false, taken: false }
  t.match(on('2026-12-30', [later]), { booked: 200 }, 'over a year’s end each takes its own days')
  t.match(on('2027-01-01', [later]), { booked: 200 })
  const half = { starts_on: '2025-03-03', ends_on: '2025-03-03', half: true, taken: true }
  t.equal(on('2025-03-31', [half]).taken, 50)
  t.match(on('2025-02-28', [], '2024-02-29'), { cycle_starts: '2025-02-28', carried: 1400 })
})

t.test('leave', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-02T06:00:00.000Z')
  const { officer, manager, hire, cadre, link } = await staffDesk(house)
  const hired = (more: Record<string, unknown> = {}) => hire({ hired_on: '2025-01-01', ...more })
  const ask = (staff_id: string, more: Record<string, unknown> = {}) =>
    officer.post('/hr/leave', {
      staff_id,
      type_code: 'ANNUAL',
      starts_on: '2026-03-09',
      ends_on: '2026-03-13',
      ...more,
    })
  const balance = async (staff_id: string, type_code = 'ANNUAL', as_of = '2026-03-02') =>
    (await officer.get('/hr/leave-balances', { staff_id, type_code, as_of })).data[0]

  t.test('the types that ship (2.7)', async (t) => {
    const nurse = await people.with('nurse')
    const { data } = await nurse.get('/hr/leave-types')
    t.match(data[0], { code: 'ANNUAL', days: 28, accrual: 'MONTHLY', carry_over_days: 14 })
    t.equal(data.length, 10)
  })

  t.test('a sickness that outlasts its pay is split by itself (HR-76)', async (t) => {
    const ill = await hired()
    const account = await people.with('nurse')
    await link(account, ill.id)
    const sick = { type_code: 'SICK_FULL', starts_on: '2026-03-02', reason: 'An operation' }
    const long = { ...sick, ends_on: '2026-07-29' }
    const before = await rowCounts()
    for (const more of [{}, { accept_unpaid: false }, { accept_unpaid: null }]) {
      t.match(await account.post('/hr/me/leave', { ...long, ...more }), {
        status: 409,
        message:
          'Of 24 of these days neither full nor half pay is left: give accept_unpaid to take them without pay.',
      })
    }
    t.equal((await account.post('/hr/me/leave', { ...long, accept_unpaid: 'yes' })).status, 400)
    t.same(await rowCounts(), before, 'nothing is left of it')
    const asked = await account.post('/hr/me/leave', { ...long, accept_unpaid: true })
    t.equal(asked.status, 201, asked.message)
    t.match(asked.data, {
      type_code: 'SICK_FULL',
      ends_on: '2026-05-03',
      days: 63,
      balance_before: 63,
      balance_after: 0,
      further: [
        { type_code: 'SICK_HALF', starts_on: '2026-05-04', ends_on: '2026-07-05', days: 63 },
        { type_code: 'UNPAID', starts_on: '2026-07-06', ends_on: '2026-07-29', days: 24 },
      ],
    })
    for (const { id } of [asked.data, ...asked.data.further]) {
      const given = await manager.post(`/hr/leave/${id}/approve`, {})
      t.equal(given.status, 200, given.message)
    }
    t.match(await balance(ill.id, 'SICK_FULL'), { available: 0 })
    t.match(await balance(ill.id, 'SICK_HALF'), { available: 0 })

    const other = await hired()
    const half = await ask(other.id, { ...sick, ends_on: '2026-05-10' })
    t.match(half.data, { days: 63, further: [{ type_code: 'SICK_HALF', days: 7 }] })
    const [rest] = half.data.further
    await manager.post(`/hr/leave/${half.data.id}/approve`, {})
    await manager.post(`/hr/leave/${rest.id}/approve`, {})
    const again = await ask(other.id, { ...sick, starts_on: '2026-05-11', ends_on: '2026-05-12' })
    t.match(again.data, { type_code: 'SICK_HALF', days: 2, further: [] }, 'from the first day')
  })

  t.test('full pay comes back with a new cycle (HR-70, HR-76)', async (t) => {
    // Three years of service are over on 14 May.
    const ill = await hired({ hired_on: '2023-05-15' })
    const asked = await ask(ill.id, {
      type_code: 'SICK_FULL',
      starts_on: '2026-03-02',
      ends_on: '2026-05-20',
      reason: 'An operation',
    })
    t.match(asked.data, {
      ends_on: '2026-05-03',
      further: [
        { type_code: 'SICK_HALF', starts_on: '2026-05-04' },
        { type_code: 'SICK_FULL', starts_on: '2026-05-15', ends_on: '2026-05-20' },
      ],
    })
  })

  t.test('what is refused (6, HR-74, HR-75, HR-76, HR-79, HR-80)', async (t) => {
    const asha = await hired()
    const juma = await hired({ sex: 'Male' })
    const fresh = await hired({ hired_on: '2026-02-01' })
    const guard = await hired({ cadre_id: await cadre('GUARD') })
    const bad: [string, string, Record<string, unknown>, number, string][] = [
      ['ends first', asha.id, { ends_on: '2026-03-08' }, 400, 'ends_on is before starts_on.'],
      ['no type', asha.id, { type_code: 'FUN' }, 404, 'No such leave type.'],
      [
        'too many',
        asha.id,
        { starts_on: '2026-04-01', ends_on: '2026-04-30' },
        409,
        'You have 21 days of annual leave by 1 April 2026; this asks for 30.',
      ],
      ['a man', juma.id, { type_code: 'MATERNITY' }, 409, 'Maternity leave is for female staff.'],
      [
        'too early',
        fresh.id,
        {},
        409,
        'Annual leave may be taken after 6 months: from 1 August 2026.',
      ],
      [
        'in the past',
        asha.id,
        { starts_on: '2026-03-01' },
        409,
        'Annual leave cannot begin in the past: give short_notice_reason.',
      ],
      [
        'sick too long ago',
        asha.id,
        { type_code: 'SICK_FULL', starts_on: '2026-02-22', reason: 'Malaria' },
        409,
        'Sick leave begins at most 7 days back.',
      ],
      [
        'no paper of an illness',
        asha.id,
        { type_code: 'SICK_FULL' },
        400,
        'reason is required: sick leave, full pay of more than 2 days without a document.',
      ],
      [
        'half pay first',
        asha.id,
        { type_code: 'SICK_HALF' },
        409,
        '63 days of sick leave with full pay are left: use them first.',
      ],
      ['half a week', asha.id, { half_day: 'AM' }, 400, 'half_day is for leave of one day.'],
      [
        'cover of another kind',
        asha.id,
        { cover_staff_id: guard.id },
        409,
        `${guard.full_name} is SUPPORT, not NURSING.`,
      ],
      [
        'cover of oneself',
        asha.id,
        { cover_staff_id: asha.id },
        400,
        'cover_staff_id names the one who goes.',
      ],
      [
        'a weekend',
        asha.id,
        { type_code: 'COMPASSIONATE', starts_on: '2026-03-07', ends_on: '2026-03-08' },
        409,
        'There is no working day in these days.',
      ],
      [
        'a long mourning',
        asha.id,
        { type_code: 'COMPASSIONATE' },
        409,
        'Compassionate leave is at most 4 days; this asks for 5.',
      ],
    ]
    for (const [what, id, more, status, message] of bad) {
      const refused = await ask(id, more)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const first = await ask(asha.id)
    t.equal(first.status, 201, first.message)
    const over = await ask(asha.id, { starts_on: '2026-03-13', ends_on: '2026-03-14' })
    t.equal(
      over.message,
      `You already have leave ${first.data.reference} from 9 March 2026 to 13 March 2026.`,
    )
  })

  t.test('asked, approved by another, cancelled before it begins (3.5)', async (t) => {
    const asha = await hired()
    const account = await people.with('nurse')
    await link(account, asha.id)
    const asked = await account.post('/hr/me/leave', {
      type_code: 'annual',
      starts_on: '2026-03-09',
      ends_on: '2026-03-13',
    })
    t.equal(asked.status, 201, asked.message)
    t.match(asked.data, {
      days: 5,
      status: 'REQUESTED',
      return_on: '2026-03-14',
      moves: ['cancel'],
    })
    t.match(asked.data.reference, /^LV-2026-\d{5}$/)
    const path = `/hr/leave/${asked.data.id}`
    t.equal(await isAway(system, asha.id, '2026-03-10'), false, 'not before it is approved')
    const both = await people.holding('leave:approve', 'hr:all')
    await link(both, (await hired()).id)
    const own = await people.holding('leave:approve', 'hr:all', 'leave:write')
    const mine = await hired()
    await link(own, mine.id)
    const self = await own.post('/hr/me/leave', {
      type_code: 'ANNUAL',
      starts_on: '2026-03-09',
      ends_on: '2026-03-09',
      half_day: 'PM',
    })
    t.equal(self.data.days, 0.5)
    const no = await own.post(`/hr/leave/${self.data.id}/approve`, {})
    t.match(no, { status: 409, message: 'You cannot approve your own leave.' })
    const yes = await both.post(`${path}/approve`, { note: 'Rest well' })
    t.match(yes.data, { status: 'APPROVED', balance_before: 18.67, balance_after: 13.67 })
    t.match(await balance(asha.id), { booked: 5, taken: 0, carried: 14, accrued: 4.67 })
    t.equal(await isAway(system, asha.id, '2026-03-13'), true)
    t.equal(await isAway(system, asha.id, '2026-03-14'), false)
    t.same(
      await awayBetween(system, { staff_ids: [asha.id], from: '2026-03-13', to: '2026-03-31' }),
      [{ staff_id: asha.id, from: '2026-03-09', to: '2026-03-13', reason: 'on leave' }],
    )
    t.equal((await account.get('/hr/me/leave')).data.length, 1)
    const other = await people.with('nurse')
    await link(other, (await hired()).id)
    t.equal(
      (await other.post(`/hr/me/leave/${asked.data.id}/cancel`, { reason: 'Mine' })).status,
      404,
    )
    const off = await account.post(`/hr/me/leave/${asked.data.id}/cancel`, { reason: 'Not now' })
    t.match(off.data, { status: 'CANCELLED' })
    t.match(await balance(asha.id), { booked: 0 })
    t.equal(
      (await both.post(`${path}/approve`, {})).message,
      `Leave ${asked.data.reference} is CANCELLED. Nothing more can be done with it.`,
    )
    const nobody = await people.with('cashier')
    t.match(await nobody.get('/hr/me/leave'), {
      status: 403,
      message: 'Your account has no staff record: ask HR to link it.',
    })
  })

  t.test('how many shifts it touches, before and after it is approved (2.7)', async (t) => {
    const one = await hired()
    const boss = await people.administrator()
    const licence = await boss.post('/hr/licences', {
      staff_id: one.id,
      kind: 'PRACTISING',
      board: 'Council',
      licence_no: 'TOUCHED-1',
      expires_on: '2027-01-01',
    })
    t.equal(licence.status, 201, licence.message)
    const made = await boss.post('/hr/rosters', {
      department: one.department,
      starts_on: '2026-03-09',
      ends_on: '2026-03-22',
    })
    t.equal(made.status, 201, made.message)
    const [morning] = (await boss.get('/hr/shift-types')).data
    const days = ['03-09', '03-10', '03-12', '03-20']
    const cells = days.map((day) => ({
      date: `2026-${day}`,
      staff_id: one.id,
      shift_type_id: morning.id,
    }))
    const set = await boss.put(`/hr/rosters/${made.data.id}/shifts`, { cells })
    t.equal(set.status, 200, set.message)
    const asked = await ask(one.id)
    t.match(asked.data, { status: 'REQUESTED', shifts_touched: 3 }, asked.message)
    t.equal((await ask(one.id, { starts_on: '2026-04-06', ends_on: '2026-04-07' })).status, 201)
    const published = await boss.post(`/hr/rosters/${made.data.id}/publish`, {
      accept_short_reason: 'Few people',
    })
    t.equal(published.status, 200, published.message)
    const listed = async () =>
      (await officer.get('/hr/leave', { staff_id: one.id })).data.map(
        (row: { shifts_touched: number }) => row.shifts_touched,
      )
    t.same(await listed(), [0, 3])
    const yes = await manager.post(`/hr/leave/${asked.data.id}/approve`, {
      accept_short_reason: 'Others stand in',
    })
    t.match(yes.data, { status: 'APPROVED', shifts_touched: 3 }, yes.message)
    const { open } = (await boss.get(`/hr/rosters/${made.data.id}`)).data
    t.equal(open.length, 3, 'they are open now')
    t.same(await listed(), [0, 3])
    await manager.post(`/hr/leave/${asked.data.id}/cancel`, { reason: 'Stays' })
    t.same(await listed(), [0, 3], 'what it set free stays open')
  })

  t.test('called back: the rest is given back, never to a mother too early (HR-77)', async (t) => {
    const asha = await hired()
    const { data } = await ask(asha.id)
    await manager.post(`/hr/leave/${data.id}/approve`, {})
    const path = `/hr/leave/${data.id}/recall`
    const out = await manager.post(path, { recalled_on: '2026-03-14', reason: 'Short' })
    t.equal(out.message, 'recalled_on must lie within the leave: 2026-03-09 to 2026-03-13.')
    const back = await manager.post(path, { recalled_on: '2026-03-11', reason: 'Short of hands' })
    t.match(back.data, {
      status: 'CUT_SHORT',
      days: 2,
      return_on: '2026-03-11',
      balance_after: 16.67,
    })
    t.equal(await isAway(system, asha.id, '2026-03-11'), false)
    t.equal(await isAway(system, asha.id, '2026-03-10'), true)
    const away = async (instant: string) => {
      clock.freeze(instant)
      const { on_leave } = await findStaff(system, asha.id)
      clock.freeze('2026-03-02T06:00:00.000Z')
      return on_leave
    }
    const until = { leave_id: data.id, type: 'ANNUAL', until: '2026-03-10' }
    t.same(await away('2026-03-10T06:00:00.000Z'), until, 'her record says so')
    t.equal(await away('2026-03-11T06:00:00.000Z'), null)
    t.match(await balance(asha.id), { booked: 2 })
    t.equal(
      (await ask(asha.id, { starts_on: '2026-03-11' })).status,
      201,
      'the days are free again',
    )
    const event = { due_on: '2026-03-20', multiple: true }
    const twins = { type_code: 'MATERNITY', starts_on: '2026-03-02', ends_on: '2026-06-09', event }
    const mother = await hired()
    t.equal(
      (await ask(mother.id, { ...twins, event: null })).message,
      'event is required: due_on or born_on.',
    )
    t.equal(
      (await ask(mother.id, { ...twins, ends_on: '2026-06-10' })).message,
      'Maternity leave is at most 100 days; this asks for 101.',
    )
    t.equal(
      (await ask(mother.id, { ...twins, event: { due_on: '2026-04-20' } })).message,
      'Maternity leave begins at most 4 weeks before the birth.',
    )
    const long = await ask(mother.id, twins)
    t.match(long.data, { days: 100, balance_before: null })
    await manager.post(`/hr/leave/${long.data.id}/approve`, {})
    const early = await manager.post(`/hr/leave/${long.data.id}/recall`, {
      recalled_on: '2026-04-30',
      reason: 'Short of hands',
    })
    t.equal(
      early.message,
      'Nobody is called back before the sixth week after the birth: from 1 May 2026.',
    )
  })

  t.test('a father’s days lie within a week of the birth (HR-78)', async (t) => {
    const juma = await hired({ sex: 'Male' })
    const days = { type_code: 'PATERNITY', starts_on: '2026-03-09', ends_on: '2026-03-11' }
    t.equal((await ask(juma.id, days)).message, 'event.born_on is required.')
    const late = await ask(juma.id, { ...days, event: { born_on: '2026-03-03' } })
    t.equal(late.message, 'Paternity leave lies within 7 days of the birth: until 10 March 2026.')
    const good = await ask(juma.id, { ...days, event: { born_on: '2026-03-08' } })
    t.match(good.data, { days: 3, return_on: '2026-03-12' })
  })

  t.test('working days leave out holidays that are confirmed (HR-73, HR-142)', async (t) => {
    const asha = await hired()
    const mourning = { type_code: 'COMPASSIONATE', starts_on: '2026-05-29', ends_on: '2026-06-02' }
    const shipped = (await officer.get('/hr/holidays', { year: '2026' })).data
    t.equal(shipped.length, 11)
    t.ok(shipped.every(({ confirmed }: { confirmed: boolean }) => !confirmed))
    const asked = { from: '2026-05-01', to: '2027-05-31', facility_id }
    t.same(await holidaysOf(system, asked), [], 'none counts before it is confirmed')
    const workers = shipped.find(({ date }: { date: string }) => date === '2026-05-01')
    t.equal((await officer.patch(`/hr/holidays/${workers.id}`, { confirmed: true })).status, 403)
    await manager.patch(`/hr/holidays/${workers.id}`, { confirmed: true })
    t.same(
      (await holidaysOf(system, asked)).map(({ date }) => date),
      ['2026-05-01', '2027-05-01'],
      'every year',
    )
    t.equal((await ask(asha.id, mourning)).data.days, 3, 'Friday, Monday, Tuesday')
    const idd = { date: '2026-06-01', name: 'Eid', confirmed: false }
    const eid = await manager.post('/hr/holidays', idd)
    const neema = await hired()
    t.equal((await ask(neema.id, mourning)).data.days, 3, 'the moon was not seen yet')
    await manager.patch(`/hr/holidays/${eid.data.id}`, { confirmed: true })
    const rehema = await hired()
    t.equal((await ask(rehema.id, mourning)).data.days, 2)
  })

  t.test('what was brought along, and what is set right (HR-71)', async (t) => {
    const asha = await hired()
    const line = { staff_id: asha.id, type_code: 'ANNUAL', days: 3.5, note: 'Old house' }
    t.equal(
      (await officer.post('/hr/leave-balances/adjust', { ...line, kind: 'OPENING' })).status,
      403,
    )
    const set = await manager.post('/hr/leave-balances/adjust', { ...line, kind: 'OPENING' })
    t.match(set.data, { opening: 3.5, available: 22.17 })
    const less = await manager.post('/hr/leave-balances/adjust', {
      ...line,
      days: -1,
      kind: 'ADJUST',
    })
    t.match(less.data, { adjusted: -1, available: 21.17 })
    const nought = await manager.post('/hr/leave-balances/adjust', {
      ...line,
      days: 0,
      kind: 'ADJUST',
    })
    t.equal(nought.message, 'days must not be 0.')
  })

  t.test('six at once: one request of the same days stands (HR-74)', async (t) => {
    const asha = await hired()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(asha.id)))
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
  })

  t.test('of one’s own people alone (HR-1)', async (t) => {
    const far = await people.holding('leave:read', 'leave:approve', 'leave:write')
    const asha = await hired()
    const { data } = await ask(asha.id)
    t.equal((await far.get(`/hr/leave/${data.id}`)).status, 404)
    t.equal((await far.post(`/hr/leave/${data.id}/approve`, {})).status, 404)
    t.equal((await far.get('/hr/leave')).data.length, 0)
    t.equal((await far.get('/hr/leave-balances')).data.length, 0)
    t.match(
      await far.post('/hr/leave', {
        staff_id: asha.id,
        type_code: 'UNPAID',
        starts_on: '2026-05-01',
        ends_on: '2026-05-02',
      }),
      { status: 404 },
    )
    t.equal((await officer.get('/hr/leave', { search: data.reference })).meta?.total, 1)
  })
})
