// What an X or Z report says of a shift (4.19, BIL-98): the paper is drawn by whoever prints.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { policyOf } from '../policy/policy.ts'
import { shiftRecord, type ShiftRow } from './rows.ts'
import type { Shift } from './shapes.ts'
import { isBlind, one } from './view.ts'
import { live_states, type TakingKind } from './words.ts'
import { mayRead } from './whose.ts'

/** Money in major units. */
export interface ShiftReport {
  kind: 'X' | 'Z'
  shift: Shift
  /** Every kind of movement by method: how many, and what they add up to. */
  movements: { kind: TakingKind; method: string; count: number; amount: number | null }[]
  /** First and last number, and how many, of each series. */
  series: { prefix: string; first: string; last: string; count: number }[]
  /** Receipts taken back in this shift. */
  voids: {
    reference: string | null
    method: string
    amount: number | null
    at: string
    by_name: string
  }[]
}

/** 409 before the shift is closed: until then there is an X report alone. */
export async function zReport(caller: Caller, shift_id: string): Promise<ShiftReport> {
  const shift = await shiftRecord.get(caller, shift_id)
  mayRead(caller, shift)
  if (live_states.includes(shift.status)) {
    throw conflict(`Shift ${shift.number} is not closed yet: there is no Z report.`, 'not_closed')
  }
  return report(caller, shift, 'Z')
}

export async function xReport(caller: Caller, shift_id: string): Promise<ShiftReport> {
  const shift = await shiftRecord.get(caller, shift_id)
  mayRead(caller, shift)
  return report(caller, shift, 'X')
}

async function report(caller: Caller, shift: ShiftRow, kind: 'X' | 'Z'): Promise<ShiftReport> {
  const purse = await purseOf(caller)
  const blind = (await policyOf(caller)).blind_count && isBlind(caller, shift)
  const { hospital_id } = caller
  const moved = await rows<{ kind: TakingKind; method: string; count: number; amount: number }>(
    sql`select kind, method, cast(count(*) as bigint) as count, cast(sum(amount) as bigint) as amount
      from shift_takings where hospital_id = ${hospital_id} and shift_id = ${shift.id}
      group by kind, method order by kind, method`,
  )
  const series = await rows<{ prefix: string; first: string; last: string; count: number }>(
    sql`select substr(reference, 1, 3) as prefix, min(reference) as first, max(reference) as last,
        cast(count(*) as bigint) as count
      from shift_takings where hospital_id = ${hospital_id} and shift_id = ${shift.id}
        and reference is not null and kind <> 'REVERSAL'
      group by substr(reference, 1, 3) order by 1`,
  )
  const voids = await rows<{
    reference: string | null
    method: string
    amount: number
    at: string
    by_name: string
  }>(
    sql`select reference, method, amount, at, by_name from shift_takings
      where hospital_id = ${hospital_id} and shift_id = ${shift.id} and kind = 'REVERSAL'
      order by at limit 1000`,
  )
  const seen = seenBy(purse, blind)
  return {
    kind,
    shift: await one(caller, shift),
    movements: moved.map((row) => ({
      ...row,
      count: Number(row.count),
      amount: seen(row.method, Number(row.amount)),
    })),
    series: series.map((row) => ({ ...row, count: Number(row.count) })),
    voids: voids.map((row) => ({ ...row, amount: seen(row.method, -Number(row.amount)) })),
  }
}

const seenBy =
  (purse: Purse, blind: boolean) =>
  (method: string, amount: number): number | null =>
    blind && method === 'Cash' ? null : purse.major(amount)
