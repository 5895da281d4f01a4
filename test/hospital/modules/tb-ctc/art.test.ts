// Viral loads, tablets that came back, months of supply, lines of treatment: rules without a house.

import t from 'tap'
import {
  classOf,
  adherenceOf,
  adherenceTold,
} from '../../../../db/hospital/modules/tb-ctc/ctc/pill-count.ts'
import {
  fits,
  fittingArt,
  provesFailure,
  unitsPerDay,
} from '../../../../db/hospital/modules/tb-ctc/ctc/regimens.ts'
import {
  isInterrupted,
  mayHaveMonths,
  modelOf,
  nextVisit,
  suppliedFrom,
} from '../../../../db/hospital/modules/tb-ctc/ctc/supply.ts'
import { viralLoadOn } from '../../../../db/hospital/modules/tb-ctc/ctc/viral-load-state.ts'
import {
  art_regimens,
  desk_rules,
  vl_schedule,
} from '../../../../db/hospital/modules/tb-ctc/sheets/shipped.ts'

const facts = {
  counts: true,
  art_started_on: '2026-01-10',
  last: null,
  pending: false,
  pregnant: false,
  sessions: [],
}
const on = (more: object, day: string) => viralLoadOn(vl_schedule, { ...facts, ...more }, day)

t.test('the state of a viral load by the schedule (TBC-18)', async (t) => {
  t.match(on({}, '2026-07-09'), { state: 'NOT_ELIGIBLE', due_on: '2026-07-10' })
  t.match(on({}, '2026-07-10'), { state: 'DUE' })
  t.match(on({}, '2026-08-09'), { state: 'OVERDUE' })
  t.match(on({ pending: true }, '2026-08-09'), { state: 'PENDING' })
  t.match(on({ counts: false }, '2026-08-09'), { state: 'NOT_ELIGIBLE', due_on: null })
  t.match(on({ art_started_on: null }, '2026-08-09'), { state: 'NOT_ELIGIBLE' })
  const clear = { last: { on: '2026-07-12', value: 20 } }
  t.match(on(clear, '2026-07-20'), { state: 'SUPPRESSED', due_on: '2027-01-10' })
  t.match(on({ ...clear, pregnant: true }, '2026-07-20'), { due_on: '2027-01-12' })
  const second = { last: { on: '2027-01-12', value: 49 } }
  t.match(on(second, '2027-02-01'), { state: 'SUPPRESSED', due_on: '2028-01-12' })
  const low = { last: { on: '2026-07-12', value: 50 } }
  t.match(on(low, '2026-08-01'), { state: 'LOW_LEVEL', due_on: '2026-10-12' })
  t.match(on(low, '2026-10-12'), { state: 'DUE' })
  const high = { last: { on: '2026-07-12', value: 1000 } }
  t.match(on(high, '2026-08-01'), { state: 'HIGH', due_on: null, sessions_done: 0 })
  const some = { ...high, sessions: ['2026-06-01', '2026-08-01'] }
  t.match(on(some, '2026-08-02'), { state: 'COUNSELLING', sessions_done: 1 })
  const all = { ...high, sessions: ['2026-09-15', '2026-08-01', '2026-08-20'] }
  t.match(on(all, '2026-12-14'), { state: 'COUNSELLING', due_on: '2026-12-15' })
  t.match(on(all, '2026-12-15'), { state: 'REPEAT_DUE', sessions_done: 3 })
})

t.test('the example of the chapter: 26 of 28 is 92.9, FAIR (TBC-17)', async (t) => {
  const count = { dispensed: 30, carried_over: 0, returned: 4, days: 28, units_per_day: 1 }
  t.same(adherenceOf(count), { pct: 92.9, class: 'FAIR' })
  t.same([110.1, 110, 95, 94.9, 85, 84.9].map(classOf), [
    'UNCERTAIN',
    'GOOD',
    'GOOD',
    'FAIR',
    'FAIR',
    'POOR',
  ])
  t.same(adherenceTold(3, 30), { pct: 90, class: 'FAIR' })
})

