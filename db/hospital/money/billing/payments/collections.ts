// What was collected (5.16): by day, branch, drawer, cashier and method. A shift counts for the day
// on which it was opened; money taken away from drawers for its business date.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, nextDay, startOfDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { invalid } from '../../../../core/refusal.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import { blindDrawerOf } from '../../../neighbours/books.ts'
import { refuseBlind } from '../../accounting/blind.ts'
import { facilityNames } from '../../accounting/reports/parties.ts'
import { purseOf } from '../../accounting/purse.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import type { Collections } from './collection-shapes.ts'

const days_most = 366

interface Found {
  at: string
  facility_id: string
  drawer: string | null
  shift: string | null
  cashier: string
  method: string
  count: number
  receipts: number
  refunds: number
  reversals: number
  drops: number
  opening: number
  expected: number | null
  counted: number | null
}

export async function collections(
  caller: Caller,
  asked: { from?: string; to?: string; facility_id?: string },
): Promise<Collections> {
  const to = asked.to ?? (await today(caller))
  const from = asked.from ?? to
  if (from > to) throw invalid('from', 'is after to.')
  if (nextDay(from, days_most) < to) throw invalid('from', `is more than ${days_most} days back.`)
  const blind = await blindDrawerOf(caller)
  if (blind !== null && to >= blind.opened_on) await refuseBlind(caller)
  const { timezone } = await hospitalOf(caller)
  const purse = await purseOf(caller)
  const names = await facilityNames(caller)
  const scope = await scopeOf(caller, asked.facility_id)
  const found = [
    ...(await atDrawers(caller, scope, timezone, from, to)),
    ...(await elsewhere(caller, scope, from, to)),
  ]
  const shown = found.map((one) => {
    const { at, opening, receipts, refunds, reversals, drops, expected, counted, ...rest } = one
    const held = (amount: number | null): number | null =>
      amount === null ? null : purse.major(amount)
    return {
      ...rest,
      day: at.length === 10 ? at : dayIn(timezone, new Date(at)),
      branch: names.get(one.facility_id) ?? '',
      opening: purse.major(opening),
      receipts: purse.major(receipts),
      refunds: purse.major(refunds),
      reversals: purse.major(reversals),
      drops: purse.major(drops),
      expected: held(expected),
      counted: held(counted),
      difference: expected === null || counted === null ? null : purse.major(counted - expected),
    }
  })
  const methods = byMethod(found)
  const major = ({ receipts, refunds, reversals }: Sums) => ({
    receipts: purse.major(receipts),
    refunds: purse.major(refunds),
    reversals: purse.major(reversals),
    kept: purse.major(receipts - refunds - reversals),
  })
  return {
    from,
    to,
    facility_id: asked.facility_id ?? null,
    rows: shown.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    methods: methods.map((one) => ({ method: one.method, count: one.count, ...major(one) })),
    totals: major(methods.reduce(added, nothing())),
    made_at: clock.instant(),
    made_by: caller.name,
  }
}

type Shown = Collections['rows'][number]
const keyOf = ({ day, branch, drawer, shift, method }: Shown): string =>
  [day, branch, drawer ?? '', shift ?? '', method].join('\u0001')

interface Sums {
  count: number
  receipts: number
  refunds: number
  reversals: number
}
const nothing = (): Sums => ({ count: 0, receipts: 0, refunds: 0, reversals: 0 })
const added = (sum: Sums, one: Sums): Sums => ({
  count: sum.count + one.count,
  receipts: sum.receipts + one.receipts,
  refunds: sum.refunds + one.refunds,
  reversals: sum.reversals + one.reversals,
})

function byMethod(found: readonly Found[]): (Sums & { method: string })[] {
  const sums = new Map<string, Sums>()
  for (const one of found) sums.set(one.method, added(sums.get(one.method) ?? nothing(), one))
  return [...sums]
    .map(([method, sum]) => ({ method, ...sum }))
    .sort((a, b) => (a.method < b.method ? -1 : 1))
}

