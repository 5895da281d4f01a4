// Suspensions at less than full pay: the one that lasts stands on the record of the person, those that are
// over are kept for the pay of their months (HR-82, people 3.1).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { inWords } from '../../../office/plans/days.ts'
import type { StaffRow } from './rows.ts'
import { staff_suspensions } from './tables.ts'

export interface Suspension {
  staff_id: string
  from: string
  /** The last day of it; null while nobody knows it. */
  to: string | null
  pay_pct: number
  back_pay: boolean
}

/** Somebody is back at work today. Of one who comes back on the day it began no day is missing. */
export async function keepSuspension(
  caller: Caller,
  before: StaffRow,
  { back_pay, reason }: { back_pay: boolean; reason: string },
): Promise<void> {
  const { id: staff_id, suspended_from, suspended_until, suspended_pay_pct: pay_pct } = before
  if (suspended_from === null || pay_pct === null || pay_pct === 100) return
  const yesterday = nextDay(await today(caller), -1)
  const ends_on =
    suspended_until !== null && suspended_until < yesterday ? suspended_until : yesterday
  if (ends_on < suspended_from) return
  const { hospital_id, name: by_name } = caller
  const starts_on = suspended_from
  const about = { staff_id, starts_on, ends_on, pay_pct, back_pay, by_name }
  await staff_suspensions.insert({ hospital_id, ...about })
  if (!back_pay) return
  record(caller, 'staff.back_pay', {
    entity_type: 'staff',
    entity_id: staff_id,
    entity_label: before.number,
    reason,
  })
}

/** A day is withheld once. */
export async function refuseTwice(
  { hospital_id }: Of,
  staff_id: string,
  from: string,
): Promise<void> {
  const last = await row<{ ends_on: string }>(
    sql`select ends_on from staff_suspensions where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and not back_pay and ends_on >= ${from}
      order by ends_on desc limit 1`,
  )
  if (last === undefined) return
  throw invalid('from', `must be after ${inWords(last.ends_on)}, when the last suspension ended.`)
}

/** Whoever is paid whole meanwhile is not among them. */
export async function suspensionsIn(
  { hospital_id }: Of,
  people: readonly StaffRow[],
  { from, to }: { from: string; to: string },
): Promise<Suspension[]> {
  const over = await staff_suspensions.read(
    sql`select ${staff_suspensions.selection()} from staff_suspensions
      where hospital_id = ${hospital_id} and staff_id${oneOf(people.map(({ id }) => id))}
      and starts_on <= ${to} and ends_on >= ${from} order by starts_on, id`,
  )
  const lasting = people.flatMap((one): Suspension[] => {
    const { suspended_from, suspended_until, suspended_pay_pct: pay_pct } = one
    if (suspended_from === null || pay_pct === null || pay_pct === 100) return []
    if (suspended_from > to || (suspended_until ?? to) < from) return []
    const days = { from: suspended_from, to: suspended_until }
    return [{ staff_id: one.id, ...days, pay_pct, back_pay: false }]
  })
  const kept = over.map(({ staff_id, starts_on, ends_on, pay_pct, back_pay }) => ({
    staff_id,
    from: starts_on,
    to: ends_on,
    pay_pct,
    back_pay,
  }))
  return [...kept, ...lasting]
}
