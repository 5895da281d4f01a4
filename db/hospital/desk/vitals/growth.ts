// The growth point of a set (VIT-15, CAR-170, CAR-171), pure: the measures, the child, and rows of
// the hospital's growth tables handed in. A missing measure gives no score, never a guess.

import {
  asMeasured,
  between,
  type Lms,
  type LmsRow,
  positionFor,
  type Position,
  restrictedZ,
  rounded,
  zOf,
} from './growth-z.ts'
import type { NutritionClass } from './nutrition.ts'
import type { GrowthSet } from './rows.ts'
import type { growth_sexes, GrowthAxis, GrowthClass, GrowthIndicator } from './words.ts'

/** Measures of growth are scored to the nineteenth birthday. */
export const grown_months = 228

export interface Child {
  sex: 'Male' | 'Female' | 'Ambiguous'
  age_days: number
  age_months: number
  /** The day of birth is a guess: nothing that goes by age is scored. */
  estimated: boolean
}

export interface Grown {
  weight: number | null
  height: number | null
  height_position: Position | null
  muac: number | null
  head_circumference: number | null
  oedema: number | null
}

/** One look-up: which table, at which age or length, and what was measured. */
export interface Sought {
  indicator: GrowthIndicator
  axes: readonly GrowthAxis[]
  at: number
  value: number
}

const by_age: readonly GrowthAxis[] = ['DAY', 'MONTH']

export function soughtOf({ age_days, estimated }: Child, grown: Grown): Sought[] {
  const { weight, height, head_circumference, muac } = grown
  const swollen = (grown.oedema ?? 0) >= 1
  const found: Sought[] = []
  const add = (indicator: GrowthIndicator, at: number, value: number, axes = by_age): void => {
    found.push({ indicator, axes, at, value })
  }
  const wanted =
    height === null ? null : positionFor(estimated ? null : age_days, height, grown.height_position)
  const tall =
    height === null || wanted === null ? null : asMeasured(height, grown.height_position, wanted)
  if (weight !== null && tall !== null && !swollen) {
    add('WFLH', tall, weight, [wanted === 'LYING' ? 'LENGTH' : 'HEIGHT'])
  }
  if (estimated) return found
  if (weight !== null && !swollen) add('WFA', age_days, weight)
  if (tall !== null) add('LHFA', age_days, tall)
  if (weight !== null && tall !== null && !swollen) {
    add('BFA', age_days, weight / (tall / 100) ** 2)
  }
  if (head_circumference !== null) add('HCFA', age_days, head_circumference)
  if (muac !== null) add('ACFA', age_days, muac)
  return found
}

export const sexesOf = ({ sex }: Child): readonly (typeof growth_sexes)[number][] =>
  sex === 'Ambiguous' ? ['Male', 'Female'] : [sex]

/** Days before months; where two sets meet, the one that begins there. */
export function setFor(
  sets: readonly GrowthSet[],
  { indicator, axes, at }: Sought,
  sex: string,
): GrowthSet | undefined {
  return sets
    .filter((set) => set.indicator === indicator && set.sex === sex && axes.includes(set.by))
    .filter((set) => set.from <= at && at <= set.to)
    .sort((a, b) => axes.indexOf(a.by) - axes.indexOf(b.by) || b.from - a.from)[0]
}

/** The rows of a set next to a point, below and above. */
export type Neighbours = (set_id: string, at: number) => readonly [LmsRow | null, LmsRow | null]

/** Everything but lengths and heads lies askew beyond three deviations. */
const restricted: readonly GrowthIndicator[] = ['WFA', 'WFLH', 'BFA', 'ACFA']

export function scored(
  sets: readonly GrowthSet[],
  neighbours: Neighbours,
  child: Child,
  sought: Sought,
): number | null {
  const sexes = sexesOf(child)
  if (sexes.length > 1 && sought.indicator !== 'WFLH') return null
  const found = sexes.flatMap((sex) => {
    const set = setFor(sets, sought, sex)
    if (set === undefined) return []
    const [below, above] = neighbours(set.set_id, sought.at)
    const of = between(below, above, sought.at)
    return of === null ? [] : [z(sought, of)]
  })
  // By either sex: the lower of both, which is treated sooner.
  return found.length < sexes.length ? null : rounded(Math.min(...found))
}

