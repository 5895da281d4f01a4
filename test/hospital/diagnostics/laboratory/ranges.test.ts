// Ranges and flags (DIA-13, DIA-14, DIA-17 to DIA-19), formulas (DIA-66), numbers (DIA-40): arithmetic
// alone, against a reference that is written from the rules and nothing else.

import t from 'tap'
import {
  flagOf,
  type Limits,
  limitsFor,
  rangeFor,
  type RangeRow,
  rounded,
} from '../../../../db/hospital/diagnostics/laboratory/catalogue/choose.ts'
import {
  formulaOf,
  Unreadable,
} from '../../../../db/hospital/diagnostics/laboratory/catalogue/formula.ts'
import { shipped_formulas } from '../../../../db/hospital/diagnostics/laboratory/catalogue/shipped/tests.ts'
import {
  isSpecimenNumber,
  numberOn,
} from '../../../../db/hospital/diagnostics/laboratory/specimens/numbers.ts'
import { seeded } from '../../../support/seeded.ts'

const silent: Limits = { ref_low: null, ref_high: null, critical_low: null, critical_high: null }
const row = (more: Partial<RangeRow>): RangeRow => ({
  id: '',
  sex: null,
  age_from: null,
  age_from_unit: null,
  age_to: null,
  age_to_unit: null,
  pregnancy: null,
  method: null,
  text: null,
  effective_from: '2000-01-01',
  active: true,
  ...silent,
  ...more,
})

t.test('the worked example of haemoglobin (DIA-17, DIA-18, DIA-19)', async (t) => {
  const from15 = { age_from: 15, age_from_unit: 'Y' as const }
  const rows = [
    row({ sex: 'Male', ...from15, ref_low: 13, ref_high: 17 }),
    row({ sex: 'Female', ...from15, ref_low: 12, ref_high: 15 }),
    row({ sex: 'Female', ...from15, pregnancy: 'PREGNANT', ref_low: 11, ref_high: 15 }),
    row({
      age_from: 6,
      age_from_unit: 'M',
      age_to: 60,
      age_to_unit: 'M',
      ref_low: 11,
      ref_high: 14,
      critical_low: 5,
    }),
  ]
  const test: Limits = { ...silent, critical_low: 7 }
  const of = (
    sex: string,
    birth_date: string,
    value: number,
    pregnancy: 'NOT_PREGNANT' | 'TRIMESTER_2' = 'NOT_PREGNANT',
  ) => {
    const person = { sex, birth_date, on: '2026-03-31', pregnancy, method: null }
    return flagOf(value, null, limitsFor(test, rangeFor(rows, person)))
  }
  t.equal(of('Female', '1996-03-01', 11.4), 'LOW')
  t.equal(of('Female', '1996-03-01', 11.4, 'TRIMESTER_2'), 'NORMAL')
  t.equal(of('Male', '2023-03-01', 5), 'CRITICAL_LOW')
  t.equal(of('Female', '2023-03-01', 6.9), 'LOW')
  t.equal(of('Male', '1986-03-01', 7), 'CRITICAL_LOW')
  t.equal(of('Male', '2026-01-31', 9), null, 'no range: nothing is guessed')
  t.equal(of('Male', '2026-01-31', 6.9), 'CRITICAL_LOW')
  const limits = { ref_low: 1, ref_high: 5, critical_low: 0.5, critical_high: 9 }
  const said = (value: number, sign: '<' | '>') => flagOf(value, sign, limits)
  t.same(
    [said(0.5, '<'), said(1, '<'), said(5, '<'), said(6, '<')],
    ['CRITICAL_LOW', 'LOW', 'NORMAL', null],
  )
  t.same(
    [said(9, '>'), said(5, '>'), said(1, '>'), said(0.9, '>')],
    ['CRITICAL_HIGH', 'HIGH', 'NORMAL', null],
  )
})

// --- the naive reference: every rule said again, in the plainest way there is ---

interface Someone {
  sex: string
  birth_date: string
  on: string
  pregnancy:
    | 'NOT_PREGNANT'
    | 'PREGNANT'
    | 'TRIMESTER_1'
    | 'TRIMESTER_2'
    | 'TRIMESTER_3'
    | 'POSTPARTUM'
  method: string | null
}

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)

