// What billing says is open, beside the ledger (ACC-27, ACC-108 to ACC-112): what patients, schemes
// and clients owe, what is held for them, and what lies in the drawers.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { booksOf } from '../../accounting/books.ts'
import { grouped } from '../../accounting/chart/chart.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { OpenItem } from '../../../neighbours/books.ts'

type Of = Pick<Caller, 'hospital_id'>

/** Balances are kept as they stand: a day that is over is not told of. */
export async function billingItems(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'ar_patient') return owed(caller, 'PATIENT')
  if (grouping === 'ar_client') return owed(caller, 'CLIENT')
  if (grouping === 'deposit') return held(caller, 'PATIENT')
  if (grouping === 'unapplied') return held(caller, 'CLIENT')
  if (grouping === 'ar_scheme') return owedBySchemes(caller)
  // What is denied and under appeal is owed until somebody gives it up.
  if (grouping === 'ar_scheme_dispute') return []
  // What is to be paid out is counted with the deposits, whose money it is.
  if (grouping === 'refund_due') return []
  if (grouping === 'cash_drawer') return inDrawers(caller)
  if (grouping === 'clearing') return notSettled(caller)
  return undefined
}

async function owed({ hospital_id }: Of, kind: 'PATIENT' | 'CLIENT'): Promise<OpenItem[]> {
  const found = await rows<OpenItem & { due_on: string | null }>(
    kind === 'CLIENT'
      ? sql`select client_id as party_id, facility_id, due_on, number as reference, balance as amount
          from bills where hospital_id = ${hospital_id} and payer_kind = 'CLIENT'
            and balance <> 0 and status in ('ISSUED', 'PART_PAID') order by id`
      : sql`select patient_id as party_id, facility_id, due_on, number as reference, balance as amount
          from bills where hospital_id = ${hospital_id} and payer_kind <> 'CLIENT'
            and balance <> 0 and status in ('ISSUED', 'PART_PAID') order by id`,
  )
  return found.map(({ due_on, ...item }) => ({
    ...item,
    ...(due_on === null ? {} : { due_on }),
    party_kind: kind,
    amount: Number(item.amount),
  }))
}

async function owedBySchemes({ hospital_id }: Of): Promise<OpenItem[]> {
  const found = await rows<OpenItem>(
    sql`select scheme_id as party_id, facility_id, number as reference, scheme_due as amount
      from bills where hospital_id = ${hospital_id} and scheme_id is not null
        and scheme_due <> 0 and status not in ('DRAFT', 'DISCARDED', 'CANCELLED')
      union all select s.scheme_id, b.facility_id, b.number, s.due from bill_schemes s
        join bills b on b.id = s.bill_id where s.hospital_id = ${hospital_id} and s.due <> 0`,
  )
  return found.map((item) => ({ ...item, party_kind: 'SCHEME', amount: Number(item.amount) }))
}

/** Of patients on 2201, of clients on 2202 (P-06). */
async function held({ hospital_id }: Of, of: 'PATIENT' | 'CLIENT'): Promise<OpenItem[]> {
  const found = await rows<{ party_id: string; party: string; number: string; amount: number }>(
    sql`select coalesce(patient_id, client_id) as party_id, party, number,
        amount - used - refunded as amount
      from deposits where hospital_id = ${hospital_id} and party = ${of}
        and amount <> used + refunded order by id`,
  )
  return found.map(({ party_id, party, number, amount }) => ({
    party_kind: party,
    party_id,
    reference: number,
    amount: Number(amount),
  }))
}

/** Cards and cheques that the bank has not paid for, less cards that were paid back (ACC-117). */
async function notSettled(caller: Of): Promise<OpenItem[]> {
  const { hospital_id } = caller
  const { chart } = await booksOf(caller)
  const accounts = grouped(chart, 'clearing').map(({ id }) => id)
  const found = await rows<{ reference: string; amount: number }>(
    sql`select number as reference, amount from payments where hospital_id = ${hospital_id}
        and status = 'RECORDED' and account_id${oneOf(accounts)}
      union all select number, -amount from refunds where hospital_id = ${hospital_id}
        and status = 'PAID' and account_id${oneOf(accounts)}`,
  )
  return found.map((item) => ({
    ...item,
    party_kind: null,
    party_id: null,
    amount: Number(item.amount),
  }))
}

/** A live shift says what lies in its drawer, else what was left; drops that wait are there too. */
async function inDrawers({ hospital_id }: Of): Promise<OpenItem[]> {
  const found = await rows<{ account_id: string; reference: string; amount: number }>(
    sql`select d.account_id, d.name as reference,
        cast(coalesce((select s.cash from shifts s where s.drawer_id = d.id
          and s.status in ('OPEN', 'COUNTING')), d.last_left)
        + coalesce((select sum(f.amount) from float_transfers f where f.from_drawer_id = d.id
          and f.of_close and f.status = 'PENDING'), 0) as bigint) as amount
      from drawers d where d.hospital_id = ${hospital_id} order by d.id`,
  )
  return found.map((item) => ({
    ...item,
    party_kind: null,
    party_id: null,
    amount: Number(item.amount),
  }))
}