/** Cash of a shift that took nothing stands there too: somebody counted it. */
async function atDrawers(
  { hospital_id }: Caller,
  scope: readonly string[] | 'all',
  timezone: string,
  from: string,
  to: string,
): Promise<Found[]> {
  const of = where([
    sql`s.hospital_id = ${hospital_id}`,
    sql`s.opened_at >= ${startOfDay(timezone, from)}`,
    sql`s.opened_at < ${startOfDay(timezone, nextDay(to))}`,
    scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
  ])
  const shifts = await rows<Shift>(
    sql`select s.id, s.opened_at, s.facility_id, s.drawer_name, s.number, s.user_name,
      s.opening_float, s.expected, s.counted from shifts s${of} order by s.opened_at, s.id`,
  )
  const moved = await rows<Moved>(
    sql`select t.shift_id, t.method, t.kind, count(*) as n, sum(t.amount) as amount
      from shift_takings t join shifts s on s.id = t.shift_id${of}
      group by t.shift_id, t.method, t.kind`,
  )
  const by_shift = new Map<string, Moved[]>()
  for (const one of moved) {
    const list = by_shift.get(one.shift_id)
    if (list === undefined) by_shift.set(one.shift_id, [one])
    else list.push(one)
  }
  return shifts.flatMap((shift) => {
    const own = by_shift.get(shift.id) ?? []
    const methods = [...new Set(['Cash', ...own.map(({ method }) => method)])]
    return methods.map((method) => rowOf(shift, method, own))
  })
}

interface Shift {
  id: string
  opened_at: string
  facility_id: string
  drawer_name: string
  number: string
  user_name: string
  opening_float: number
  expected: number | null
  counted: number | null
}
interface Moved {
  shift_id: string
  method: string
  kind: string
  n: number
  amount: number
}

function rowOf(shift: Shift, method: string, moved: readonly Moved[]): Found {
  const own = moved.filter((one) => one.method === method)
  const sum = (kind: string): number =>
    own
      .filter((one) => one.kind === kind)
      .reduce((total, { amount }) => total + Math.abs(Number(amount)), 0)
  const is_cash = method === 'Cash'
  const counted = is_cash && shift.counted !== null ? Number(shift.counted) : null
  return {
    at: shift.opened_at,
    facility_id: shift.facility_id,
    drawer: shift.drawer_name,
    shift: shift.number,
    cashier: shift.user_name,
    method,
    count: own
      .filter(({ kind }) => kind === 'RECEIPT')
      .reduce((total, { n }) => total + Number(n), 0),
    opening: is_cash ? Number(shift.opening_float) : 0,
    receipts: sum('RECEIPT'),
    refunds: sum('REFUND'),
    reversals: sum('REVERSAL'),
    drops: sum('DROP'),
    expected: counted === null ? null : Number(shift.expected),
    counted,
  }
}

/** What is no money, and money taken by people without a drawer. */
async function elsewhere(
  { hospital_id }: Caller,
  scope: readonly string[] | 'all',
  from: string,
  to: string,
): Promise<Found[]> {
  const found = await rows<{
    at: string
    facility_id: string
    cashier: string
    method: string
    n: number
    receipts: number
    reversals: number
  }>(
    sql`select p.business_date as at, p.facility_id, p.received_by_name as cashier, p.method,
        count(*) as n, sum(p.amount) as receipts,
        sum(case when p.status = 'REVERSED' then p.amount else 0 end) as reversals
      from payments p${where([
        sql`p.hospital_id = ${hospital_id}`,
        sql`p.shift_id is null`,
        sql`p.status in ('RECORDED', 'REVERSED')`,
        sql`p.business_date >= ${from}`,
        sql`p.business_date <= ${to}`,
        scope === 'all' ? undefined : sql`p.facility_id${oneOf(scope)}`,
      ])} group by p.business_date, p.facility_id, p.received_by_name, p.method`,
  )
  return found.map(({ n, receipts, reversals, ...one }) => ({
    ...one,
    drawer: null,
    shift: null,
    count: Number(n),
    opening: 0,
    receipts: Number(receipts),
    refunds: 0,
    reversals: Number(reversals),
    drops: 0,
    expected: null,
    counted: null,
  }))
}