function olderBy(birth: string, n: number, unit: string): string {
  const at = noon(birth)
  if (unit === 'D') at.setUTCDate(at.getUTCDate() + n)
  else if (unit === 'W') at.setUTCDate(at.getUTCDate() + 7 * n)
  else {
    const day = at.getUTCDate()
    at.setUTCDate(1)
    at.setUTCMonth(at.getUTCMonth() + (unit === 'M' ? n : 12 * n))
    const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
    at.setUTCDate(Math.min(day, last))
  }
  return at.toISOString().slice(0, 10)
}

function naiveFits(one: RangeRow, of: Someone): boolean {
  if (!one.active) return false
  if (one.effective_from > of.on) return false
  if (one.sex !== null && one.sex !== of.sex) return false
  if (one.method !== null && one.method !== of.method) return false
  if (
    one.age_from !== null &&
    of.on < olderBy(of.birth_date, one.age_from, one.age_from_unit ?? '')
  )
    return false
  if (one.age_to !== null && of.on >= olderBy(of.birth_date, one.age_to, one.age_to_unit ?? ''))
    return false
  if (one.pregnancy === null) return true
  if (one.pregnancy === 'PREGNANT')
    return ['PREGNANT', 'TRIMESTER_1', 'TRIMESTER_2', 'TRIMESTER_3'].includes(of.pregnancy)
  return one.pregnancy === of.pregnancy
}

const in_days = { D: 1, W: 7, M: 30.4375, Y: 365.25 } as const

function naiveScore(one: RangeRow): (number | string)[] {
  let parts = 0
  if (one.sex !== null) parts += 1
  if (one.age_from !== null || one.age_to !== null) parts += 1
  if (one.pregnancy !== null) parts += 1
  if (one.method !== null) parts += 1
  const to = one.age_to === null ? 73_050 : one.age_to * in_days[one.age_to_unit ?? 'Y']
  const from = one.age_from === null ? 0 : one.age_from * in_days[one.age_from_unit ?? 'Y']
  return [parts, one.pregnancy?.startsWith('TRIMESTER') ? 1 : 0, one.effective_from, from - to]
}

function naiveRange(rows: readonly RangeRow[], of: Someone): RangeRow | undefined {
  let best: RangeRow | undefined
  for (const one of rows) {
    if (!naiveFits(one, of)) continue
    if (best === undefined) {
      best = one
      continue
    }
    const [a, b] = [naiveScore(one), naiveScore(best)]
    for (let at = 0; at < a.length; at += 1) {
      const [mine, other] = [a[at] as number | string, b[at] as number | string]
      if (mine === other) continue
      if (mine > other) best = one
      break
    }
  }
  return best
}

function naiveFlag(value: number, test: Limits, one: RangeRow | undefined): string | null {
  const low = one === undefined ? test.ref_low : one.ref_low
  const high = one === undefined ? test.ref_high : one.ref_high
  const own = one !== undefined && (one.critical_low !== null || one.critical_high !== null)
  const critical_low = own ? one.critical_low : test.critical_low
  const critical_high = own ? one.critical_high : test.critical_high
  if (critical_low !== null && value <= critical_low) return 'CRITICAL_LOW'
  if (critical_high !== null && value >= critical_high) return 'CRITICAL_HIGH'
  if (low !== null && value < low) return 'LOW'
  if (high !== null && value > high) return 'HIGH'
  if (low === null && high === null) return null
  return 'NORMAL'
}

