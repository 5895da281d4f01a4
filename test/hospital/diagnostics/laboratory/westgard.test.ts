// `westgard`: the rules of control against a naive reading of them (DIA-101 to DIA-103).

import t from 'tap'
import {
  judgeRun,
  type Measure,
  type Rules,
  shipped_rules,
  zOf,
} from '../../../../db/hospital/diagnostics/laboratory/quality/westgard.ts'
import type { WestgardRule } from '../../../../db/hospital/diagnostics/laboratory/words.ts'
import { seeded } from '../../../support/seeded.ts'

/** Runs in the order of time, each judged with those before it. */
function story(runs: readonly Measure[][], rules: Rules = shipped_rules) {
  return runs.map((run, at) => judgeRun(run, runs.slice(0, at).toReversed(), rules))
}
const single = (...zs: number[]): Measure[][] => zs.map((z) => [{ series: 'one', z }])
const last = (runs: readonly Measure[][], rules?: Rules) => story(runs, rules).at(-1)?.at(-1)

t.test('the fixtures of the chapter (DIA-100, DIA-103)', async (t) => {
  const z = (value: number) => zOf(value, 5, 0.1)
  t.same([z(5.21), z(5.2), z(5.31), z(4.899)], [2.1, 2, 3.1, -1.01])
  t.match(last(single(2.1)), { status: 'WARNING', broken: ['1_2s'] })
  t.match(last(single(2)), { status: 'IN', broken: [] }, 'more than two')
  t.match(last(single(2.1, 2.2)), { status: 'OUT', broken: ['1_2s', '2_2s'] })
  t.match(last(single(2.1, -2.2)), { status: 'WARNING' }, 'not on the same side')
  t.match(last(single(3.1)), { status: 'OUT', broken: ['1_2s', '1_3s'] })
  const both = (one: number, two: number): Measure[] => [
    { series: 'one', z: one },
    { series: 'two', z: two },
  ]
  t.match(story([both(2.3, -2.1)])[0], [
    { status: 'OUT', broken: ['1_2s', 'R_4s'] },
    { status: 'OUT', broken: ['1_2s', 'R_4s'] },
  ])
  t.match(story([both(2.3, 2.1)])[0]?.[1], { broken: ['1_2s', '2_2s'] })
  t.same(
    story(single(1.2, 1.1, 1.4, 1.3)).map(([one]) => one?.status),
    ['IN', 'IN', 'IN', 'OUT'],
  )
  t.match(story([both(1.2, 1.1), both(1.4, 1.3)])[1], [{ broken: ['4_1s'] }, { broken: ['4_1s'] }])
  const ten = Array.from({ length: 10 }, () => 0.1)
  t.same(
    story(single(...ten)).map(([one]) => one?.status),
    [...Array.from({ length: 9 }, () => 'IN'), 'OUT'],
  )
  t.match(story(Array.from({ length: 5 }, () => both(0.1, 0.2))).at(-1)?.[0], { broken: ['10x'] })
  const rising = single(-1, -0.8, -0.6, -0.1, 0.2, 0.4, 0.7)
  t.match(last(rising), { status: 'IN' }, 'a trend is not asked for as shipped')
  t.match(last(rising, { ...shipped_rules, '7T': 'WARNING' }), { broken: ['7T'] })
})

t.test('a rule may warn, block or say nothing (DIA-102)', async (t) => {
  t.match(last(single(2.1, 2.2), { ...shipped_rules, '2_2s': 'WARNING' }), { status: 'WARNING' })
  t.match(last(single(2.1), { ...shipped_rules, '1_2s': 'OFF' }), { status: 'IN', broken: [] })
})

interface Value {
  run: number
  level: string
  z: number
}

const side = (value: number, limit: number): number => (value > limit ? 1 : value < -limit ? -1 : 0)

