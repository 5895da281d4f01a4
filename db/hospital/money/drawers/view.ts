// Shifts as people see them. While its owner counts blind, nothing tells him what should be there
// (BIL-93).

import { type Caller, can } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { policyOf } from '../policy/policy.ts'
import { inMajor } from './counting.ts'
import { liveShift, shiftRecord, type ShiftRow } from './rows.ts'
import type { Shift, ShiftFilter, ShiftOpened } from './shapes.ts'
import { shifts } from './tables.ts'
import { live_states } from './words.ts'
import { isOwn, mayRead } from './whose.ts'
import { withinDays } from '../../office/hospitals/days.ts'

export async function list(
  caller: Caller,
  asked: ShiftFilter & PageAsked & { /** Not closed yet. */ live?: boolean },
): Promise<Page<Shift>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const { timezone } = await hospitalOf(caller)
  const own = can(caller, 'shift:read') ? undefined : caller.user_id
  const found = await pageFrom(shifts, asked, {
    from: sql` from shifts${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      own === undefined ? undefined : sql`user_id = ${own}`,
      when(asked.status, sql`status = ${asked.status}`),
      asked.live === true ? sql`status${oneOf(live_states)}` : undefined,
      when(asked.drawer_id, sql`drawer_id = ${asked.drawer_id}`),
      when(asked.user_id, sql`user_id = ${asked.user_id}`),
      ...withinDays(sql`opened_at`, timezone, asked),
    ])}`,
    order: sql` order by opened_at desc, id desc`,
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

export async function current(caller: Caller): Promise<Shift | null> {
  const shift = await liveShift(caller, caller.user_id)
  return shift === undefined ? null : one(caller, shift)
}

export async function find(caller: Caller, id: string): Promise<ShiftOpened> {
  const shift = await shiftRecord.get(caller, id)
  mayRead(caller, shift)
  return {
    ...(await one(caller, shift)),
    history: await shiftRecord.history(caller, id),
  }
}

export async function one(caller: Caller, shift: ShiftRow): Promise<Shift> {
  const [shown] = await view(caller, [shift])
  return shown as Shift
}

const sums = [
  'receipts',
  'refunds',
  'reversals',
  'pay_ins',
  'pay_outs',
  'floats_in',
  'drops',
] as const

async function view(caller: Caller, found: readonly ShiftRow[]): Promise<Shift[]> {
  if (found.length === 0) return []
  const purse = await purseOf(caller)
  const { blind_count } = await policyOf(caller)
  const ids = found.map(({ id }) => id)
  const totals = await totalsOf(caller, ids)
  const numbers = await numbersOf(caller, ids)
  return found.map((shift) => {
    const blind = blind_count && isBlind(caller, shift)
    const of_shift = totals.filter(({ shift_id }) => shift_id === shift.id)
    return {
      ...shown(caller, purse, shift, blind),
      totals: of_shift.map(({ method, count, amount }) => ({
        method,
        count,
        amount: blind && method === 'Cash' ? null : purse.major(amount),
      })),
      to_be_traced: live_states.includes(shift.status) ? [] : untraced(purse, shift, of_shift),
      ...(numbers.get(shift.id) ?? { first_number: {}, last_number: {} }),
    }
  })
}

/** Until the count is entered, its owner sees no sum of cash. */
export const isBlind = (caller: Caller, shift: ShiftRow): boolean =>
  isOwn(caller, shift) && live_states.includes(shift.status)

type Shown = Omit<Shift, 'totals' | 'to_be_traced' | 'first_number' | 'last_number'>

function shown(caller: Caller, purse: Purse, shift: ShiftRow, blind: boolean): Shown {
  const major = (amount: number | null): number | null =>
    amount === null ? null : purse.major(amount)
  const cash = Object.fromEntries(
    sums.map((sum) => [sum, blind ? null : purse.major(shift[sum])]),
  ) as Record<(typeof sums)[number], number | null>
  return {
    ...shift,
    ...cash,
    opening_float: purse.major(shift.opening_float),
    opening_difference: purse.major(shift.opening_difference),
    denominations_open: inMajor(purse, shift.denominations_open),
    denominations_close:
      shift.denominations_close === null ? null : inMajor(purse, shift.denominations_close),
    expected: blind ? null : purse.major(shift.expected ?? shift.cash),
    counted: major(shift.counted),
    difference: major(shift.difference),
    declared: shift.declared.map((one) => ({ ...one, amount: purse.major(one.amount) })),
    left_in_drawer: major(shift.left_in_drawer),
    handed_over: major(shift.handed_over),
    recounted: major(shift.recounted),
    moves: shiftRecord.moves(caller, shift),
  }
}

interface Total {
  shift_id: string
  method: string
  count: number
  amount: number
}

/** Money taken, by method: receipts less what was taken back. */
export async function totalsOf({ hospital_id }: Caller, ids: readonly string[]): Promise<Total[]> {
  const found = await rows<Total>(
    sql`select shift_id, method,
        cast(sum(case when kind = 'RECEIPT' then 1 else 0 end) as bigint) as count,
        cast(sum(amount) as bigint) as amount
      from shift_takings where hospital_id = ${hospital_id} and shift_id${oneOf(ids)}
        and kind in ('RECEIPT', 'REVERSAL') group by shift_id, method order by method`,
  )
  return found.map((one) => ({ ...one, count: Number(one.count), amount: Number(one.amount) }))
}

/** First and last number of each series in the shift, by prefix. */
async function numbersOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Pick<Shift, 'first_number' | 'last_number'>>> {
  const found = await rows<{ shift_id: string; prefix: string; first: string; last: string }>(
    sql`select shift_id, substr(reference, 1, 3) as prefix, min(reference) as first,
        max(reference) as last
      from shift_takings where hospital_id = ${hospital_id} and shift_id${oneOf(ids)}
        and reference is not null group by shift_id, substr(reference, 1, 3)`,
  )
  const by_shift = new Map<string, Pick<Shift, 'first_number' | 'last_number'>>()
  for (const { shift_id, prefix, first, last } of found) {
    const known = by_shift.get(shift_id) ?? { first_number: {}, last_number: {} }
    known.first_number[prefix] = first
    known.last_number[prefix] = last
    by_shift.set(shift_id, known)
  }
  return by_shift
}

/** BIL-97: what the cashier says of other methods against what was recorded. */
function untraced(
  purse: Purse,
  { declared }: ShiftRow,
  totals: readonly Total[],
): Shift['to_be_traced'] {
  const others = totals.filter(({ method }) => method !== 'Cash')
  const methods = new Set([...declared, ...others].map(({ method }) => method))
  return [...methods].sort().flatMap((method) => {
    const said = declared.find((one) => one.method === method)?.amount ?? 0
    const recorded = others.find((one) => one.method === method)?.amount ?? 0
    if (method === 'Cash' || said === recorded) return []
    return [{ method, declared: purse.major(said), recorded: purse.major(recorded) }]
  })
}
