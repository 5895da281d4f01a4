// Which receipts a credited line was paid with: so much of them became a deposit, and they can no
// longer be taken back as a whole (BIL-52). The last money is given back first.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Split } from './split.ts'
import type { Returned } from './tables.ts'
import { payment_allocations } from '../payments/tables.ts'
import { partOf } from '../payments/list.ts'
import type { methods } from '../payments/words.ts'

interface Given {
  id: string
  payment_id: string
  item_id: string
  amount: number
  returned: number
  number: string | null
  method: (typeof methods)[number]
  account_id: string | null
}

export async function takeBackPaid(caller: Caller, splits: readonly Split[]): Promise<Returned[]> {
  const { hospital_id } = caller
  const found = await rows<Given>(
    sql`select a.id, a.payment_id, a.item_id, a.amount, a.returned, p.number, p.method, p.account_id
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.hospital_id = ${hospital_id} and a.live
        and a.item_id${oneOf(splits.map(({ item }) => item.id))} order by a.id desc`,
  )
  const back = new Map<string, Returned>()
  for (const split of splits) {
    const left = { paid: split.paid_part, insured: split.insured_part, waived: split.waived_part }
    for (const given of found.filter(({ item_id }) => item_id === split.item.id)) {
      const part = partOf(given.method)
      const taken = Math.min(left[part], Number(given.amount) - Number(given.returned))
      if (taken <= 0) continue
      left[part] -= taken
      const returned = Number(given.returned) + taken
      await payment_allocations.change({ hospital_id, id: given.id }, { returned })
      if (part === 'paid') addTo(back, given, taken)
    }
  }
  return [...back.values()]
}

function addTo(back: Map<string, Returned>, given: Given, amount: number): void {
  const { payment_id, number, method, account_id } = given
  const known = back.get(payment_id)
  if (known === undefined) back.set(payment_id, { payment_id, number, method, account_id, amount })
  else known.amount += amount
}
