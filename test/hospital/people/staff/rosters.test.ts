// Rosters: set, checked, published, and who is there (people 2.5, 3.4, HR-31 to HR-34, HR-140).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { onCall, onDuty } from '../../../../db/hospital/neighbours/on-duty.ts'
import {
  clashesOf,
  type Person,
  type Planned,
} from '../../../../db/hospital/people/staff/rosters/clashes.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

const times: Record<string, [string, string, number]> = {
  M: ['07:00', '15:30', 480],
  A: ['14:00', '22:00', 450],
  N: ['19:00', '07:00', 660],
  D: ['07:00', '19:00', 660],
  OC: ['16:00', '07:00', 0],
}
let made = 0
function shift(date: string, code: string, more: Partial<Planned> = {}): Planned {
  const [from, to, paid_minutes] = times[code] ?? ['', '', 0]
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  made += 1
  return {
    id: `${code} ${date} ${made}`,
    roster_id: 'r',
    facility_id: 'f',
    date,
    starts_at: `${date}T${from}:00.000Z`,
    ends_at: `${to > from ? date : next}T${to}:00.000Z`,
    paid_minutes,
    on_call: code === 'OC',
    called_in: false,
    night: code === 'N' || code === 'A' || code === 'OC',
    ...more,
  }
}
const nurse: Person = {
  staff_id: 's',
  name: 'Asha',
  status: 'ACTIVE',
  hired_on: '2025-01-01',
  exited_on: null,
  facility_ids: ['f'],
  no_nights_until: null,
  lacks: [],
  licence: { needed: true, until: '2026-12-31' },
  away: [],
}
const rules = {
  roster_rules: {
    REST: 'WARN',
    LONG_DAY: 'REFUSE',
    SIX_DAYS: 'WARN',
    WEEK_HOURS: 'WARN',
    OTHER_FACILITY: 'REFUSE',
    ONCALL_OVERLAP: 'WARN',
  },
  rest_hours: 12,
  max_day_hours: 12,
  week_hours: 45,
  licence_clinical: 'WARN',
  licence_grace_days: 0,
} as const
const said = (shifts: Planned[], person: Partial<Person> = {}): string[] =>
  clashesOf({ ...nurse, ...person }, shifts, rules).map(
    ({ code, severity, text }) => `${code} ${severity} ${text}`,
  )

t.test('clashes of the chapter, one by one (HR-34)', async (t) => {
  t.same(said([shift('2026-03-02', 'N')]), [], 'a night of twelve hours is none')
  t.same(said([shift('2026-03-02', 'N'), shift('2026-03-03', 'M')]), [
    'REST WARN 0 h of rest',
    'LONG_DAY REFUSE 20.5 h unbroken',
  ])
  t.same(said([shift('2026-03-02', 'N'), shift('2026-03-03', 'A')]), ['REST WARN 7 h of rest'])
  t.same(said([shift('2026-03-02', 'A'), shift('2026-03-03', 'M')]), ['REST WARN 9 h of rest'])
  t.same(said([shift('2026-03-02', 'M'), shift('2026-03-02', 'A')]), [
    'OVERLAP REFUSE Another shift on 2026-03-02',
    'REST WARN 0 h of rest',
    'LONG_DAY REFUSE 15 h unbroken',
  ])
  t.same(said([shift('2026-03-02', 'A'), shift('2026-03-02', 'OC')]), [
    'ONCALL_OVERLAP WARN On call beside a shift on 2026-03-02',
  ])
  t.same(said([shift('2026-03-02', 'OC'), shift('2026-03-03', 'M')]), [], 'on call is rest')
  const called = shift('2026-03-02', 'OC', { called_in: true })
  t.match(said([called, shift('2026-03-03', 'M')])[0], 'LONG_DAY', 'who was called in has worked')
  const week = (count: number) =>
    Array.from({ length: count }, (_, at) => shift(`2026-03-0${at + 2}`, 'M'))
  t.same(said(week(6)), [])
  t.same(said(week(7)), ['SIX_DAYS WARN No day free in seven'])
  const days = [2, 4, 6, 7, 8].map((day) => shift(`2026-03-0${day}`, 'D'))
  t.same(said(days), [], '55 h in a week of 45 and 12')
  const more = [2, 3, 4, 6, 7, 8].map((day) => shift(`2026-03-0${day}`, 'D'))
  t.same(said(more), ['WEEK_HOURS WARN 66 h in one week'])
  const one = [shift('2026-03-02', 'N')]
  t.same(said(one, { away: [{ from: '2026-03-01', to: '2026-03-02' }] }), ['LEAVE REFUSE On leave'])
  t.same(said(one, { status: 'SUSPENDED' }), ['NOT_ACTIVE REFUSE Is SUSPENDED'])
  t.same(said(one, { hired_on: '2026-03-03' }), ['NOT_ACTIVE REFUSE Hired on 2026-03-03'])
  t.same(said(one, { facility_ids: [] }), ['OTHER_FACILITY REFUSE Does not work at this branch'])
  t.same(said(one, { no_nights_until: '2026-03-02' }), [
    'NO_NIGHTS REFUSE No nights until 2026-03-02',
  ])
  t.same(said(one, { no_nights_until: '2026-03-01' }), [])
  const licence = (until: string | null) => ({ licence: { needed: true, until } })
  t.same(said(one, licence('2026-03-01')), ['LICENCE REFUSE Licence expired on 2026-03-01'])
  t.same(said(one, licence('2026-03-02')), [], 'the last day counts')
  t.same(said(one, licence(null)), ['LICENCE REFUSE No practising licence'])
  t.same(said(one, licence('')), [])
})

