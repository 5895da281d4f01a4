// A table as somebody has written it: no row upside down, no two for the same case, no hole between
// two rows (VIT-20). Rows are counted from 1, as people count them.

import { invalid, Refusal } from '../../../core/refusal.ts'
import type { TableCode } from './words.ts'

type Row = Record<string, unknown>

/** Which fields say for whom a row is: two rows of one case must not overlap. */
const case_fields = [
  'field',
  'part',
  'by',
  'side',
  'context',
  'group',
  'on_oxygen',
  'spo2_target',
  'band',
  'from_days',
  'to_days',
  'from_months',
  'to_months',
  'pregnant',
  'for',
  'score',
  'value',
  'percent',
  'within_days',
] as const

const needed: Record<TableCode, readonly string[]> = {
  RANGES: ['field'],
  CRITICAL_LIMITS: ['field', 'side'],
  PLAUSIBILITY: ['field', 'unit'],
  NEWS2: ['part'],
  PEWS: ['part'],
  MEOWS: ['part'],
  TEWS: ['part'],
  OBSERVE_EVERY: ['score', 'band', 'minutes'],
  MUAC: ['severe_below', 'moderate_below'],
  GROWTH: ['indicator', 'sex'],
  TRIAGE_TARGETS: ['category', 'acuity'],
  DISCRIMINATORS: ['code', 'category', 'words'],
}

const pairs = [
  ['min', 'max'],
  ['confirm_min', 'confirm_max'],
  ['refuse_min', 'refuse_max'],
  ['from_days', 'to_days'],
  ['from_months', 'to_months'],
  ['severe_below', 'moderate_below'],
] as const

/** Fields whose values come in tenths; the others are whole numbers. */
const tenths = new Set(['temperature', 'capillary_refill', 'oxygen_flow', 'blood_glucose'])

export function checkRows(code: TableCode, rows: readonly Row[]): void {
  if (rows.length === 0) throw invalid('rows', 'cannot be empty.')
  rows.forEach((row, at) => checkRow(code, row, at + 1))
  if (code === 'PEWS' || code === 'NEWS2' || code === 'MEOWS' || code === 'TEWS') {
    for (const group of cases(rows)) checkCover(code, group)
  }
}

const refused = (message: string): Refusal =>
  new Refusal(400, 'invalid', message, { field: 'rows' })

function checkRow(code: TableCode, row: Row, no: number): void {
  for (const field of needed[code]) {
    if (row[field] === undefined || row[field] === null) {
      throw refused(`${code} row ${no}: ${field} is required.`)
    }
  }
  for (const [low, high] of pairs) {
    const [from, to] = [row[low], row[high]]
    for (const [name, value] of [
      [low, from],
      [high, to],
    ] as const) {
      if (value !== undefined && value !== null && typeof value !== 'number') {
        throw refused(`${code} row ${no}: ${name} must be a number.`)
      }
    }
    if (typeof from === 'number' && typeof to === 'number' && from > to) {
      throw refused(`${code} row ${no}: ${low} ${from} is above ${high} ${to}.`)
    }
  }
}

interface Bounded {
  no: number
  row: Row
}

/** Rows with bounds, by whom and what they are for. */
function cases(rows: readonly Row[]): Bounded[][] {
  const groups = new Map<string, Bounded[]>()
  rows.forEach((row, at) => {
    if (row['part'] === 'single' || !('min' in row || 'max' in row)) return
    const key = JSON.stringify(case_fields.map((field) => row[field] ?? null))
    groups.set(key, [...(groups.get(key) ?? []), { no: at + 1, row }])
  })
  return [...groups.values()]
}

function checkCover(code: TableCode, group: readonly Bounded[]): void {
  const from = ({ row }: Bounded): number => (row['min'] as number | null) ?? -Infinity
  const to = ({ row }: Bounded): number => (row['max'] as number | null) ?? Infinity
  const ordered = [...group].sort((a, b) => from(a) - from(b))
  for (const [at, next] of ordered.entries()) {
    const before = ordered[at - 1]
    if (before === undefined) continue
    const names = `rows ${Math.min(before.no, next.no)} and ${Math.max(before.no, next.no)}`
    if (from(next) <= to(before)) throw refused(`${code} ${names} overlap.`)
    const step = tenths.has(String(next.row['by'] ?? next.row['part'])) ? 0.1 : 1
    if (from(next) - to(before) > step + 1e-6) {
      throw refused(`${code} ${names} leave a hole between ${to(before)} and ${from(next)}.`)
    }
  }
}
