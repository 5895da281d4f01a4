// A row of a price list as it is shown, with what it is on this day.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { currency as currencyOf, today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { inForce, type TariffRow } from './prices.ts'
import type { Tariff } from './shapes.ts'
import type { TariffState } from './words.ts'

/** Of rows in force the latest of a code and payer: the others are past. */
export const latest = (date: string) =>
  sql`${inForce(sql`t`, date)} and not exists (
    select 1 from tariffs n where n.hospital_id = t.hospital_id and n.code = t.code
      and n.payer_key = t.payer_key and n.effective_from > t.effective_from
      and ${inForce(sql`n`, date)})`

export async function views(caller: Caller, found: readonly TariffRow[]): Promise<Tariff[]> {
  const day = await hospitalDay(caller)
  const money = await currencyOf(caller)
  const counting = await rows<{ id: string }>(
    sql`select t.id from tariffs t where t.hospital_id = ${caller.hospital_id}
      and t.id${oneOf(found.map(({ id }) => id))} and ${latest(day)}`,
  )
  const current = new Set(counting.map(({ id }) => id))
  const major = (amount: number | null): number | null =>
    amount === null ? null : toMajor(amount, money)
  return found.map((row) => ({
    id: row.id,
    code: row.code_typed ?? row.code,
    name: row.name,
    price: major(row.price),
    active: row.active,
    category: row.category,
    department: row.department,
    payer: row.payer,
    effective_from: row.effective_from,
    effective_to: row.effective_to,
    tax_code: row.tax_code,
    account_id: row.account_id,
    product_id: row.product_id,
    scheme_code: row.scheme_code,
    min_price: major(row.min_price),
    emergency_pct: row.emergency_bp === null ? null : row.emergency_bp / 100,
    contents: row.contents,
    valid_days: row.valid_days,
    status: stateOf(row, day, current.has(row.id)),
    pending: row.pending,
    changed_by_name: row.changed_by_name,
    reason: row.reason,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }))
}

function stateOf(row: TariffRow, day: string, counts: boolean): TariffState {
  if (!row.active) return 'INACTIVE'
  if (row.pending || row.effective_from > day) return 'FUTURE'
  return counts ? 'CURRENT' : 'PAST'
}