t.test('rosters', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-20T06:00:00.000Z')
  const { officer, manager, hire, department, cadre, link } = await staffDesk(house)
  const head = await people.with('supervisor')
  const guards = await department('Gate')
  const types = (await head.get('/hr/shift-types')).data
  const type = (code: string) => types.find((one: { code: string }) => one.code === code).id
  const guard = async () =>
    hire({ hired_on: '2025-01-01', cadre_id: await cadre('GUARD'), department: guards })
  const begun = (starts_on: string, ends_on: string, more: Record<string, unknown> = {}) =>
    head.post('/hr/rosters', { department: 'gate', starts_on, ends_on, ...more })
  const set = (id: string, cells: Record<string, unknown>[]) =>
    head.put(`/hr/rosters/${id}/shifts`, { cells })

  t.test('shift types that ship (2.5)', async (t) => {
    t.same(
      types.map(({ code, paid_minutes, night, on_call }: Record<string, unknown>) => [
        code,
        paid_minutes,
        night,
        on_call,
      ]),
      [
        ['M', 480, false, false],
        ['A', 450, true, false],
        ['N', 660, true, false],
        ['D', 660, false, false],
        ['OC', 0, true, true],
      ],
    )
  })

  t.test('days that no other covers (HR-31)', async (t) => {
    const first = await begun('2026-04-01', '2026-04-30')
    t.equal(first.status, 201, first.message)
    t.match(first.data, { status: 'DRAFT', department: 'Gate', counts: { shifts: 0, people: 0 } })
    t.match(first.data.reference, /^RO-2026-\d{4}$/)
    const over = await begun('2026-04-30', '2026-05-31')
    t.equal(
      over.message,
      `${first.data.reference} already covers Gate from 1 April 2026 to 30 April 2026.`,
    )
    t.equal((await begun('2026-05-02', '2026-05-01')).message, 'ends_on is before starts_on.')
    const long = await begun('2026-05-01', '2026-07-02')
    t.equal(long.message, 'ends_on must be at most 62 days from starts_on.')
    t.equal(
      (await begun('2026-05-01', '2026-07-01', { department: await department('Kitchen') })).status,
      201,
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => begun('2026-06-01', '2026-06-30')),
    )
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    t.equal((await officer.post('/hr/rosters', {})).status, 403)
  })

  t.test(
    'cells are set and cleared, and refused where they do not fit (HR-32, HR-33)',
    async (t) => {
      const one = await guard()
      const { data } = await begun('2026-08-03', '2026-08-09')
      const cell = { date: '2026-08-03', staff_id: one.id, shift_type_id: type('N') }
      const bad: [Record<string, unknown>, number, string][] = [
        [
          { ...cell, date: '2026-08-10' },
          400,
          `cells[0].date: 2026-08-10 is not in ${data.reference}.`,
        ],
        [{ ...cell, staff_id: 'nobody' }, 404, 'No such staff member.'],
        [{ ...cell, shift_type_id: 'none' }, 404, 'No such shift type.'],
      ]
      for (const [wrong, status, message] of bad) {
        const refused = await set(data.id, [wrong])
        t.equal(refused.message, message)
        t.equal(refused.status, status)
      }
      t.equal((await set(data.id, [cell, cell])).message, 'cells[1]: is said twice.')
      const night = await set(data.id, [cell, { date: '2026-08-04', shift_type_id: type('M') }])
      t.match(night.data, { set: 2, cleared: 0, clashes: [] })
      const grid = (await head.get(`/hr/rosters/${data.id}`)).data
      t.match(grid.people, [
        {
          staff_id: one.id,
          cadre: 'Guard',
          hours: 11,
          shifts: [
            {
              code: 'N',
              status: 'PLANNED',
              starts_at: '2026-08-03T16:00:00.000Z',
              ends_at: '2026-08-04T04:00:00.000Z',
            },
          ],
        },
      ])
      t.match(grid.open, [{ code: 'M', status: 'OPEN', staff_id: null }])
      const clash = await set(data.id, [{ ...cell, date: '2026-08-04', shift_type_id: type('M') }])
      t.match(clash.data.clashes, [
        { code: 'REST', severity: 'WARN' },
        { code: 'LONG_DAY', severity: 'REFUSE', staff_name: one.full_name },
      ])
      const no = await head.post(`/hr/rosters/${data.id}/publish`)
      t.equal(no.status, 409)
      t.equal(no.message, `1 clash must be solved first: 2026-08-04 ${one.full_name} LONG_DAY.`)
      const clear = await set(data.id, [{ ...cell, date: '2026-08-04', shift_type_id: null }])
      t.match(clear.data, { set: 0, cleared: 1, clashes: [] })
    },
  )

  t.test('published: people see their shifts, others who is there (HR-140)', async (t) => {
    const one = await guard()
    const other = await guard()
    const account = await people.with('cashier')
    await link(account, one.id)
    const night = '2026-09-01T18:00:00.000Z'
    const asked = { department: 'GATE', facility_id, at: night }
    const { data } = await begun('2026-09-01', '2026-09-07')
    await set(data.id, [
      { date: '2026-09-01', staff_id: one.id, shift_type_id: type('N') },
      { date: '2026-09-03', staff_id: one.id, shift_type_id: type('M') },
      { date: '2026-09-01', staff_id: other.id, shift_type_id: type('OC') },
    ])
    t.equal(await onDuty(system, asked), undefined, 'a draft says nothing')
    t.same((await account.get('/hr/me/shifts')).data, [])
    const out = await head.post(`/hr/rosters/${data.id}/publish`)
    t.match(out.data, { status: 'PUBLISHED', published_by_name: head.user.full_name })
    t.same(await onDuty(system, asked), [
      { staff_id: one.id, name: one.full_name, cadre: 'Guard', user_id: account.user.id },
    ])
    t.same(await onDuty(system, { ...asked, at: '2026-09-02T12:00:00.000Z' }), [])
    t.equal(await onDuty(system, { ...asked, at: '2026-09-09T12:00:00.000Z' }), undefined)
    t.match(await onCall(system, asked), [{ staff_id: other.id, user_id: null }])
    t.equal((await account.get('/hr/me/shifts', { from: '2026-09-02' })).data.length, 1)
    const late = await set(data.id, [
      { date: '2026-09-02', staff_id: one.id, shift_type_id: type('M') },
    ])
    t.equal(late.message, `${data.reference} is PUBLISHED: only a draft is set this way.`)
    const leave = await officer.post('/hr/leave', {
      staff_id: one.id,
      type_code: 'UNPAID',
      starts_on: '2026-09-03',
      ends_on: '2026-09-03',
    })
    await manager.post(`/hr/leave/${leave.data.id}/approve`, {})
    const grid = (await head.get(`/hr/rosters/${data.id}`)).data
    t.match(grid.open, [{ date: '2026-09-03', status: 'OPEN' }], 'leave opens the shift')
    await manager.post(`/hr/staff/${one.id}/suspend`, {
      reason: 'Under inquiry',
      from: '2026-03-20',
    })
    t.same(await onDuty(system, asked), [], 'and so does a suspension')
    const back = await head.post(`/hr/rosters/${data.id}/unpublish`, { reason: 'More to change' })
    t.match(back.data, { status: 'DRAFT', published_at: null })
    await head.post(`/hr/rosters/${data.id}/publish`)
    clock.freeze('2026-09-01T06:00:00.000Z')
    const later = await people.with('supervisor')
    const begun_already = await later.post(`/hr/rosters/${data.id}/unpublish`, { reason: 'Late' })
    t.equal(begun_already.message, `${data.reference} has begun: change its shifts one by one.`)
    clock.freeze('2026-03-20T06:00:00.000Z')
  })
})
