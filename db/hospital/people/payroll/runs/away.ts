// Days at less than full pay: leave that is not paid whole, and suspensions (HR-82, people 3.1).

import type { Of } from '../../../../store/record-of.ts'
import { lastDayOf, reducedLeaveIn } from '../../staff/leave/spans.ts'
import { lastDayOf as lastDayOfService } from '../../staff/records/for-pay.ts'
import type { StaffRow } from '../../staff/records/rows.ts'
import { suspensionsIn } from '../../staff/records/suspensions.ts'
import type { Period } from './period.ts'
import { daysOf } from './reckon-slip.ts'

export interface Away {
  half_days: number
  pay_pct: number
}

type Found = Awaited<ReturnType<typeof reducedLeaveIn>>[number]

export async function awayOf(
  caller: Of,
  people: readonly StaffRow[],
  period: Period,
): Promise<Map<string, Away[]>> {
  const left = new Map(people.map((one) => [one.id, endOf(one, period)]))
  const asked = {
    staff_ids: people.map(({ id }) => id),
    from: period.first,
    to: period.last,
  }
  const offs = (await reducedLeaveIn(caller, asked)).map((one) => ({
    staff_id: one.staff_id,
    pay_pct: one.pay_pct,
    half_days: halvesIn(one, period, left.get(one.staff_id) ?? period.last),
  }))
  const days = { from: period.first, to: period.last }
  const suspensions = await suspensionsIn(caller, people, days)
  const suspended = suspensions.flatMap(({ staff_id, from, to: until, pay_pct, back_pay }) => {
    if (back_pay) return []
    const end = left.get(staff_id) ?? period.last
    const to = until !== null && until < end ? until : end
    return [{ staff_id, pay_pct, half_days: 2 * daysOf(later(from, period.first), to) }]
  })
  const found = [...offs, ...suspended].filter(({ half_days }) => half_days > 0)
  const by_person = Map.groupBy(found, ({ staff_id }) => staff_id)
  return new Map(
    [...by_person].map(([id, own]) => [
      id,
      own.map(({ half_days, pay_pct }) => ({ half_days, pay_pct })),
    ]),
  )
}

function halvesIn(row: Found, { first }: Period, end: string): number {
  if (row.half_day !== null) return row.starts_on <= end ? 1 : 0
  const to = lastDayOf(row)
  return 2 * daysOf(later(row.starts_on, first), to < end ? to : end)
}

const later = (one: string, other: string): string => (one > other ? one : other)

function endOf(person: StaffRow, { last }: Period): string {
  const left = lastDayOfService(person)
  return left !== null && left < last ? left : last
}
