// Is a measure under control? Westgard's rules (DIA-101 to DIA-103) over the points of one test on one
// instrument, judged when a run comes in. Pure: what was before is handed over, the newest first.

import { rounded } from '../catalogue/choose.ts'
import type { ControlVerdict, RuleSetting, WestgardRule } from '../words.ts'

export type Rules = Readonly<Record<WestgardRule, RuleSetting>>

export const shipped_rules: Rules = {
  '1_2s': 'WARNING',
  '1_3s': 'OUT',
  '2_2s': 'OUT',
  R_4s: 'OUT',
  '4_1s': 'OUT',
  '10x': 'OUT',
  '7T': 'OFF',
}

/** Values of one level of one lot; a run holds those that were measured together. */
export interface Measure {
  series: string
  z: number
}

export interface Judged extends Measure {
  broken: WestgardRule[]
  status: ControlVerdict
}

/** DIA-100: to two decimals, and judged as it is shown. */
export const zOf = (value: number, mean: number, sd: number): number =>
  rounded((value - mean) / sd, 2)

type Run = readonly Measure[]

/** `before`: earlier runs of this test on this instrument, the newest first, without those left out. */
export function judgeRun(run: Run, before: readonly Run[], rules: Rules = shipped_rules): Judged[] {
  const runs = [run, ...before]
  return run.map((one) => {
    const broken = names.filter((name) => rules[name] !== 'OFF' && rules_of[name](one, runs))
    return { ...one, broken, status: worstOf(broken.map((name) => rules[name])) }
  })
}

const worstOf = (settings: readonly RuleSetting[]): ControlVerdict => {
  if (settings.includes('OUT')) return 'OUT'
  return settings.includes('WARNING') ? 'WARNING' : 'IN'
}

type Rule = (one: Measure, runs: readonly Run[]) => boolean

const rules_of: Readonly<Record<WestgardRule, Rule>> = {
  '1_2s': ({ z }) => Math.abs(z) > 2,
  '1_3s': ({ z }) => Math.abs(z) > 3,
  '2_2s': (one, runs) => {
    const pair = [ofSeries(one, runs, 2), ...together(one, runs, 1)]
    return pair.some((zs) => zs.length === 2 && beyond(zs, 2))
  },
  R_4s: ({ z, series }, [run = []]) =>
    run.some(
      (other) => other.series !== series && ((z > 2 && other.z < -2) || (z < -2 && other.z > 2)),
    ),
  '4_1s': (one, runs) =>
    [ofSeries(one, runs, 4), ...together(one, runs, 2)].some(
      (zs) => zs.length === 4 && beyond(zs, 1),
    ),
  '10x': (one, runs) =>
    [ofSeries(one, runs, 10), ...together(one, runs, 5)].some(
      (zs) => zs.length === 10 && beyond(zs, 0),
    ),
  '7T': (one, runs) => isTrend(ofSeries(one, runs, 7)),
}
const names = Object.keys(rules_of) as WestgardRule[]

/** The last values of its level, itself the first. */
function ofSeries({ series }: Measure, runs: readonly Run[], count: number): number[] {
  const zs: number[] = []
  for (const run of runs) {
    const found = run.find((one) => one.series === series)
    if (found !== undefined) zs.push(found.z)
    if (zs.length === count) break
  }
  return zs
}

/** With each other level of its run: both levels over the last runs, where each of them has both. */
function together(one: Measure, runs: readonly Run[], count: number): number[][] {
  const last = runs.slice(0, count)
  const others = (last[0] ?? []).filter(({ series }) => series !== one.series)
  if (last.length < count) return []
  return others.map(({ series }) =>
    last.flatMap((run) =>
      run.filter((each) => each.series === series || each.series === one.series).map(({ z }) => z),
    ),
  )
}

const beyond = (zs: readonly number[], limit: number): boolean =>
  zs.every((z) => z > limit) || zs.every((z) => z < -limit)

function isTrend(zs: readonly number[]): boolean {
  if (zs.length < 7) return false
  const steps = zs.slice(1).map((z, at) => (zs[at] as number) - z)
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Runs that a rule looks back over at most. */
export const looks_back = 10
