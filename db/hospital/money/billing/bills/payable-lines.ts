// What of a bill's lines somebody pays and could be let off (BIL-86, COM-66); of the bill while it is held.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import type { Of } from '../../../../store/record-of.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { claimsOfItems } from '../../../neighbours/claims.ts'
import { live } from '../amounts.ts'
import { itemsOf } from '../charges/items.ts'
import { called, billRecord, type Row as Bill } from './rows.ts'
import { bills } from './tables.ts'

export interface PayableLine {
  id: string
  category: string
  department: string | null
  /** Of its value before tax, what no scheme pays; minor units. */
  payable: number
}

export interface BillInHand {
  id: string
  called: string
  kind: Bill['kind']
  status: Bill['status']
  patient_id: string | null
  client_id: string | null
  balance: number
  lines: PayableLine[]
  /** The claim in which one of its lines was sent in. */
  claim: string | null
}

export async function billInHand(caller: Caller, bill_id: string): Promise<BillInHand> {
  const bill = await billRecord.locked(caller, bill_id)
  const items = (await itemsOf(caller, bill_id)).filter(live)
  const claims = await claimsOfItems(
    caller,
    items.map(({ id }) => id),
  )
  const { id, kind, status, patient_id, client_id, balance } = bill
  return {
    id,
    called: called(bill),
    kind,
    status,
    patient_id,
    client_id,
    balance,
    claim: claims.find(({ submitted }) => submitted)?.number ?? null,
    lines: items.map(({ id: item_id, category, department, net, amount, covered }) => ({
      id: item_id,
      category,
      department,
      payable: amount === 0 ? 0 : portion(net, amount - covered, amount),
    })),
  }
}

/** Money in minor units. */
export interface BillBrief {
  id: string
  number: string | null
  status: Bill['status']
  client_name: string | null
  total: number
  balance: number
  issued_at: string | null
}

export async function billBriefs(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, BillBrief>> {
  const found = await bills.all({ hospital_id, id: [...ids] })
  return new Map(
    found.map(({ id, number, status, client_name, total, balance, issued_at }) => [
      id,
      { id, number, status, client_name, total, balance, issued_at },
    ]),
  )
}

/** The lines of a bill in their order, by their ids. */
export const lineIdsOf = async (caller: Of, bill_id: string): Promise<string[]> =>
  (await itemsOf(caller, bill_id)).map(({ id }) => id)

/** For lists of what hangs on bills: those that this client pays, whoever paid them before. */
export const billsOfClient = ({ hospital_id }: Of, client_id: string): Sql =>
  sql`select id from bills where hospital_id = ${hospital_id} and client_id = ${client_id}`
