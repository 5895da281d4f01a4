// Coverage rules (2.9): what of a scheme is paid, how much, how often, from when. A rule by which a
// bill was decided is never altered: it ends and another follows it (5.7).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { thousandths } from '../../../core/kinds/quantity.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { difference, record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { notNegative } from '../tariff/read-price.ts'
import { codeOf } from '../tariff/prices.ts'
import { isPriced } from '../tariff/tariffs.ts'
import { scheme_plans } from '../tariff/scheme-tables.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import type { RuleRow } from './engine.ts'
import type { Rule, RuleChange, RuleInput } from './rule-shapes.ts'
import { cover_uses, coverage_rules } from './tables.ts'

const rules_max = 5_000

export interface RuleFilter extends PageAsked {
  plan_id?: string
  code?: string
  category?: string
  on?: string
}

export async function list(
  caller: Caller,
  scheme_id: string,
  asked: RuleFilter,
): Promise<Page<Rule>> {
  await schemeRecord.get(caller, scheme_id)
  const purse = await purseOf(caller)
  const found = await pageFrom(coverage_rules, asked, {
    from: sql` from coverage_rules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`scheme_id = ${scheme_id}`,
      when(asked.plan_id, sql`plan_id = ${asked.plan_id}`),
      when(asked.code, sql`code = ${codeOf(asked.code ?? '')}`),
      when(asked.category, sql`category = ${asked.category}`),
      when(asked.on, sql`effective_from <= ${asked.on}`),
      when(asked.on, sql`(effective_to is null or effective_to >= ${asked.on})`),
    ])}`,
    order: sql` order by coalesce(code, ''), coalesce(category, ''), effective_from, id`,
  })
  return mapPage(found, (row) => view(purse, row))
}

export async function rowOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  scheme_id: string,
  id: string,
): Promise<RuleRow> {
  const found = await coverage_rules.find({ hospital_id, scheme_id, id })
  if (found === undefined) throw noSuch('coverage rule')
  return found
}

export async function open(caller: Caller, scheme_id: string, input: RuleInput): Promise<Rule> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const scheme = await schemeRecord.get(caller, scheme_id)
  const said = await read(caller, purse, scheme, input)
  const wanted = {
    ...said,
    effective_from: input.effective_from ?? (await hospitalDay(caller)),
    hospital_id,
    scheme_id,
    made_by_name: caller.name,
  }
  check(wanted)
  if ((await coverage_rules.count({ hospital_id, scheme_id })) >= rules_max) {
    throw conflict(`A scheme has at most ${rules_max} coverage rules.`)
  }
  const made = await coverage_rules.insert(wanted)
  note(caller, 'coverage_rule.create', scheme, made)
  return view(purse, made)
}

export async function change(
  caller: Caller,
  scheme_id: string,
  id: string,
  input: RuleChange,
): Promise<Rule> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const before = await rowOf(caller, scheme_id, id)
  fresh(caller, before)
  const scheme = await schemeRecord.get(caller, scheme_id)
  const said = await read(caller, purse, scheme, input)
  const changes = difference(before, said)
  if (changes === undefined) return view(purse, before)
  const only_ends = Object.keys(changes).every((key) => key === 'effective_to' || key === 'note')
  if (!only_ends && (await cover_uses.find({ hospital_id, rule_id: id })) !== undefined) {
    return follow(caller, purse, scheme, before, said)
  }
  check({ ...before, ...said })
  await coverage_rules.change({ hospital_id, id }, said)
  note(caller, 'coverage_rule.update', scheme, before, changes)
  return view(purse, await rowOf(caller, scheme_id, id))
}

/** What was decided by it stands; from today, or from the day that was said, the other one speaks. */
async function follow(
  caller: Caller,
  purse: Purse,
  scheme: SchemeRow,
  before: RuleRow,
  said: Partial<RuleRow>,
): Promise<Rule> {
  const { hospital_id } = caller
  const day = await hospitalDay(caller)
  const later = said.effective_from !== undefined && said.effective_from > before.effective_from
  const from = later ? (said.effective_from as string) : day > before.effective_from ? day : null
  if (from === null) {
    throw conflict(
      'This rule decided bills of today: its successor begins tomorrow at the earliest.',
    )
  }
  const { id: _i, created_at: _c, updated_at: _u, version: _v, ...kept } = before
  const wanted = { ...kept, ...said, effective_from: from, made_by_name: caller.name }
  check(wanted)
  await coverage_rules.change({ hospital_id, id: before.id }, { effective_to: nextDay(from, -1) })
  const made = await coverage_rules.insert(wanted)
  note(caller, 'coverage_rule.follow', scheme, made, difference(before, said))
  return view(purse, made)
}

