// By what a row of a table of safety is known, and what must hold of it (CAR-87).

import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import type { SafetyTable } from '../words.ts'
import type { BodyOf } from './bodies.ts'

type Keys = { [K in SafetyTable]: (body: BodyOf[K]) => string }

const span = (from: number | null | undefined, to: number | null | undefined): string =>
  `${from ?? ''}-${to ?? ''}`

const keys: Keys = {
  // One with the other is the other with the one.
  interactions: ({ a, b }) => [a, b].toSorted().join('|'),
  'dose-limits': (row) =>
    [
      row.target,
      [...(row.routes ?? [])].toSorted().join(','),
      span(row.min_age_days, row.max_age_days),
      span(row.min_weight_kg, row.max_weight_kg),
    ].join('|'),
  renal: ({ target, below_ml_min }) => `${target}|${below_ml_min}`,
  conditions: ({ target, codes }) => `${target}|${codes.toSorted().join(',')}`,
  ages: ({ target, min_age_days, max_age_days }) => `${target}|${span(min_age_days, max_age_days)}`,
  'cross-allergies': ({ class_code, reacts_with }) => `${class_code}|${reacts_with}`,
  'duplicate-classes': ({ class_code }) => class_code,
}

export const keyOf = <K extends SafetyTable>(table: K, body: BodyOf[K]): string =>
  keys[table](body).slice(0, 300)

const target_form = /^(ingredient:[a-z0-9_]{1,40}|class:[A-Z0-9_]{1,40}|medicine:[0-9a-f-]{36})$/
const code_form = /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?(-[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?)?$/

/** `Class:nsaid` is `class:NSAID`. */
export function targetOf(field: string, typed: string): string {
  const [kind = '', ...rest] = typed.trim().split(':')
  const word = rest.join(':')
  const target =
    folded(kind) === 'class' ? `class:${capitals(word)}` : `${folded(kind)}:${folded(word)}`
  if (target_form.test(target)) return target
  throw invalid(field, `"${typed}" must be like ingredient:warfarin or class:NSAID.`)
}

/** Targets and codes written as they are looked for; least below most; units of what there is. */
export function tidied<K extends SafetyTable>(table: K, body: BodyOf[K], at: string): BodyOf[K] {
  const row: Record<string, unknown> = { ...body }
  for (const field of ['a', 'b', 'target']) {
    const typed = row[field]
    if (typeof typed === 'string') row[field] = targetOf(`${at}.${field}`, typed)
  }
  for (const field of ['class_code', 'reacts_with']) {
    const typed = row[field]
    if (typeof typed === 'string') row[field] = capitals(typed.trim())
  }
  if (Array.isArray(row['codes'])) row['codes'] = row['codes'].map((one) => codeIn(at, String(one)))
  for (const span of ['age_days', 'weight_kg']) inOrder(row, span, at)
  limitSaid(table, row, at)
  return row as BodyOf[K]
}

function codeIn(at: string, typed: string): string {
  const code = capitals(typed.replaceAll(/\s/g, ''))
  if (!code_form.test(code)) {
    throw invalid(`${at}.codes`, `"${typed}" must be a code or a range like A00-A09.`)
  }
  return code
}

function inOrder(row: Record<string, unknown>, of: string, at: string): void {
  const [least, most] = [row[`min_${of}`], row[`max_${of}`]]
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    throw invalid(`${at}.max_${of}`, `must not be below min_${of}.`)
  }
}

function limitSaid(table: SafetyTable, row: Record<string, unknown>, at: string): void {
  if (table !== 'dose-limits') return
  const [single, daily, low] = ['max_single', 'max_daily', 'usual_low'].map((field) => row[field])
  if (!single && !daily && !row['max_weekly'])
    throw invalid(`${at}.max_daily`, 'or max_single is required.')
  if (typeof daily === 'number' && typeof single === 'number' && daily < single) {
    throw invalid(`${at}.max_daily`, 'must not be below max_single.')
  }
  if (typeof daily === 'number' && typeof low === 'number' && daily < low) {
    throw invalid(`${at}.usual_low`, 'must not be above max_daily.')
  }
}
