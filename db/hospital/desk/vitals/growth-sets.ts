// Growth standards as they come in: rows of one file each, checked line by line, kept as a set that
// never changes. A version of the table names its sets; a file replaces those that it overlaps.

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { LmsRow } from './growth-z.ts'
import type { GrowthSet } from './rows.ts'
import { isShipped, month_days } from './shipped/growth.ts'
import { growth_rows } from './tables.ts'
import {
  growth_axes,
  growth_indicators,
  growth_sexes,
  type GrowthAxis,
  type GrowthIndicator,
} from './words.ts'

export interface GrowthRow extends LmsRow {
  indicator: GrowthIndicator
  sex: GrowthSet['sex']
  by: GrowthAxis
}

const axis_of: Readonly<Record<GrowthAxis, string>> = {
  DAY: 'day',
  MONTH: 'month',
  LENGTH: 'length',
  HEIGHT: 'height',
}
const of_weight_for: readonly GrowthAxis[] = ['LENGTH', 'HEIGHT']
const reaches: Readonly<Record<GrowthAxis, number>> = {
  DAY: 7000,
  MONTH: 240,
  LENGTH: 150,
  HEIGHT: 150,
}
const errors_named = 10

const refused = (message: string): Refusal =>
  new Refusal(400, 'invalid', message, { field: 'rows' })

/** `where`: how people find a row again, `line 7` of a file or `row 7` of a request. */
export function growthRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  where: (index: number) => string,
): GrowthRow[] {
  if (rows.length === 0) throw refused('rows cannot be empty.')
  const wrong: string[] = []
  const seen = new Set<string>()
  const read: GrowthRow[] = []
  rows.forEach((row, index) => {
    const one = readRow(row)
    const key = typeof one === 'string' ? '' : [one.indicator, one.sex, one.by, one.at].join(' ')
    const fault = typeof one === 'string' ? one : seen.has(key) ? 'stands twice.' : null
    if (fault !== null) wrong.push(`GROWTH ${where(index)}: ${fault}`)
    seen.add(key)
    if (typeof one !== 'string') read.push(one)
  })
  if (wrong.length === 0) return read
  const more = wrong.length - errors_named
  const said = wrong.slice(0, errors_named).join(' ')
  throw refused(more > 0 ? `${said} And ${more} more.` : said)
}

/** The row, or what is wrong with it. */
function readRow(row: Readonly<Record<string, unknown>>): GrowthRow | string {
  const indicator = growth_indicators.find((one) => one === row['indicator'])
  const sex = growth_sexes.find((one) => one === row['sex'])
  if (indicator === undefined) return `indicator must be one of ${growth_indicators.join(', ')}.`
  if (sex === undefined) return `sex must be one of ${growth_sexes.join(', ')}.`
  const own = growth_axes.filter((axis) => row[axis_of[axis]] !== undefined)
  const [by] = own
  if (by === undefined || own.length > 1) return 'one of day, month, length, height is required.'
  if (of_weight_for.includes(by) !== (indicator === 'WFLH')) {
    return `${indicator} does not go by ${axis_of[by]}.`
  }
  const at = row[axis_of[by]]
  if (!isNumber(at) || at < 0 || at > reaches[by]) {
    return `${axis_of[by]} must be a number from 0 to ${reaches[by]}.`
  }
  const { L: l, M: m, S: s } = row
  if (!isNumber(l) || Math.abs(l) > 10) return 'L must be a number from -10 to 10.'
  if (!isNumber(m) || m <= 0 || m > 300) return 'M must be a number above 0, at most 300.'
  if (!isNumber(s) || s <= 0 || s >= 1) return 'S must be a number above 0 and below 1.'
  return { indicator, sex, by, at: by === 'MONTH' ? at * month_days : at, l, m, s }
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** The sets of the next version: those before, without what the new ones replace. */
export async function withSets(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  before: readonly GrowthSet[],
  rows: readonly GrowthRow[],
  source: string,
  on: string,
): Promise<GrowthSet[]> {
  const groups = Map.groupBy(rows, ({ indicator, sex, by }) => [indicator, sex, by].join(' '))
  const made: GrowthSet[] = []
  for (const group of groups.values()) {
    const [{ indicator, sex, by }] = group as [GrowthRow]
    const all = group.map(({ at }) => at).sort((a, b) => a - b)
    const [from, to] = [all[0] as number, all.at(-1) as number]
    if (group.length < 2) throw refused(`${indicator} ${sex}: at least two rows are needed.`)
    const set_id = newId()
    await growth_rows.insertMany(
      group.map(({ at, l, m, s }) => ({ set_id, hospital_id, at, l, m, s })),
    )
    made.push({ set_id, indicator, sex, by, from, to, rows: group.length, source, on })
  }
  const kept = before.filter((old) => !made.some((one) => overlap(old, one)))
  return [...kept, ...made]
}

/**
 * Two that only touch go on from each other: 0–24 and 24–60 months. A hospital may have weeks beside
 * months of its own; what was shipped gives way to either.
 */
const overlap = (old: GrowthSet, made: GrowthSet): boolean =>
  old.indicator === made.indicator &&
  old.sex === made.sex &&
  (old.by === made.by || (isShipped(old.set_id) && isAge(old.by) && isAge(made.by))) &&
  old.from < made.to &&
  made.from < old.to

const isAge = (by: GrowthAxis): boolean => by === 'DAY' || by === 'MONTH'
