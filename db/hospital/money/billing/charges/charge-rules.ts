// Finer rules of what a visit is charged (2.1, BIL-5): of the active ones that fit, the one that names
// most; the patient flow is the fallback.

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { departmentNamed } from '../../accounting/books.ts'
import { keyOfPayer } from '../../tariff/payer-names.ts'
import { codeOf, generalRow } from '../../tariff/prices.ts'
import { schemeByPayer } from '../../tariff/schemes.ts'
import type {
  ChargeRule,
  ChargeRuleChange,
  ChargeRuleFilter,
  ChargeRuleNew,
} from './rule-shapes.ts'
import { charge_rules } from './rule-tables.ts'
import type { ChargeEvent } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type ChargeRuleRow = RowOf<(typeof charge_rules)['columns']>

/** Visits read them all at every arrival. */
const rules_max = 500

export async function listRules(
  { hospital_id }: Caller,
  asked: ChargeRuleFilter & PageAsked,
): Promise<Page<ChargeRule>> {
  const found = await pageFrom(charge_rules, asked, {
    from: sql` from charge_rules${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.event, sql`event = ${asked.event}`),
      asked.active === undefined ? undefined : asked.active ? sql`active` : sql`not active`,
    ])}`,
    order: sql` order by event, created_at, id`,
  })
  return mapPage(found, shown)
}

const shown = ({ hospital_id: _h, payer_key: _k, scheme_id: _s, ...rule }: ChargeRuleRow) => rule

export const chargeRuleRecord = recordOf(charge_rules, 'charge rule')

export async function openRule(caller: Caller, input: ChargeRuleNew): Promise<ChargeRule> {
  const { hospital_id } = caller
  const said = await read(caller, input)
  refuseAges(said)
  if ((await charge_rules.count({ hospital_id })) >= rules_max) {
    throw conflict(`A hospital has at most ${rules_max} charge rules.`)
  }
  const { event } = input
  const code = said.code ?? ''
  const created_by_name = caller.name
  const made = await charge_rules.insert({ ...said, hospital_id, event, code, created_by_name })
  noted(caller, 'charge_rule.create', made)
  return shown(made)
}

export async function changeRule(
  caller: Caller,
  id: string,
  input: ChargeRuleChange,
): Promise<ChargeRule> {
  const { hospital_id } = caller
  const before = await chargeRuleRecord.get(caller, id)
  fresh(caller, before)
  const said = await read(caller, input)
  refuseAges({ ...before, ...said })
  const changes = difference(before, said)
  if (changes === undefined) return shown(before)
  await charge_rules.change({ hospital_id, id }, said)
  noted(caller, 'charge_rule.update', before, changes)
  return shown(await chargeRuleRecord.get(caller, id))
}

type Said = Partial<ChargeRuleRow>

async function read(caller: Caller, input: ChargeRuleChange): Promise<Said> {
  const { code, department, payer, ...rest } = input
  return {
    ...(rest as Said),
    ...(code === undefined ? {} : { code: await listed(caller, code) }),
    ...(department === undefined ? {} : { department: await known(caller, department) }),
    ...(payer === undefined ? {} : await payerOf(caller, payer)),
  }
}

async function listed(caller: Caller, typed: string): Promise<string> {
  const code = codeOf(typed)
  if ((await generalRow(caller, code)) !== undefined) return code
  throw conflict(`${code} is not in the price list.`, 'no_price')
}

const known = async (caller: Caller, typed: string | null): Promise<string | null> =>
  typed === null ? null : await departmentNamed(caller, typed)

async function payerOf(caller: Caller, payer: string | null): Promise<Said> {
  if (payer === null) return { payer, payer_key: null, scheme_id: null }
  const payer_key = keyOfPayer(payer)
  const scheme = payer_key === '' ? undefined : await schemeByPayer(caller, payer)
  return { payer, payer_key, scheme_id: scheme?.id ?? null }
}

function refuseAges({ age_from = null, age_to = null }: Said): void {
  if (age_from !== null && age_to !== null && age_to < age_from) {
    throw invalid('age_to', 'is below age_from.')
  }
}

function noted(
  caller: Caller,
  action: string,
  { id, event, code }: ChargeRuleRow,
  changes?: NonNullable<ReturnType<typeof difference>>,
): void {
  record(caller, action, {
    entity_type: 'charge_rule',
    entity_id: id,
    entity_label: `${event} ${code}`,
    ...(changes === undefined ? {} : { changes }),
  })
}

export interface RuleAsked {
  /** The first of these that has a rule that fits. */
  events: readonly ChargeEvent[]
  department: string | null
  visit_kind: string | null
  clinician_grade: string | null
  payer: { key: string; scheme_id: string | null }
  /** Completed years. */
  age: number
}

export async function ruleFor(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: RuleAsked,
): Promise<ChargeRuleRow | undefined> {
  const rules = await charge_rules.all(
    { hospital_id, active: true, event: asked.events },
    { order: ['created_at', 'id'] },
  )
  for (const event of asked.events) {
    const [best] = rules
      .filter((rule) => rule.event === event && fits(rule, asked))
      .toSorted((a, b) => weight(b) - weight(a))
    if (best !== undefined) return best
  }
  return undefined
}

const same = (named: string | null, value: string | null): boolean =>
  named === null || named.toLowerCase() === value?.toLowerCase()

const fits = (rule: ChargeRuleRow, asked: RuleAsked): boolean =>
  same(rule.department, asked.department) &&
  same(rule.visit_kind, asked.visit_kind) &&
  same(rule.clinician_grade, asked.clinician_grade) &&
  ofPayer(rule, asked) &&
  (rule.age_from ?? 0) <= asked.age &&
  (rule.age_to ?? asked.age) >= asked.age

const ofPayer = (rule: ChargeRuleRow, { payer }: RuleAsked): boolean =>
  rule.payer === null ||
  (rule.scheme_id === null ? rule.payer_key === payer.key : rule.scheme_id === payer.scheme_id)

/** How many it names; ties go to the department, then kind, grade, payer, age. */
function weight(rule: ChargeRuleRow): number {
  const named = [
    rule.department,
    rule.visit_kind,
    rule.clinician_grade,
    rule.payer,
    rule.age_from ?? rule.age_to,
  ].map((one) => one !== null)
  return named.reduce((sum, is, at) => sum + (is ? 32 + (16 >> at) : 0), 0)
}
