// What a visit costs and what of it is still open (5.1): its bills, what waits, the patient's deposits.

import { asks, type Caller } from '../../../../core/caller.ts'
import {
  nullable,
  Money,
  named,
  listOf,
  type Static,
  shape,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { shownBills } from './bills.ts'
import { deposits } from '../deposits/tables.ts'
import { Bill } from './shapes.ts'
import { bill_items, bills } from './tables.ts'
import { dead_states } from '../words.ts'

const out = (max: number) => nullable(Text(0, max))

export const VisitAccount = named(
  'VisitAccount',
  shape({
    visit: shape({
      id: Text(1, 36),
      number: Text(1, 40),
      status: Text(1, 40),
      patient_id: Text(1, 36),
      department: out(120),
    }),
    bills: listOf(Bill, 1000),
    pending_items: listOf(
      shape({
        id: Text(1, 36),
        bill_id: Text(1, 36),
        code: out(40),
        description: Text(0, 300),
        amount: Money,
        balance: Money,
      }),
      1000,
    ),
    deposits: listOf(shape({ id: Text(1, 36), number: Text(1, 40), remaining: Money }), 1000),
    balance: Money,
    scheme_share: Money,
  }),
)
export type VisitAccount = Static<typeof VisitAccount>

export async function visitAccount(caller: Caller, visit_id: string): Promise<VisitAccount> {
  asks(caller, 'bill:read')
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const { id, number, status, patient_id, department } = await visitOf(caller, visit_id)
  const found = await bills.all({ hospital_id, visit_id: id }, { order: ['created_at', 'id'] })
  const counted = found.filter((bill) => !dead_states.includes(bill.status))
  const sum = (of: 'balance' | 'scheme_share'): number =>
    purse.major(counted.reduce((total, bill) => total + bill[of], 0))
  return {
    visit: { id, number, status, patient_id, department },
    bills: await shownBills(caller, found),
    pending_items: await pending(caller, purse, id),
    deposits: await held(caller, purse, patient_id),
    balance: sum('balance'),
    scheme_share: sum('scheme_share'),
  }
}

async function pending({ hospital_id }: Caller, purse: Purse, visit_id: string) {
  const items = await bill_items.all(
    { hospital_id, visit_id, service_status: 'PENDING' },
    { order: ['created_at', 'id'], limit: 1000 },
  )
  return items.map(({ id, bill_id, code, description, amount, balance }) => ({
    id,
    bill_id,
    code,
    description,
    amount: purse.major(amount),
    balance: purse.major(balance),
  }))
}

async function held({ hospital_id }: Caller, purse: Purse, patient_id: string) {
  const found = await deposits.all(
    { hospital_id, patient_id, status: ['OPEN', 'PART_USED'] },
    { order: ['business_date', 'id'], limit: 1000 },
  )
  return found.map(({ id, number, remaining }) => ({
    id,
    number,
    remaining: purse.major(remaining),
  }))
}