const amounts = ['copay_amount', 'item_ceiling', 'preauth_above'] as const

async function read(
  caller: Caller,
  purse: Purse,
  scheme: SchemeRow,
  input: RuleChange,
): Promise<Partial<RuleRow>> {
  const { coverage_pct, max_quantity, effective_from, ...rest } = input
  const said: Partial<RuleRow> = { ...rest }
  for (const key of amounts) {
    const amount = input[key]
    if (amount === undefined) continue
    said[key] = amount === null ? null : notNegative(purse.minor(key, amount), key)
  }
  if (effective_from !== null && effective_from !== undefined) said.effective_from = effective_from
  if (coverage_pct !== undefined) {
    said.coverage_bp = coverage_pct === null ? null : toBasisPoints(coverage_pct, 'coverage_pct')
  }
  if (max_quantity !== undefined) {
    said.max_quantity = max_quantity === null ? null : thousandths('max_quantity', max_quantity)
  }
  if (input.code !== undefined) said.code = input.code ? await priced(caller, input.code) : null
  if (input.diagnosis_codes !== undefined) {
    said.diagnosis_codes = input.diagnosis_codes?.length ? input.diagnosis_codes : null
  }
  if (input.note === '') said.note = null
  if (input.plan_id === '') said.plan_id = null
  if (input.plan_id) {
    const id = input.plan_id
    const plan = await scheme_plans.find({ hospital_id: caller.hospital_id, id })
    if (plan?.scheme_id !== scheme.id) {
      const field = 'plan_id'
      throw new Refusal(404, 'not_found', `${field}: no such plan of this scheme.`, { field })
    }
  }
  return said
}

/** A rule for what is on no price list would never speak. */
async function priced(caller: Caller, typed: string): Promise<string> {
  const code = codeOf(typed)
  if (await isPriced(caller, code)) return code
  throw new Refusal(404, 'not_found', `code: ${code} is on no price list.`, { field: 'code' })
}

function check(rule: Partial<RuleRow> & { effective_from: string }): void {
  if (
    rule.code !== null &&
    rule.code !== undefined &&
    rule.category !== null &&
    rule.category !== undefined
  ) {
    throw invalid('category', 'and code: give one of them, or neither.')
  }
  if ((rule.max_quantity ?? null) !== null && (rule.per ?? null) === null) {
    throw invalid('per', 'is required with max_quantity.')
  }
  if (
    rule.age_from !== null &&
    rule.age_from !== undefined &&
    rule.age_to !== null &&
    rule.age_to !== undefined &&
    rule.age_to < rule.age_from
  ) {
    throw invalid('age_to', 'is below age_from.')
  }
  if (
    rule.effective_to !== null &&
    rule.effective_to !== undefined &&
    rule.effective_to < rule.effective_from
  ) {
    throw invalid('effective_to', 'is before effective_from.')
  }
}

export function view(purse: Purse, row: RuleRow): Rule {
  const { hospital_id: _h, coverage_bp, made_by_name, ...shown } = row
  const major = (amount: number | null) => (amount === null ? null : purse.major(amount))
  return {
    ...shown,
    coverage_pct: coverage_bp === null ? null : coverage_bp / 100,
    copay_amount: major(row.copay_amount),
    item_ceiling: major(row.item_ceiling),
    preauth_above: major(row.preauth_above),
    max_quantity: row.max_quantity === null ? null : row.max_quantity / 1000,
    created_by_name: made_by_name,
  }
}

function note(
  caller: Caller,
  action: string,
  scheme: SchemeRow,
  row: RuleRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'scheme',
    entity_id: scheme.id,
    entity_label: `${scheme.name}: ${row.code ?? row.category ?? 'everything'}`,
    changes,
  })
}
