// The growth standards of the WHO, data with the product (CAR-170): by day to five years, by month
// to nineteen. Their rows stand in one file, read when the first child is weighed; a hospital's
// table names these sets as it names those of its own, whose rows are in the database.

import { asset } from '../../../../core/assets.ts'
import type { LmsRow } from '../growth-z.ts'
import type { GrowthSet } from '../rows.ts'
import { growth_sexes, type GrowthAxis, type GrowthIndicator } from '../words.ts'

/** What a month of age is in the tables of the WHO, in days. */
export const month_days = 30.4375

const who_2006 = { source: 'WHO Child Growth Standards, 2006', on: '2006-04-27' }
const who_2007 = { source: 'WHO Growth Reference 5-19 years, 2007', on: '2007-09-01' }

type Part = [GrowthIndicator, GrowthAxis, from: number, to: number, rows: number, typeof who_2006]

const parts: readonly Part[] = [
  ['WFA', 'DAY', 0, 1826, 1827, who_2006],
  ['LHFA', 'DAY', 0, 1826, 1827, who_2006],
  ['BFA', 'DAY', 0, 1826, 1827, who_2006],
  ['HCFA', 'DAY', 0, 1826, 1827, who_2006],
  ['ACFA', 'DAY', 91, 1826, 1736, who_2006],
  ['WFLH', 'LENGTH', 45, 110, 651, who_2006],
  ['WFLH', 'HEIGHT', 65, 120, 551, who_2006],
  ['WFA', 'MONTH', 60 * month_days, 120 * month_days, 61, who_2007],
  ['LHFA', 'MONTH', 60 * month_days, 228 * month_days, 169, who_2007],
  ['BFA', 'MONTH', 60 * month_days, 228 * month_days, 169, who_2007],
]

export const shipped_growth: readonly GrowthSet[] = parts.flatMap(
  ([indicator, by, from, to, rows, { source, on }]) =>
    growth_sexes.map((sex) => {
      const set_id = nameOf(indicator, sex, by)
      return { set_id, indicator, sex, by, from, to, rows, source, on }
    }),
)

const shipped = new Set(shipped_growth.map(({ set_id }) => set_id))
export const isShipped = (set_id: string): boolean => shipped.has(set_id)

let read: ReadonlyMap<string, readonly LmsRow[]> | null = null

/** The rows of a shipped set, from the first to the last. */
export function shippedRows(set_id: string): readonly LmsRow[] {
  read ??= readAll()
  return read.get(set_id) ?? []
}

function nameOf(indicator: string, sex: string, by: string): string {
  return `WHO ${indicator} ${sex} ${by}`
}

function readAll(): Map<string, LmsRow[]> {
  const found = new Map<string, LmsRow[]>()
  let rows: LmsRow[] = []
  let days_each = 1
  const text = asset('db/hospital/desk/vitals/shipped/growth-standards.tsv').toString('utf8')
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const cells = line.split('\t')
    if (line.startsWith('=')) {
      const [indicator = '', sex = '', by = ''] = cells
      days_each = by === 'MONTH' ? month_days : 1
      found.set(nameOf(indicator.slice(1), sex, by), (rows = []))
    } else {
      const [at, l, m, s] = cells.map(Number) as [number, number, number, number]
      rows.push({ at: at * days_each, l, m, s })
    }
  }
  return found
}
