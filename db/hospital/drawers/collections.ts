// What was taken, by branch, drawer, cashier, method and day (5.16): from the takings of shifts, and
// from receipts that no drawer took.

import type { Caller } from '../../caller.ts'
import { dayIn, nextDay, startOfDay } from '../../clock.ts'
import { rows } from '../../connection.ts'
import {
  asked as may,
  Day,
  Id,
  listOf,
  maybe,
  Money,
  named,
  type Static,
  shape,
  Text,
} from '../../kinds/kinds.ts'
import { invalid } from '../../refusal.ts'
import { oneOf, sql, when, where } from '../../sql.ts'
import { facilityNames } from '../accounting/parties.ts'
import { purseOf } from '../accounting/purse.ts'
import { hospitalOf, today } from '../hospitals/hospitals.ts'
import { scopeOf } from '../places/facilities.ts'

export const CollectionsAsked = shape({ from: may(Day), to: may(Day), facility_id: may(Id) })
type Asked = Static<typeof CollectionsAsked>

export const Collections = named(
  'Collections',
  listOf(
    shape({
      day: Day,
      facility_id: Text(1, 36),
      facility: maybe(Text(0, 160)),
      drawer: Text(0, 120),
      shift_id: Text(1, 36),
      shift: Text(1, 40),
      cashier: Text(0, 160),
      method: Text(1, 40),
      opening: maybe(Money),
      receipts: Money,
      refunds: Money,
      reversals: Money,
      drops: Money,
      expected: maybe(Money),
      counted: maybe(Money),
      difference: maybe(Money),
    }),
    10_000,
  ),
)
export type Collections = Static<typeof Collections>

interface Found {
  shift_id: string
  facility_id: string
  drawer: string
  shift: string
  cashier: string
  opened_at: string
  method: string
  opening: number
  receipts: number
  refunds: number
  reversals: number
  drops: number
  expected: number
  counted: number | null
  difference: number | null
}

const longest_days = 366

export async function collections(caller: Caller, asked: Asked): Promise<Collections> {
  const day = await today(caller)
  const from = asked.from ?? day
  const to = asked.to ?? day
  if (to < from) throw invalid('to', 'is before from.')
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > longest_days) {
    throw invalid('to', 'is more than a year after from.')
  }
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, asked.facility_id)
  const of = (kind: string, sign: 1 | -1) =>
    sql`cast(sum(case when k.kind = ${kind} then k.amount * ${sign} else 0 end) as bigint)`
  const found = await rows<Found>(
    sql`select s.id as shift_id, s.facility_id, s.drawer_name as drawer, s.number as shift,
        s.user_name as cashier, s.opened_at, k.method, s.opening_float as opening,
        ${of('RECEIPT', 1)} as receipts, ${of('REFUND', -1)} as refunds,
        ${of('REVERSAL', -1)} as reversals, ${of('DROP', -1)} as drops,
        s.cash as expected, s.counted, s.difference
      from shifts s join shift_takings k on k.shift_id = s.id${where([
        sql`s.hospital_id = ${caller.hospital_id}`,
        sql`s.opened_at >= ${startOfDay(timezone, from)}`,
        sql`s.opened_at < ${startOfDay(timezone, nextDay(to))}`,
        scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
        when(asked.facility_id, sql`s.facility_id = ${asked.facility_id}`),
      ])} group by s.id, s.facility_id, s.drawer_name, s.number, s.user_name, s.opened_at, k.method,
        s.opening_float, s.cash, s.counted, s.difference
      order by s.opened_at, s.id, k.method limit 10000`,
  )
  const purse = await purseOf(caller)
  const branches = await facilityNames(caller)
  const major = (amount: number | null): number | null =>
    amount === null ? null : purse.major(Number(amount))
  return found.map(({ opened_at, ...row }) => {
    const cash = row.method === 'Cash'
    return {
      ...row,
      day: dayIn(timezone, new Date(opened_at)),
      facility: branches.get(row.facility_id) ?? null,
      receipts: purse.major(Number(row.receipts)),
      refunds: purse.major(Number(row.refunds)),
      reversals: purse.major(Number(row.reversals)),
      drops: purse.major(Number(row.drops)),
      // Only cash lies in a drawer and is counted.
      opening: cash ? major(row.opening) : null,
      expected: cash ? major(row.expected) : null,
      counted: cash ? major(row.counted) : null,
      difference: cash ? major(row.difference) : null,
    }
  })
}