/** As the chapter says it, with loops and nothing else: every value of all runs, in the order of time. */
function naive(values: readonly Value[], run: number, level: string): string[] {
  const of = (level_: string, run_: number) =>
    values.find((one) => one.level === level_ && one.run === run_)
  const me = of(level, run) as Value
  const broken: string[] = []
  if (Math.abs(me.z) > 2) broken.push('1_2s')
  if (Math.abs(me.z) > 3) broken.push('1_3s')
  const own = values.filter((one) => one.level === level && one.run <= run)
  const inRow = (count: number, limit: number): boolean => {
    if (own.length < count) return false
    let all = true
    const wanted = side(me.z, limit)
    for (let at = own.length - count; at < own.length; at += 1) {
      if (side((own[at] as Value).z, limit) !== wanted) all = false
    }
    return wanted !== 0 && all
  }
  const levels = [...new Set(values.map((one) => one.level))]
  const withAnother = (count: number, limit: number): boolean => {
    for (const other of levels) {
      if (other === level) continue
      let all = true
      const wanted = side(me.z, limit)
      for (let back = 0; back < count; back += 1) {
        for (const one of [of(level, run - back), of(other, run - back)]) {
          if (one === undefined || side(one.z, limit) !== wanted) all = false
        }
      }
      if (wanted !== 0 && all) return true
    }
    return false
  }
  if (inRow(2, 2) || withAnother(1, 2)) broken.push('2_2s')
  const opposite = values.some(
    (one) => one.run === run && side(one.z, 2) !== 0 && side(one.z, 2) === -side(me.z, 2),
  )
  if (side(me.z, 2) !== 0 && opposite) broken.push('R_4s')
  if (inRow(4, 1) || withAnother(2, 1)) broken.push('4_1s')
  if (inRow(10, 0) || withAnother(5, 0)) broken.push('10x')
  const seven = own.slice(-7).map((one) => one.z)
  let up = seven.length === 7
  let down = seven.length === 7
  for (let at = 1; at < seven.length; at += 1) {
    if ((seven[at] as number) <= (seven[at - 1] as number)) up = false
    if ((seven[at] as number) >= (seven[at - 1] as number)) down = false
  }
  if (up || down) broken.push('7T')
  return broken
}

t.test('westgard: 1,000 runs, as the plain reading says (DIA-101)', async (t) => {
  const below = seeded(20_260_412)
  const all: Rules = { ...shipped_rules, '7T': 'OUT' }
  const met = new Map<string, number>()
  let differing = 0
  let judged = 0
  for (let part = 0; part < 20; part += 1) {
    const runs: Measure[][] = []
    const values: Value[] = []
    // Quiet ones that drift, wild ones that do not.
    const is_wild = part % 4 === 0
    const noise = is_wild ? 800 : part % 4 === 1 ? 20 : 400
    let drift = (below(300) - 150) / 100
    const slope = part % 4 === 1 ? 0.2 : 0
    for (let run = 0; run < 50; run += 1) {
      drift += (below(60) - 30) / 100 + (drift > 3 ? -5 : slope)
      const levels = ['one', 'two', 'three'].filter(() => below(10) < 8)
      const made = levels.map((series) => ({
        series,
        z: Math.round((drift + (below(noise) - noise / 2) / 100) * 100) / 100,
      }))
      if (made.length === 0) made.push({ series: 'one', z: 0 })
      runs.push(made)
      for (const { series, z } of made) values.push({ run, level: series, z })
      for (const one of judgeRun(made, runs.slice(0, -1).toReversed(), all)) {
        const plain = naive(values, run, one.series)
        judged += 1
        for (const rule of plain) met.set(rule, (met.get(rule) ?? 0) + 1)
        if (JSON.stringify(one.broken) !== JSON.stringify(plain)) differing += 1
      }
    }
  }
  t.equal(differing, 0)
  t.ok(judged > 1000, `${judged} values`)
  const rules = Object.keys(shipped_rules) as WestgardRule[]
  t.same(
    rules.filter((rule) => (met.get(rule) ?? 0) < 10),
    [],
    'each rule was broken often enough',
  )
})