t.test(
  'ranges: 10,000 people against 200 rows, as the plain reading says (DIA-13, DIA-14)',
  async (t) => {
    const below = seeded(20_260_331)
    const random = (): number => below(1_000_000) / 1_000_000
    const number = (most: number): number => below(most)
    const one = <T>(list: readonly T[]): T => list[number(list.length)] as T
    const maybe = <T>(make: () => T): T | null => (random() < 0.5 ? null : make())
    const units = ['D', 'W', 'M', 'Y'] as const
    const most_of = { D: 90, W: 60, M: 72, Y: 90 } as const
    const age = () => {
      const unit = one(units)
      return { n: number(most_of[unit]), unit }
    }
    const day = (from: string, span: number): string => olderBy(from, number(span), 'D')
    const states = [
      'NOT_PREGNANT',
      'PREGNANT',
      'TRIMESTER_1',
      'TRIMESTER_2',
      'TRIMESTER_3',
      'POSTPARTUM',
    ] as const
    const rows = Array.from({ length: 200 }, (_, at) => {
      const [from, to] = [maybe(age), maybe(age)]
      return row({
        id: String(at),
        sex: maybe(() => one(['Male', 'Female'] as const)),
        age_from: from?.n ?? null,
        age_from_unit: from?.unit ?? null,
        age_to: to === null ? null : to.n + 1,
        age_to_unit: to?.unit ?? null,
        pregnancy: random() < 0.7 ? null : one(states),
        method: random() < 0.8 ? null : one(['A', 'B']),
        effective_from: one(['2000-01-01', '2025-01-01', '2026-02-01', '2026-09-01']),
        active: random() > 0.1,
        ref_low: maybe(() => number(50)),
        ref_high: maybe(() => 50 + number(50)),
        critical_low: maybe(() => -number(20)),
        critical_high: maybe(() => 120 + number(20)),
      })
    })
    const test: Limits = { ref_low: 10, ref_high: 80, critical_low: 2, critical_high: 130 }
    let differing = 0
    let ranged = 0
    for (let at = 0; at < 10_000; at += 1) {
      // Of one test and its rows: a dozen of them, as laboratories have.
      const own = Array.from({ length: 12 }, () => one(rows))
      const someone: Someone = {
        sex: one(['Male', 'Female', 'Ambiguous']),
        birth_date: day('1930-01-01', 35_100),
        on: day('2026-01-01', 360),
        pregnancy: one(states),
        method: maybe(() => one(['A', 'B'])),
      }
      const value = rounded(random() * 200 - 30, 1)
      const [mine, plain] = [rangeFor(own, someone), naiveRange(own, someone)]
      if (plain !== undefined) ranged += 1
      const flag = flagOf(value, null, limitsFor(test, mine))
      if (mine?.id !== plain?.id || flag !== naiveFlag(value, test, plain)) differing += 1
    }
    t.equal(differing, 0)
    t.ok(ranged > 5000, `${ranged} had a range`)
  },
)

t.test('rounded half up, as it is printed (2.4)', async (t) => {
  t.same(
    [rounded(1.005, 2), rounded(2.5, 0), rounded(1e-7, 6), rounded(-1.25, 1)],
    [1.01, 3, 0, -1.2],
  )
})

t.test('formulas (DIA-66)', async (t) => {
  const egfr = formulaOf(shipped_formulas['EGFR'] ?? '')
  const ldl = formulaOf(shipped_formulas['LDL'] ?? '')
  const filtered = (CREAT: number, age: number, female: number) =>
    Math.round(egfr.reckon({ CREAT, age, female }) ?? Number.NaN)
  t.same([filtered(100, 50, 0), filtered(70, 30, 1), filtered(250, 65, 1)], [79, 103, 18])
  t.equal(rounded(ldl.reckon({ TC: 5.2, HDL: 1.2, TG: 1.54 }) ?? 0, 2), 3.3)
  t.equal(ldl.reckon({ TC: 5.2, HDL: 1.2, TG: 4.6 }), null, 'not calculated above 4.5')
  t.equal(ldl.reckon({ TC: 5.2, HDL: 1.2 }), null, 'an input is missing')
  t.equal(formulaOf('{A} / {B}').reckon({ A: 1, B: 0 }), null)
  t.equal(formulaOf('-2 ^ 2 + max(1, 2, 3) * round(1.6)').reckon({}), 2)
  t.equal(formulaOf('2 + 3 * 4 - (1 - 2)').reckon({}), 15)
  for (const [text, at] of [
    ['{HGB} +', 8],
    ['1 $ 2', 3],
    ['if(1, 2, 3)', 5],
    ['sqrt(1, 2)', 7],
    ['process', 1],
    ['(1', 3],
  ] as const) {
    t.throws(() => formulaOf(text), new Unreadable(at), text)
  }
  t.throws(() => formulaOf('('.repeat(5000)), new Unreadable(52), 'however deep')
})

t.test('the number of a specimen (DIA-40, DIA-42)', async (t) => {
  t.equal(numberOn('2026-03-21', 42), '26080000420')
  t.equal(numberOn('2026-12-31', 100_000).length, 12)
  t.ok(isSpecimenNumber('26080000420'))
  t.notOk(isSpecimenNumber('26080000421'))
})
