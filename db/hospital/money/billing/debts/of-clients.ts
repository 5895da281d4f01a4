// What clients owe and what is held for them (COM-9, COM-10), for those who give them credit.

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { aged } from './ages.ts'

/** Minor units. */
export interface ClientOwes {
  outstanding: number
  overdue: number
  /** Of the oldest open bill, whether it is due yet or not. */
  oldest_due_on: string | null
}

/** A row for each client that owes: `client_id`, `outstanding`, `overdue`, `oldest_due_on`. */
export const owedByClients = ({ hospital_id }: Of, day: string): Sql =>
  sql`select b.client_id, cast(sum(b.balance) as bigint) as outstanding,
      cast(sum(case when b.due_on < ${day} then b.balance else 0 end) as bigint) as overdue,
      min(b.due_on) as oldest_due_on
    from bills b where b.hospital_id = ${hospital_id} and b.payer_kind = 'CLIENT'
      and b.client_id is not null and b.balance > 0 and b.status in ('ISSUED', 'PART_PAID')
    group by b.client_id`

/**
 * The same by age, as of a day: of bills that were issued by then, what is still unpaid of them. A row for each
 * client: `client_id`, the ages, `total`.
 */
export const agedOfClients = ({ hospital_id }: Of, day: string): Sql =>
  sql`select b.client_id, ${aged(day)}, cast(sum(b.balance) as bigint) as total
    from bills b where b.hospital_id = ${hospital_id} and b.payer_kind = 'CLIENT'
      and b.client_id is not null and b.balance > 0 and b.status in ('ISSUED', 'PART_PAID')
      and coalesce(b.business_date, b.service_date) <= ${day}
    group by b.client_id`

export async function clientsOwe(
  of: Of,
  ids: readonly string[],
  day: string,
): Promise<Map<string, ClientOwes>> {
  const found = await rows<ClientOwes & { client_id: string }>(
    sql`select o.* from (${owedByClients(of, day)}) o where o.client_id${oneOf(ids)}`,
  )
  return new Map(
    found.map(({ client_id, outstanding, overdue, oldest_due_on }) => [
      client_id,
      { outstanding: Number(outstanding), overdue: Number(overdue), oldest_due_on },
    ]),
  )
}

export async function oldestDueOf(
  { hospital_id }: Of,
  client_id: string,
): Promise<{ number: string; due_on: string } | null> {
  const [found] = await rows<{ number: string; due_on: string }>(
    sql`select number, due_on from bills where hospital_id = ${hospital_id}
      and client_id = ${client_id} and payer_kind = 'CLIENT' and balance > 0
      and status in ('ISSUED', 'PART_PAID') and due_on is not null
      order by due_on, number limit 1`,
  )
  return found ?? null
}

/** Money that waits for a bill; never what a refund holds (BIL-66). */
export async function unappliedOfClients(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ client_id: string; held: number }>(
    sql`select client_id, cast(sum(remaining) as bigint) as held from deposits
      where hospital_id = ${hospital_id} and client_id${oneOf(ids)}
        and status${oneOf(['OPEN', 'PART_USED'])} group by client_id`,
  )
  return new Map(found.map(({ client_id, held }) => [client_id, Number(held)]))
}

export interface OpenBill {
  number: string | null
  on: string
  due_on: string | null
  total: number
  balance: number
}

/** What is still to be paid, the oldest first. */
export async function openBillsOf({ hospital_id }: Of, client_id: string): Promise<OpenBill[]> {
  const found = await rows<OpenBill>(
    sql`select number, coalesce(business_date, service_date) as "on", due_on, total, balance
      from bills where hospital_id = ${hospital_id} and client_id = ${client_id}
        and payer_kind = 'CLIENT' and balance > 0 and status in ('ISSUED', 'PART_PAID')
      order by due_on, number`,
  )
  return found.map((one) => ({ ...one, total: Number(one.total), balance: Number(one.balance) }))
}
