// Early-warning scores (VIT-6…VIT-11), pure: a chart, a person, a set of measures. A missing part
// never counts as zero: there is then no total, no band and no alert by total.

import { age_16, fits, inside, type ObserveRow, type Person, type ScoreRow } from './rows.ts'
import type { ScoreBand, ScoreCode } from './words.ts'

export type Measures = Readonly<Record<string, unknown>>

export interface Score {
  code: ScoreCode
  value: number | null
  parts: Record<string, number>
  band: ScoreBand | null
  trigger: boolean
  missing: string[]
  not_valid_reason: string | null
  action: string | null
  observe_every_minutes: number | null
  table_version: number
  table_adopted: boolean
}

export interface Chart {
  code: ScoreCode
  rows: readonly ScoreRow[]
  version: number
  adopted: boolean
}

/** From the least to the most urgent. */
const order: readonly string[] = ['LOW', 'LOW_MEDIUM', 'MEDIUM', 'HIGH']

/** VIT-6: the score that belongs to this person. */
export function scoreFor({ pregnant, age_months }: Person): ScoreCode {
  if (pregnant) return 'MEOWS'
  return age_months >= age_16 ? 'NEWS2' : 'PEWS'
}

export function score(
  chart: Chart,
  person: Person,
  measures: Measures,
  observe: readonly ObserveRow[] = [],
): Score {
  const reason = notValid(chart.code, person)
  if (reason !== null) return { ...empty(chart), not_valid_reason: reason }
  if (chart.code === 'TEWS') return triageScore(chart, person, measures)
  const own = chart.rows.filter((row) => fits(row, person))
  const { parts, missing } = partsOf(own, measures)
  return banded(chart, own, parts, missing, observe)
}

function notValid(code: ScoreCode, { age_months, pregnant }: Person): string | null {
  if (code === 'NEWS2' && age_months < age_16) return 'NEWS2 is for people from 16 years on.'
  if (code === 'PEWS' && age_months >= age_16) return 'PEWS is for children under 16 years.'
  if (code === 'MEOWS' && !pregnant) return 'MEOWS is for pregnancy and the days after a birth.'
  return null
}

const empty = ({ code, version, adopted }: Chart): Score => ({
  code,
  value: null,
  parts: {},
  band: null,
  trigger: false,
  missing: [],
  not_valid_reason: null,
  action: null,
  observe_every_minutes: null,
  table_version: version,
  table_adopted: adopted,
})

const summary = new Set(['total', 'single'])

interface Parts {
  parts: Record<string, number>
  missing: string[]
}

export function partsOf(rows: readonly ScoreRow[], measures: Measures): Parts {
  const wanted = [...new Set(rows.map(({ part }) => part))].filter((part) => !summary.has(part))
  const parts: Record<string, number> = {}
  const missing: string[] = []
  for (const part of wanted) {
    const row = rows.find((one) => one.part === part && holds(one, measures))
    if (row === undefined) missing.push(part)
    else parts[part] = row.points ?? 0
  }
  return { parts, missing }
}

function holds(row: ScoreRow, measures: Measures): boolean {
  if (row.on_oxygen !== undefined && row.on_oxygen !== onOxygen(measures)) return false
  const value = measures[row.by ?? row.part]
  if (value === undefined || value === null) return false
  if (row.values !== undefined) return (row.values as unknown[]).includes(value)
  return typeof value === 'number' && inside(row, value)
}

/** Undefined when nobody said: then no row of the second oxygen scale holds. */
function onOxygen({ oxygen_delivery }: Measures): boolean | undefined {
  if (typeof oxygen_delivery !== 'string') return undefined
  return oxygen_delivery !== 'ROOM_AIR'
}

function banded(
  chart: Chart,
  rows: readonly ScoreRow[],
  parts: Record<string, number>,
  missing: string[],
  observe: readonly ObserveRow[],
): Score {
  const value = missing.length > 0 ? null : sum(parts)
  const total =
    value === null ? undefined : rows.find((row) => row.part === 'total' && inside(row, value))
  const single = rows.find(
    (row) => row.part === 'single' && Object.values(parts).some((points) => inside(row, points)),
  )
  const worse = single !== undefined && rank(single.gives) > rank(total?.gives) ? single : total
  const band = value === null ? null : ((worse?.gives ?? null) as ScoreBand | null)
  const speaks = value === null ? single : worse
  return {
    ...empty(chart),
    value,
    parts,
    missing,
    band,
    trigger: speaks?.trigger ?? false,
    action: speaks?.action ?? null,
    observe_every_minutes: band === null ? null : intervalOf(observe, chart.code, band, value),
  }
}

const sum = (parts: Record<string, number>): number =>
  Object.values(parts).reduce((total, points) => total + points, 0)

const rank = (band: string | undefined): number => order.indexOf(band ?? '')

function intervalOf(
  observe: readonly ObserveRow[],
  code: string,
  band: string,
  value: number | null,
): number | null {
  const own = observe.filter((row) => row.score === code && row.band === band)
  const exact = own.find((row) => row.value === value)
  return (exact ?? own.find((row) => row.value === undefined))?.minutes ?? null
}

type Group = 'ADULT' | 'OLDER_CHILD' | 'YOUNGER_CHILD'

/** VIT-11: the charts that age and height ask for; where they disagree the higher total counts. */
export function triageGroups(age_months: number, height: unknown): Group[] {
  const by_age: Group =
    age_months >= 156 ? 'ADULT' : age_months >= 36 ? 'OLDER_CHILD' : 'YOUNGER_CHILD'
  if (typeof height !== 'number') return [by_age]
  // Between the two heights the age alone speaks.
  const by_height: Group = height > 150 ? 'ADULT' : height < 95 ? 'YOUNGER_CHILD' : by_age
  return by_age === by_height ? [by_age] : [by_age, by_height]
}

function triageScore(chart: Chart, person: Person, measures: Measures): Score {
  const totals = chart.rows.filter(({ part }) => part === 'total')
  const found = triageGroups(person.age_months, measures['height']).map((group) => {
    const own = chart.rows.filter((row) => row.group === group)
    return partsOf(own, measures)
  })
  const whole = found
    .filter(({ missing }) => missing.length === 0)
    .sort((a, b) => sum(b.parts) - sum(a.parts))
  const best = whole[0]
  if (best === undefined || whole.length < found.length) {
    const short = found.find(({ missing }) => missing.length > 0) as Parts
    return { ...empty(chart), parts: short.parts, missing: short.missing }
  }
  const value = sum(best.parts)
  const row = totals.find((one) => inside(one, value))
  return {
    ...empty(chart),
    value,
    parts: best.parts,
    band: triage_bands[row?.gives ?? ''] ?? null,
    action: row?.action ?? null,
  }
}

/** A TEWS proposes a category; among the bands it stands where its urgency does. */
const triage_bands: Record<string, ScoreBand> = {
  RED: 'HIGH',
  ORANGE: 'MEDIUM',
  YELLOW: 'LOW_MEDIUM',
  GREEN: 'LOW',
}
const proposals: Record<ScoreBand, number> = { HIGH: 1, MEDIUM: 2, LOW_MEDIUM: 3, LOW: 4 }

/** The triage category that a TEWS proposes, or null without a total. */
export const proposedBy = (tews: Pick<Score, 'band'>): number | null =>
  tews.band === null ? null : proposals[tews.band]
