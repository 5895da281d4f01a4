// Discounts that were asked for and given, the newest first.

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { patientRows } from '../../desk/patients/register/view.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { billBriefs, billsOfClient } from '../../money/billing/bills/payable-lines.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { discountRecord, type DiscountRow } from './record.ts'
import type { Discount, DiscountFilter } from './shapes.ts'
import { discounts } from './tables.ts'

export async function list(
  caller: Caller,
  asked: DiscountFilter & PageAsked,
): Promise<Page<Discount>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const matched = sql` from discounts${where([
    sql`hospital_id = ${caller.hospital_id}`,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.rule_id, sql`rule_id = ${asked.rule_id}`),
    when(asked.target_type, sql`target_type = ${asked.target_type}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    asked.client_id === undefined
      ? undefined
      : sql`target_id in (${billsOfClient(caller, asked.client_id)})`,
    when(asked.requested_by, sql`requested_by_id = ${asked.requested_by}`),
    from === undefined ? undefined : sql`created_at >= ${startOfDay(timezone, from)}`,
    to === undefined ? undefined : sql`created_at < ${startOfDay(timezone, nextDay(to))}`,
    matching('discounts', asked.search),
  ])}`
  const found = await pageFrom(discounts, asked, {
    from: matched,
    order: sql` order by created_at desc, id desc`,
  })
  const [sum] = await rows<{ amount: number | null }>(
    sql`select cast(sum(amount) as bigint) as amount${matched}`,
  )
  const { major } = await purseOf(caller)
  return {
    rows: await shownMany(caller, found.rows),
    meta: Object.assign(found.meta, { totals: { amount: major(Number(sum?.amount ?? 0)) } }),
  }
}

async function shownMany(caller: Caller, found: readonly DiscountRow[]): Promise<Discount[]> {
  const { major } = await purseOf(caller)
  const briefs = await billBriefs(
    caller,
    found.map(({ target_id }) => target_id),
  )
  const rules = await namesOfRules(caller, found)
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id])),
  )
  return found.map((row) => {
    const bill = briefs.get(row.target_id)
    const { number, ...rest } = row
    return {
      ...rest,
      reference: number,
      rule_name: rules.get(row.rule_id ?? '') ?? null,
      target_reference: bill?.number ?? null,
      base: major(row.base),
      amount: major(row.amount),
      patient_name: patients.get(row.patient_id ?? '')?.full_name ?? null,
      client_name: bill?.client_name ?? null,
      moves: discountRecord.moves(caller, row),
    }
  })
}

async function namesOfRules(
  { hospital_id }: Caller,
  found: readonly DiscountRow[],
): Promise<Map<string, string>> {
  const ids = found.flatMap(({ rule_id }) => (rule_id === null ? [] : [rule_id]))
  const named = await rows<{ id: string; name: string }>(
    sql`select id, name from discount_rules where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return new Map(named.map(({ id, name }) => [id, name]))
}

export const shown = async (caller: Caller, row: DiscountRow): Promise<Discount> =>
  (await shownMany(caller, [row]))[0] as Discount