const steady = {
  years: 34,
  pregnant: false,
  art_started_on: '2025-01-10',
  viral_load: { on: '2026-02-01', value: 20 },
  adherence: { pct: 97, class: 'GOOD' as const, on: '2026-03-01' },
  tb_started_on: null,
}
const may = (months: number, more: object = {}) =>
  mayHaveMonths(months, { ...steady, ...more }, desk_rules, vl_schedule, '2026-03-31')

t.test('months of supply, and what stands in the way (TBC-16)', async (t) => {
  t.doesNotThrow(() => may(6))
  t.doesNotThrow(() => may(2, { viral_load: null, pregnant: true }), 'a month or two for all')
  const wrong: [object, RegExp][] = [
    [{ viral_load: { on: '2026-02-01', value: 4210 } }, /viral load 4,210 on 2026-02-01/],
    [{ viral_load: null }, /no viral load yet/],
    [{ years: 1 }, /under two years/],
    [{ pregnant: true }, /pregnant/],
    [{ art_started_on: '2025-12-01' }, /less than 6 months on treatment/],
    [{ adherence: { ...steady.adherence, class: 'FAIR' } }, /adherence is not good/],
    [{ tb_started_on: '2026-02-15' }, /TB treatment began on 2026-02-15/],
  ]
  for (const [more, message] of wrong) t.throws(() => may(3, more), { status: 409, message })
  t.throws(() => may(7), { status: 400, message: 'months must be at most 6.' })
  t.same([1, 2, 3, 5, 6].map(modelOf), ['MONTHLY', 'MONTHLY', 'MULTI_3', 'MULTI_3', 'MULTI_6'])
  const supply = suppliedFrom('2026-03-01', 3)
  t.equal(supply.covers_until, '2026-05-30')
  t.equal(nextVisit(supply, desk_rules), '2026-05-27')
  const until = { covers_until: '2026-05-30', next_visit_on: '2026-05-27' }
  t.equal(isInterrupted(until, desk_rules, '2026-06-27'), false)
  t.equal(isInterrupted(until, desk_rules, '2026-06-28'), true)
  t.equal(
    isInterrupted({ covers_until: null, next_visit_on: null }, desk_rules, '2030-01-01'),
    false,
  )
})

t.test('a regimen that fits age and weight, or the ones that do (TBC-14)', async (t) => {
  t.equal(fittingArt(art_regimens, 'TDF_3TC_DTG', { years: 30, weight_kg: 60 }).line, 1)
  t.throws(() => fittingArt(art_regimens, 'TDF_3TC_DTG', { years: 6, weight_kg: 20 }), {
    status: 409,
    message: 'TDF + 3TC + DTG does not fit 6 years and 20 kg. Fitting: ABC_3TC_DTG.',
  })
  t.throws(() => fittingArt(art_regimens, 'X', { years: 6, weight_kg: 20 }), {
    message: /^regimen_key must be one of/,
  })
  const azt = art_regimens.find(({ key }) => key === 'AZT_3TC_DTG')
  t.equal(azt && unitsPerDay(azt), 2)
  t.equal(azt && fits(azt, { years: 30, weight_kg: 25 }), false)
})

t.test('two high ones with three sessions between prove failure (TBC-15)', async (t) => {
  const high = (on: string) => ({ on, value: 5000 })
  const sessions = ['2026-02-01', '2026-03-01', '2026-04-01']
  const loads = [high('2026-01-10'), high('2026-07-10')]
  t.equal(provesFailure(vl_schedule, loads, sessions), true)
  t.equal(provesFailure(vl_schedule, loads, sessions.slice(1)), false, 'two sessions')
  t.equal(provesFailure(vl_schedule, [high('2026-01-10'), high('2026-03-10')], sessions), false)
  t.equal(provesFailure(vl_schedule, loads.slice(1), sessions), false)
  t.equal(provesFailure(vl_schedule, [], sessions), false)
})
