// Rules of discounts (COM-71, COM-72): written once, and left as they are once they were used.

import type { Caller } from '../../../core/caller.ts'
import { startOfDay } from '../../../core/clock.ts'
import { toBasisPoints, toPercent } from '../../../core/kinds/percent.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { attempt, rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import { difference, record } from '../../office/audit/record.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { type RuleRow, ruleRecord } from './record.ts'
import type { DiscountRule, DiscountRuleChange, DiscountRuleInput, RuleFilter } from './shapes.ts'
import { discount_rules } from './tables.ts'
import { targetRead } from './targets.ts'

export async function list(
  caller: Caller,
  asked: RuleFilter & PageAsked,
): Promise<Page<DiscountRule>> {
  const { applies_to } = asked
  const target = applies_to === undefined ? undefined : await targetRead(caller, applies_to)
  const found = await pageFrom(discount_rules, asked, {
    from: sql` from discount_rules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(target, sql`applies_to = ${target}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      matching('discount_rules', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Caller, found: readonly RuleRow[]): Promise<DiscountRule[]> {
  const { major } = await purseOf(caller)
  const used = await usesOf(
    caller,
    found.map(({ id }) => id),
  )
  const orNone = (amount: number | null) => (amount === null ? null : major(amount))
  return found.map((row) => {
    const { times, month } = used.get(row.id) ?? { times: 0, month: 0 }
    return {
      ...row,
      value: row.kind === 'PERCENT' ? toPercent(row.value) : major(row.value),
      approval_above: orNone(row.approval_above),
      max_amount: orNone(row.max_amount),
      times_used: times,
      given_this_month: major(month),
    }
  })
}

interface Uses {
  times: number
  month: number
}

/** What was refused was no use of it. */
async function usesOf(caller: Caller, ids: readonly string[]): Promise<Map<string, Uses>> {
  const { timezone } = await hospitalOf(caller)
  const first = `${(await today(caller)).slice(0, 8)}01`
  const from = startOfDay(timezone, first)
  const found = await rows<{ rule_id: string; times: number; month: number | null }>(
    sql`select rule_id, count(*) as times, cast(sum(case when status = 'APPLIED'
        and created_at >= ${from} then amount else 0 end) as bigint) as month
      from discounts where hospital_id = ${caller.hospital_id} and rule_id${oneOf(ids)}
        and status <> 'REFUSED' group by rule_id`,
  )
  return new Map(
    found.map(({ rule_id, times, month }) => [
      rule_id,
      { times: Number(times), month: Number(month ?? 0) },
    ]),
  )
}

export const find = async (caller: Caller, id: string): Promise<DiscountRule> =>
  (await shownMany(caller, [await ruleRecord.get(caller, id)]))[0] as DiscountRule

export async function open(caller: Caller, input: DiscountRuleInput): Promise<RuleRow> {
  const said = await read(caller, input)
  const row = await kept(input.name, () =>
    discount_rules.insert({
      ...said,
      hospital_id: caller.hospital_id,
      name: input.name,
      name_key: folded(input.name),
      applies_to: said.applies_to ?? 'ALL',
      kind: input.kind,
      value: said.value ?? 0,
      created_by_name: caller.name,
    }),
  )
  record(caller, 'discount_rule.create', about(row))
  return row
}

const about = ({ id, name }: RuleRow) => ({
  entity_type: 'discount_rule',
  entity_id: id,
  entity_label: name,
})

const kept = <T>(name: string, write: () => Promise<T>): Promise<T> =>
  attempt(write).catch((error: unknown) => {
    throw isTaken(error, 'name_key') ? conflict(`There is a rule called ${name} already.`) : error
  })

const fixed_once_used = ['value', 'kind', 'applies_to'] as const

export async function change(
  caller: Caller,
  id: string,
  input: DiscountRuleChange,
): Promise<RuleRow> {
  const before = await ruleRecord.locked(caller, id)
  fresh(caller, before)
  const said = await read(caller, input, before)
  const changes = difference(before, said) ?? {}
  const uses = (await usesOf(caller, [id])).get(id)?.times ?? 0
  if (uses > 0 && fixed_once_used.some((field) => field in changes)) {
    const times = uses === 1 ? '1 time' : `${uses} times`
    throw conflict(`Rule ${before.name} was used ${times}: deactivate it and make a new one.`)
  }
  if (Object.keys(said).length === 0) return before
  await kept(said.name ?? before.name, () =>
    discount_rules.change({ hospital_id: caller.hospital_id, id }, said),
  )
  record(caller, 'discount_rule.update', { ...about(before), changes })
  return ruleRecord.get(caller, id)
}

async function read(
  caller: Caller,
  { value, approval_above, max_amount, applies_to, ...rest }: DiscountRuleChange,
  before?: RuleRow,
): Promise<Partial<RuleRow>> {
  const purse = await purseOf(caller)
  const kind = rest.kind ?? before?.kind ?? 'PERCENT'
  const said: Partial<RuleRow> = {
    ...rest,
    ...(rest.name === undefined ? {} : { name_key: folded(rest.name) }),
    ...(value === undefined ? {} : { value: valueRead(purse, kind, value) }),
    ...(applies_to === undefined ? {} : { applies_to: await targetRead(caller, applies_to) }),
    ...bound(purse, 'approval_above', approval_above),
    ...bound(purse, 'max_amount', max_amount),
  }
  if (value === undefined && before !== undefined && kind !== before.kind) {
    throw invalid('value', 'is required with another kind.')
  }
  const { starts_on, ends_on } = { ...before, ...said }
  if (starts_on && ends_on && ends_on < starts_on) throw invalid('ends_on', 'is before starts_on.')
  return said
}

/** COM-72. */
function valueRead({ minor }: Purse, kind: RuleRow['kind'], value: number): number {
  if (value <= 0) throw invalid('value', 'must be more than 0.')
  if (kind === 'AMOUNT') return minor('value', value)
  if (value > 100) throw invalid('value', 'must be at most 100 for a PERCENT rule.')
  return toBasisPoints(value, 'value')
}

function bound(
  { minor }: Purse,
  field: 'approval_above' | 'max_amount',
  amount: number | null | undefined,
): Partial<RuleRow> {
  if (amount === undefined) return {}
  if (amount === null) return { [field]: null }
  if (amount < 0) throw invalid(field, 'must be 0 or more.')
  return { [field]: minor(field, amount) }
}

/** COM-65: active, and in its dates. */
export async function usable(caller: Caller, id: string, day: string): Promise<RuleRow> {
  const rule = await ruleRecord.get(caller, id)
  const { name, active, starts_on, ends_on } = rule
  if (!active) throw conflict(`Rule ${name} is not active.`)
  if (starts_on !== null && day < starts_on) throw conflict(`Rule ${name} begins on ${starts_on}.`)
  if (ends_on !== null && day > ends_on) {
    throw conflict(`Rule ${name} ended on ${ends_on}.`)
  }
  return rule
}
