// The tables of safety as they ship: read once from their lines, the same for every hospital.

import { read } from '../../../../core/validate.ts'
import {
  type AmountUnit,
  amount_units,
  type InteractionSeverity,
  safety_tables,
  type SafetyTable,
} from '../words.ts'
import { type BodyOf, safety_bodies } from './bodies.ts'
import { keyOf, tidied } from './keys.ts'
import { shipped_interactions } from './shipped/interactions.ts'
import { shipped_dose_limits } from './shipped/limits.ts'
import {
  shipped_ages,
  shipped_conditions,
  shipped_cross_allergies,
  shipped_duplicate_classes,
  shipped_renal,
} from './shipped/others.ts'

/** Grows when a release changes a table: it is adopted anew. */
export const edition = 1
export const safety_source =
  'General pharmacological knowledge, in own words; compare with the national treatment guidelines before adopting.'

type Cells = string[]

/** Capitals are a class, small letters an ingredient. */
const target = (word = ''): string =>
  /^[A-Z0-9_]+$/.test(word) ? `class:${word}` : `ingredient:${word}`

const ages = (span = ''): { min_age_days: number | null; max_age_days: number | null } => {
  const [from = '', to = ''] = span.split('-')
  return { min_age_days: number(from), max_age_days: number(to) }
}
const number = (cell: string | undefined): number | null =>
  cell === undefined || cell === '' || cell === '-' ? null : Number(cell)

const severities: Readonly<Record<string, InteractionSeverity>> = {
  '!': 'CONTRAINDICATED',
  M: 'MAJOR',
  m: 'MODERATE',
  '.': 'MINOR',
}
const bases: Readonly<Record<string, string>> = { FLAT: 'FLAT', KG: 'PER_KG', M2: 'PER_M2' }
const level = (sign: string | undefined): string => (sign === '!' ? 'CONTRAINDICATED' : 'CAUTION')
const unitIn = (cell: string | undefined): AmountUnit =>
  amount_units.find((unit) => unit === cell) ?? 'MG'

const readers: { [K in SafetyTable]: { text: string; row: (cells: Cells) => unknown } } = {
  interactions: {
    text: shipped_interactions,
    row: ([a, b, sign = '', effect, advice, hours]) => ({
      a: target(a),
      b: target(b),
      severity: severities[sign],
      effect,
      advice,
      separate_hours: number(hours),
    }),
  },
  'dose-limits': {
    text: shipped_dose_limits,
    row: ([of, ways = '', span, basis = '', single, daily, unit, low, weekly]) => ({
      target: target(of),
      routes: ways === '*' ? null : ways.split(','),
      ...ages(span),
      basis: bases[basis],
      max_single: number(single),
      max_daily: number(daily),
      max_weekly: number(weekly),
      usual_low: number(low),
      unit: unitIn(unit),
    }),
  },
  renal: {
    text: shipped_renal,
    row: ([of, below, action, advice, daily]) => ({
      target: target(of),
      below_ml_min: number(below),
      action,
      advice,
      max_daily: number(daily),
    }),
  },
  conditions: {
    text: shipped_conditions,
    row: ([of, codes = '', sign, advice]) => ({
      target: target(of),
      codes: codes.split(','),
      level: level(sign),
      advice,
    }),
  },
  ages: {
    text: shipped_ages,
    row: ([of, span, sign, advice]) => ({
      target: target(of),
      ...ages(span),
      level: level(sign),
      advice,
    }),
  },
  'cross-allergies': {
    text: shipped_cross_allergies,
    row: ([class_code, reacts_with, sign]) => ({
      class_code,
      reacts_with,
      level: sign === '=' ? 'SAME' : sign === 'l' ? 'LIKELY' : 'POSSIBLE',
    }),
  },
  'duplicate-classes': {
    text: shipped_duplicate_classes,
    row: ([class_code, sign, count]) => ({
      class_code,
      level: sign === 'R' ? 'REFUSE' : 'WARN',
      allowed_count: number(count),
    }),
  },
}

export type ShippedRows = { [K in SafetyTable]: ReadonlyMap<string, BodyOf[K]> }
let kept: ShippedRows | undefined

/** By their keys. */
export function shippedRows(): ShippedRows {
  kept ??= Object.fromEntries(
    safety_tables.map((table) => [table, rowsOf(table)]),
  ) as unknown as ShippedRows
  return kept
}

function rowsOf<K extends SafetyTable>(table: K): Map<string, BodyOf[K]> {
  const { text, row } = readers[table]
  const found = new Map<string, BodyOf[K]>()
  for (const line of text.trim().split('\n')) {
    const body = read(safety_bodies[table], row(line.split('|'))) as BodyOf[K]
    const kept_row = tidied(table, body, line)
    found.set(keyOf(table, kept_row), kept_row)
  }
  return found
}
