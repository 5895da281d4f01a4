// What pay says is open, beside the ledger (ACC-115): salaries that are owed, and what staff owe.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { OpenItem } from '../../../neighbours/books.ts'
import { today } from '../../../office/hospitals/hospitals.ts'

interface Found {
  id: string
  reference: string
  amount: number
}

/** Balances are kept as they stand: a day that is over is not told of; nor what nobody keeps here yet. */
export async function payItems(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'payroll_net') return items(await owed(caller))
  if (grouping === 'staff_advance') return items(await lent(caller))
  return undefined
}

const owed = ({ hospital_id }: Caller): Promise<Found[]> =>
  rows(
    sql`select staff_id as id, number as reference,
        case when status = 'PAID' or status = 'REVERSED' then 0 else net end as amount
      from payslips where hospital_id = ${hospital_id} and number is not null order by number`,
  )

const lent = ({ hospital_id }: Caller): Promise<Found[]> =>
  rows(
    sql`select staff_id as id, number as reference, principal - repaid as amount
      from staff_loans where hospital_id = ${hospital_id} order by number`,
  )

const items = (found: readonly Found[]): OpenItem[] | undefined =>
  found.length === 0
    ? undefined
    : found
        .map(({ id, reference, amount }) => ({
          party_kind: 'STAFF',
          party_id: id,
          reference,
          amount: Number(amount),
        }))
        .filter(({ amount }) => amount !== 0)
