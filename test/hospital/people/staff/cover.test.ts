// Cover: how many of whom a shift needs, and what is said where they are too few (HR-35).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { type Around, coverOf } from '../../../../db/hospital/people/staff/rosters/cover.ts'
import type { CoverRuleRow } from '../../../../db/hospital/people/staff/rosters/cover-rules.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

const rule = (more: Partial<CoverRuleRow>): CoverRuleRow =>
  ({
    id: 'r',
    shift_type_id: 'N',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: null,
    cadre_id: null,
    cadre_group: 'NURSING',
    minimum: 2,
    skill: null,
    starts_on: null,
    ends_on: null,
    ...more,
  }) as CoverRuleRow
const nurse = (id: string, more: object = {}) => ({
  id,
  cadre_id: 'rn',
  cadre: 'Registered Nurse',
  group: 'NURSING',
  skills: [],
  ...more,
})
/** Monday to Wednesday; the Tuesday is a holiday. */
const around: Around = {
  days: ['2026-06-01', '2026-06-02', '2026-06-03'],
  holidays: new Set(['2026-06-02']),
  codes: new Map([['N', 'N']]),
  shifts: [
    { id: '1', date: '2026-06-01', shift_type_id: 'N', staff_id: 'a' },
    { id: '2', date: '2026-06-01', shift_type_id: 'N', staff_id: 'b' },
    { id: '3', date: '2026-06-02', shift_type_id: 'N', staff_id: 'a' },
    { id: '4', date: '2026-06-02', shift_type_id: 'M', staff_id: 'b' },
    { id: '5', date: '2026-06-03', shift_type_id: 'N', staff_id: null },
    { id: '6', date: '2026-06-03', shift_type_id: 'N', staff_id: 'guard' },
  ],
  people: [
    nurse('a', { skills: ['BLS'] }),
    nurse('b'),
    nurse('guard', { cadre_id: 'gd', group: 'SUPPORT' }),
  ],
  away: [{ staff_id: 'b', from: '2026-06-03', to: '2026-06-09', sick: true }],
}
const short = (more: Partial<CoverRuleRow>): string[] =>
  coverOf([rule(more)], around).map((one) => `${one.date.slice(8)} ${one.planned}/${one.short}`)

t.test('who counts, and on which days (HR-35)', async (t) => {
  t.same(short({}), ['01 2/0', '02 1/1', '03 0/2'], 'only of the group, and in this shift')
  t.same(short({ skill: 'bls', minimum: 1 }), ['01 1/0', '02 1/0', '03 0/1'])
  t.same(short({ cadre_group: null, cadre_id: 'gd', minimum: 1 }), ['01 0/1', '02 0/1', '03 1/0'])
  t.same(short({ weekdays: [1, 3] }), ['01 2/0', '03 0/2'])
  t.same(short({ holidays: true }), ['02 1/1'])
  t.same(short({ holidays: false }), ['01 2/0', '03 0/2'])
  t.same(short({ starts_on: '2026-06-02', ends_on: '2026-06-02' }), ['02 1/1'])
  t.match(coverOf([rule({})], around)[2], { on_leave: 1, sick: 1, needed: 2, code: 'N' })
})

t.test('cover of a house', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-20T06:00:00.000Z')
  const { people } = house
  const desk = await staffDesk(house)
  const head = await people.with('supervisor')
  const gate = await desk.department('Gate')
  const guards = await desk.cadre('GUARD')
  const guard = { hired_on: '2025-01-01', cadre_id: guards, department: gate, skills: ['Dogs'] }
  await desk.department('Labour ward')
  const first = await desk.hire(guard)
  const second = await desk.hire(guard)
  const types = (await head.get('/hr/shift-types')).data
  const type = (code: string) => types.find((one: { code: string }) => one.code === code).id
  const needs = (more: Record<string, unknown> = {}) =>
    head.post('/hr/cover-rules', {
      department: 'gate',
      shift_type_id: type('N'),
      cadre_id: guards,
      minimum: 2,
      ...more,
    })

  t.test('a rule says one cadre or one group; bad input (2.5)', async (t) => {
    const one = 'cadre_id or group is required: one of the two.'
    for (const [more, status, message] of [
      [{ cadre_id: null }, 400, one],
      [{ group: 'SUPPORT' }, 400, one],
      [{ cadre_id: newId() }, 404, 'No such cadre.'],
      [{ shift_type_id: newId() }, 404, 'No such shift type.'],
      [
        { department: 'Wadi 7' },
        400,
        'department: there is no department "Wadi 7" at this branch.',
      ],
      [{ minimum: 0 }, 400, 'minimum must be between 1 and 1000.'],
      [{ weekdays: [8] }, 400, /^weekdays/],
      [{ weekdays: [] }, 400, /^weekdays/],
      [{ starts_on: '2026-04-02', ends_on: '2026-04-01' }, 400, 'ends_on is before starts_on.'],
    ] as const) {
      const refused = await needs(more)
      t.match(refused, { status, message }, JSON.stringify(more))
    }
    const nurse = await people.with('nurse')
    t.equal((await nurse.post('/hr/cover-rules', {})).status, 403)
    t.same((await nurse.get('/hr/cover-rules')).data, [])
  })

  t.test('what is short is said, and a roster is out all the same with a reason', async (t) => {
    const made = await needs({ weekdays: [5, 1, 1] })
    t.match(made, { status: 201, data: { department: 'Gate', code: 'N', weekdays: [1, 5] } })
    const path = `/hr/cover-rules/${made.data.id}`
    t.match((await head.patch(path, { weekdays: [1, 2], skill: 'dogs' })).data, {
      weekdays: [1, 2],
      skill: 'dogs',
      minimum: 2,
    })
    t.match((await head.get('/hr/cover-rules', { department: 'GATE' })).data, [{ code: 'N' }])
    const roster = await head.post('/hr/rosters', {
      department: 'Gate',
      starts_on: '2026-04-06',
      ends_on: '2026-04-12',
    })
    const of = `/hr/rosters/${roster.data.id}`
    const cell = (date: string, staff_id: string | undefined) => ({
      date,
      staff_id,
      shift_type_id: type('N'),
    })
    const set = await head.put(`${of}/shifts`, {
      cells: [cell('2026-04-06', first.id), cell('2026-04-06', second.id)],
    })
    t.match(set.data.cover, [{ date: '2026-04-06', planned: 2, short: 0, cadre: 'Guard' }])
    t.match((await head.get(of)).data.cover, [{ short: 0 }, { date: '2026-04-07', short: 2 }])
    t.match(await head.post(`${of}/publish`), {
      status: 409,
      message: '1 shift is below minimum cover: give accept_short_reason.',
    })
    const out = await head.post(`${of}/publish`, { accept_short_reason: 'Two are at a course' })
    t.match(out.data, { status: 'PUBLISHED', accept_short_reason: 'Two are at a course' })
  })

  t.test('leave that leaves a shift short is approved with a reason (people 3.5)', async (t) => {
    const leave = await desk.officer.post('/hr/leave', {
      staff_id: first.id,
      type_code: 'UNPAID',
      starts_on: '2026-04-06',
      ends_on: '2026-04-07',
      reason: 'A journey',
    })
    const path = `/hr/leave/${leave.data.id}/approve`
    t.match(await desk.manager.post(path, {}), {
      status: 409,
      message: '1 shift is below minimum cover without them: give accept_short_reason.',
    })
    const reason = { accept_short_reason: 'Somebody of the day comes' }
    t.match((await desk.manager.post(path, reason)).data, {
      status: 'APPROVED',
      decision_note: 'Somebody of the day comes',
    })
  })
})