const z = ({ indicator, value }: Sought, of: Lms): number =>
  restricted.includes(indicator) ? restrictedZ(value, of) : zOf(value, of)

/** Beyond these the measurement itself is in doubt (CAR-170). */
const doubtful: Readonly<Record<string, readonly [number, number]>> = {
  z_wfa: [-6, 5],
  z_lhfa: [-6, 6],
  z_wflh: [-5, 5],
  z_bfa: [-5, 5],
  z_hcfa: [-5, 5],
}

export const z_names: Readonly<Record<GrowthIndicator, keyof Scores>> = {
  WFA: 'z_wfa',
  LHFA: 'z_lhfa',
  WFLH: 'z_wflh',
  BFA: 'z_bfa',
  HCFA: 'z_hcfa',
  ACFA: 'z_muac',
}

export interface Scores {
  z_wfa: number | null
  z_lhfa: number | null
  z_wflh: number | null
  z_bfa: number | null
  z_hcfa: number | null
  z_muac: number | null
}

export const no_scores: Scores = {
  z_wfa: null,
  z_lhfa: null,
  z_wflh: null,
  z_bfa: null,
  z_hcfa: null,
  z_muac: null,
}

export const flaggedBy = (scores: Scores): boolean =>
  Object.entries(doubtful).some(([name, [low, high]]) => {
    const value = scores[name as keyof Scores]
    return value !== null && (value < low || value > high)
  })

/** CAR-170: the gravest that holds; without a score nobody is called normal. */
export function classOf(
  scores: Scores,
  { age_months }: Child,
  { swollen, muac_class }: { swollen: boolean; muac_class: NutritionClass | null },
): GrowthClass | null {
  const { z_wflh, z_lhfa, z_wfa, z_bfa } = scores
  const below = (score: number | null, line: number): boolean => score !== null && score < line
  const above = (score: number | null, line: number): boolean => score !== null && score > line
  const acute = age_months >= 6 && age_months < 60
  if (acute && (swollen || muac_class === 'SEVERE' || below(z_wflh, -3))) return 'SEVERE_ACUTE'
  if (acute && (muac_class === 'MODERATE' || below(z_wflh, -2))) return 'MODERATE_ACUTE'
  if (below(z_lhfa, -2)) return 'STUNTED'
  if (below(z_wfa, -2) || (age_months >= 60 && below(z_bfa, -2))) return 'UNDERWEIGHT'
  const young = age_months < 60
  const fat = young ? (z_wflh ?? z_bfa) : z_bfa
  if (above(fat, young ? 3 : 2)) return 'OBESE'
  if (above(fat, young ? 2 : 1)) return 'OVERWEIGHT'
  return Object.values(scores).some((score) => score !== null) ? 'NORMAL' : null
}

/** How many whole lines of the chart lie between two scores, downwards. */
export const linesDown = (from: number, to: number): number =>
  [-3, -2, -1, 0, 1, 2, 3].filter((line) => from >= line && to < line).length

export function falters(
  age_days: number,
  now: { weight: number; z: number | null },
  before: { weight: number; z: number | null; days_ago: number } | null,
): boolean {
  if (before === null) return false
  const still = age_days < 365 && before.days_ago >= 28 && now.weight <= before.weight
  const crossed = before.z !== null && now.z !== null && linesDown(before.z, now.z) >= 2
  return still || crossed
}

export function reasonFor(child: Child, grown: Grown, missing: readonly string[]): string | null {
  const said = [
    child.sex === 'Ambiguous' ? 'Sex is not known: only weight for height.' : null,
    child.estimated ? 'The birth date is estimated: only weight for height.' : null,
    (grown.oedema ?? 0) >= 1 ? 'Oedema: no score by weight.' : null,
    missing.length > 0 ? `No growth table reaches: ${missing.join(', ')}.` : null,
  ].filter((one) => one !== null)
  return said.length === 0 ? null : said.join(' ')
}
