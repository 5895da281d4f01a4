// What commercial asks of the bills of a client (BIL-9): the bills under its names, and its unapplied
// money set against them.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { clientByPayer } from '../../../neighbours/commercial.ts'
import { billsUnder } from './adoptions.ts'
import { applyDeposits } from '../deposits/uses.ts'
import { unappliedOfClients } from '../debts/of-clients.ts'
import { billRecord } from './rows.ts'
import type { BillState, PayerKind } from '../words.ts'
import { open_states } from '../words.ts'

/** Money in minor units. */
export interface BillOfPayer {
  bill_id: string
  number: string
  status: BillState
  kind: 'VISIT' | 'SALE' | 'ORDER' | 'MANUAL'
  payer: string
  payer_kind: PayerKind
  client_id: string | null
  patient_id: string | null
  patient_name: string | null
  facility_id: string
  business_date: string
  due_on: string | null
  source: string | null
  source_id: string | null
  total: number
  paid: number
  credited: number
  balance: number
}

/** As many as one answer carries. */
export const bills_of_payer_most = 5000

/** Issued ones, the oldest first: all of them, or a refusal, never a part that looks like the whole. */
export async function billsOfPayer(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: { names: readonly string[]; from?: string; to?: string; open_only: boolean },
): Promise<BillOfPayer[]> {
  const found = await rows<BillOfPayer>(
    sql`select b.id as bill_id, b.number, b.status, b.kind, b.payer, b.payer_kind, b.client_id,
        b.patient_id, b.patient_name, b.facility_id, b.business_date, b.due_on, b.source,
        b.source_id, b.total, b.paid, b.credited, b.balance
      from bills b${where([
        sql`b.hospital_id = ${hospital_id}`,
        billsUnder(asked.names),
        sql`b.number is not null`,
        when(asked.from, sql`b.business_date >= ${asked.from}`),
        when(asked.to, sql`b.business_date <= ${asked.to}`),
        asked.open_only && sql`b.status${oneOf([...open_states])} and b.balance > 0`,
      ])} order by b.business_date, b.number limit ${bills_of_payer_most + 1}`,
  )
  if (found.length > bills_of_payer_most) {
    const shorter = asked.from === undefined && asked.to === undefined ? 'a' : 'a shorter'
    throw conflict(
      `More than ${bills_of_payer_most.toLocaleString('en-US')} bills of this payer: name ${shorter} period.`,
      'too_many',
    )
  }
  return found.map((one) => ({
    ...one,
    total: Number(one.total),
    paid: Number(one.paid),
    credited: Number(one.credited),
    balance: Number(one.balance),
  }))
}

/** BIL-69: unapplied money against the oldest open bills; both in minor units. */
export async function settleReceipts(
  caller: Caller,
  { names }: { names: readonly string[] },
): Promise<{ applied: number; unapplied: number }> {
  const clients = await clientsOf(caller, names)
  let unapplied = await heldFor(caller, clients)
  let applied = 0
  if (unapplied === 0) return { applied, unapplied }
  for (const id of await oldestFirst(caller, clients)) {
    if (unapplied === 0) break
    const bill = await billRecord.locked(caller, id)
    const after = await applyDeposits(caller, bill)
    applied += bill.balance - after.balance
    unapplied -= bill.balance - after.balance
  }
  return { applied, unapplied: await heldFor(caller, clients) }
}

/** Whom these names mean now, and whoever has bills under them. */
async function clientsOf(caller: Caller, names: readonly string[]): Promise<string[]> {
  const { hospital_id } = caller
  const found = await rows<{ client_id: string }>(
    sql`select distinct b.client_id from bills b where b.hospital_id = ${hospital_id}
      and ${billsUnder(names)} and b.client_id is not null`,
  )
  const clients = new Set(found.map(({ client_id }) => client_id))
  for (const name of names) {
    const known = await clientByPayer(caller, name)
    if (known !== null) clients.add(known.client_id)
  }
  return [...clients]
}

const heldFor = async (caller: Caller, client_ids: readonly string[]): Promise<number> =>
  [...(await unappliedOfClients(caller, client_ids)).values()].reduce((all, one) => all + one, 0)

async function oldestFirst(
  { hospital_id }: Caller,
  client_ids: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    sql`select id from bills where hospital_id = ${hospital_id} and client_id${oneOf(client_ids)}
      and payer_kind = 'CLIENT' and balance > 0 and status${oneOf([...open_states])}
      order by due_on, business_date, number limit ${bills_of_payer_most}`,
  )
  return found.map(({ id }) => id)
}
