// What billing says is open against the ledger (ACC-27, ACC-108 to ACC-112): who owes by bill, what is
// held for whom, what lies in the drawers. Of today alone: an earlier day is the ledger's to tell.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { type Sql, sql } from '../../sql.ts'
import { drawerItems } from '../drawers/open-items.ts'
import { today } from '../hospitals/hospitals.ts'
import type { OpenItem } from '../neighbours/books.ts'

type Of = (caller: Caller) => Promise<readonly OpenItem[]>

const owed = sql`status in ('ISSUED', 'PART_PAID', 'SETTLED', 'CREDITED')`

const found = async (statement: Sql): Promise<readonly OpenItem[]> =>
  (await rows<OpenItem & { due_on: string | null }>(statement)).map(({ due_on, ...item }) => ({
    ...item,
    amount: Number(item.amount),
    ...(due_on === null ? {} : { due_on }),
  }))

const asked: Readonly<Record<string, Of>> = {
  ar_patient: ({ hospital_id }) =>
    found(sql`select 'PATIENT' as party_kind, patient_id as party_id, facility_id, due_on,
        number as reference, balance as amount
      from bills where hospital_id = ${hospital_id} and balance > 0 and ${owed}
        and (payer_kind <> 'CLIENT' or client_id is null)`),
  ar_client: ({ hospital_id }) =>
    found(sql`select 'CLIENT' as party_kind, client_id as party_id, facility_id, due_on,
        number as reference, balance as amount
      from bills where hospital_id = ${hospital_id} and balance > 0 and ${owed}
        and payer_kind = 'CLIENT' and client_id is not null`),
  ar_scheme: ({ hospital_id }) =>
    found(sql`select 'SCHEME' as party_kind, scheme_id as party_id, facility_id, due_on,
        number as reference, scheme_due as amount
      from bills where hospital_id = ${hospital_id} and scheme_due <> 0
        and (${owed} or status = 'WRITTEN_OFF')`),
  ar_scheme_dispute: async () => [],
  deposit: (caller) => held(caller, 'PATIENT'),
  unapplied: (caller) => held(caller, 'CLIENT'),
  refund_due: ({ hospital_id }) =>
    found(sql`select case when client_id is null then 'PATIENT' else 'CLIENT' end as party_kind,
        coalesce(client_id, patient_id) as party_id, facility_id, null as due_on,
        number as reference, amount
      from refunds where hospital_id = ${hospital_id} and status = 'APPROVED'`),
  cash_drawer: drawerItems,
}

/** What an approved refund takes is owed on another account already (P-19). */
const held = ({ hospital_id }: Caller, party: 'PATIENT' | 'CLIENT') =>
  found(sql`select d.party as party_kind, coalesce(d.client_id, d.patient_id) as party_id,
      d.facility_id, null as due_on, d.number as reference,
      d.amount - d.used - d.refunded - cast(coalesce((select sum(r.amount) from refunds r
        where r.deposit_id = d.id and r.status = 'APPROVED'), 0) as bigint) as amount
    from deposits d where d.hospital_id = ${hospital_id} and d.party = ${party}
      and d.amount > d.used + d.refunded`)

export async function openItems(
// What billing says is open, beside the ledger (ACC-27, ACC-108, ACC-111, ACC-112): what patients and
// clients owe, what is held for them, and what lies in the drawers.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { today } from '../hospitals/hospitals.ts'
import type { OpenItem } from '../neighbours/books.ts'

type Of = Pick<Caller, 'hospital_id'>

/** Balances are kept as they stand: a day that is over is not told of. */
export async function billingItems(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  const of = asked[grouping]
  if (of === undefined || as_of < (await today(caller))) return undefined
  return of(caller)
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'ar_patient') return owed(caller, 'PATIENT')
  if (grouping === 'ar_client') return owed(caller, 'CLIENT')
  if (grouping === 'deposit') return held(caller)
  // They are counted with the deposits, whose money they are.
  if (grouping === 'unapplied' || grouping === 'refund_due') return []
  if (grouping === 'cash_drawer') return inDrawers(caller)
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

async function held({ hospital_id }: Of): Promise<OpenItem[]> {
  const found = await rows<{ party_id: string; party: string; number: string; amount: number }>(
    sql`select coalesce(patient_id, client_id) as party_id, party, number,
        amount - used - refunded as amount
      from deposits where hospital_id = ${hospital_id} and amount <> used + refunded order by id`,
  )
  return found.map(({ party_id, party, number, amount }) => ({
    party_kind: party,
    party_id,
    reference: number,
    amount: Number(amount),
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
