// What schemes took over of lines after the bill was issued (BIL-50), from the live payments alone, and
// what another scheme than the bill's own owes of it.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Split } from '../credit/split.ts'
import { payment_allocations } from '../payments/tables.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { bill_schemes, bills } from '../bills/tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface TookOver {
  id: string
  item_id: string
  payment_id: string
  scheme_id: string
  amount: number
  returned: number
}

/** The last first: that is how they go back. */
export async function tookOver(
  { hospital_id }: Of,
  item_ids: readonly string[],
): Promise<TookOver[]> {
  if (item_ids.length === 0) return []
  const found = await rows<TookOver>(
    sql`select a.id, a.item_id, a.payment_id, p.scheme_id, a.amount, a.returned
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.hospital_id = ${hospital_id} and a.live and p.method = 'Insurance'
        and a.item_id${oneOf(item_ids)} order by a.id desc`,
  )
  return found.map((one) => ({
    ...one,
    amount: Number(one.amount),
    returned: Number(one.returned),
  }))
}

/** What each scheme holds of each line now: by `<item>|<scheme>`. */
export async function insuredParts(
  caller: Of,
  item_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  for (const { item_id, scheme_id, amount, returned } of await tookOver(caller, item_ids)) {
    const key = `${item_id}|${scheme_id}`
    sums.set(key, (sums.get(key) ?? 0) + amount - returned)
  }
  return sums
}

/** Which schemes a credited line goes back to, in the order in which its payments are lowered. */
export async function withInsurers(caller: Of, splits: readonly Split[]): Promise<Split[]> {
  const ids = splits.filter(({ insured_part }) => insured_part > 0).map(({ item }) => item.id)
  const found = await tookOver(caller, ids)
  return splits.map((split) => {
    let left = split.insured_part
    const insured_by = []
    for (const given of found.filter(({ item_id }) => item_id === split.item.id)) {
      const amount = Math.min(left, given.amount - given.returned)
      if (amount <= 0) continue
      left -= amount
      insured_by.push({ scheme_id: given.scheme_id, payment_id: given.payment_id, amount })
    }
    return { ...split, insured_by }
  })
}

/** A denial gives it back to the patient, its undoing takes it again; answers how much of it. */
export async function giveBack(
  caller: Of,
  { item_id, scheme_id }: { item_id: string; scheme_id: string },
  amount: number,
): Promise<number> {
  const { hospital_id } = caller
  const given = (await tookOver(caller, [item_id])).filter((one) => one.scheme_id === scheme_id)
  let left = amount
  for (const { id, amount: whole, returned } of given) {
    const taken = left > 0 ? Math.min(left, whole - returned) : Math.max(left, -returned)
    if (taken === 0) continue
    left -= taken
    await payment_allocations.change({ hospital_id, id }, { returned: returned + taken })
  }
  return amount - left
}

export interface OtherSide {
  insured?: number
  remitted?: number
  disallowed?: number
}

/** Of another scheme than the bill's own: its share stands in no column of the bill. */
export async function otherOwes(
  { hospital_id }: Of,
  { bill_id, scheme_id }: { bill_id: string; scheme_id: string },
  more: OtherSide,
): Promise<void> {
  const found = await bill_schemes.find({ hospital_id, bill_id, scheme_id }, { lock: true })
  const { insured = 0, remitted = 0, disallowed = 0 } = more
  const due = insured - remitted - disallowed
  if (found === undefined) {
    await bill_schemes.insert({
      hospital_id,
      bill_id,
      scheme_id,
      insured,
      remitted,
      disallowed,
      due,
    })
    return
  }
  await bill_schemes.change(
    { hospital_id, id: found.id },
    {
      insured: found.insured + insured,
      remitted: found.remitted + remitted,
      disallowed: found.disallowed + disallowed,
      due: found.due + due,
    },
  )
}

/** BIL-17: what the scheme owes for this bill rises, or falls, by what it took over. */
export async function insuredMore(
  caller: Of,
  bill: Pick<Bill, 'id' | 'scheme_id'>,
  scheme_id: string,
  insured: number,
): Promise<void> {
  if (scheme_id !== bill.scheme_id) {
    return otherOwes(caller, { bill_id: bill.id, scheme_id }, { insured })
  }
  const { hospital_id } = caller
  const now = await bills.find({ hospital_id, id: bill.id })
  await bills.change({ hospital_id, id: bill.id }, { scheme_due: (now?.scheme_due ?? 0) + insured })
}
