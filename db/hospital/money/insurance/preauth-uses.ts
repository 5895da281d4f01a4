// What approvals have left, and how it is used and given back (BIL-110).

import assert from 'node:assert'
import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { PreauthLeft } from './preauth-left.ts'
import { preauthRecord } from './preauth-life.ts'
import { preauthorisation_items } from './tables.ts'

/** Approved, valid on the day, the one that ends first in front. */
export async function preauthsLeft(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  membership_id: string,
  day: string,
): Promise<PreauthLeft[]> {
  const found = await rows<PreauthLeft>(
    sql`select i.id as item_id, i.preauth_id, i.code,
        coalesce(i.approved_quantity, 0) - i.used_quantity as quantity,
        coalesce(i.approved_amount, 0) - i.used_amount as amount
      from preauthorisations p join preauthorisation_items i on i.preauth_id = p.id
      where p.hospital_id = ${hospital_id} and p.membership_id = ${membership_id}
        and p.status in ('APPROVED', 'PARTLY_APPROVED')
        and (p.valid_from is null or p.valid_from <= ${day})
        and (p.valid_to is null or p.valid_to >= ${day})
      order by p.valid_to, p.id, i.position`,
  )
  return found.map((one) => ({
    ...one,
    quantity: Number(one.quantity),
    amount: Number(one.amount),
  }))
}

interface Taken {
  preauth_item_id: string | null
  preauth_quantity: number
  covered: number
}

/** At issue. One that is used up is USED. */
export async function useApprovals(caller: Caller, used: readonly Taken[]): Promise<void> {
  await shift(
    caller,
    used.map(({ preauth_item_id, preauth_quantity, covered }) => ({
      preauth_item_id: preauth_item_id ?? '',
      quantity: preauth_quantity,
      amount: covered,
    })),
    1,
  )
}

export interface GivenBack {
  preauth_item_id: string
  quantity: number
  amount: number
}

export const giveBackApproval = (caller: Caller, given: readonly GivenBack[]): Promise<void> =>
  shift(caller, given, -1)

async function shift(caller: Caller, moves: readonly GivenBack[], sign: 1 | -1): Promise<void> {
  if (moves.length === 0) return
  const { hospital_id } = caller
  const items = await preauthorisation_items.all(
    { hospital_id, id: [...new Set(moves.map((one) => one.preauth_item_id))] },
    { lock: true },
  )
  for (const item of items) {
    const own = moves.filter((one) => one.preauth_item_id === item.id)
    const sum = (of: (one: GivenBack) => number): number => own.reduce((n, one) => n + of(one), 0)
    const used_quantity = item.used_quantity + sign * sum(({ quantity }) => quantity)
    const used_amount = item.used_amount + sign * sum(({ amount }) => amount)
    assert(used_amount >= 0 && used_amount <= (item.approved_amount ?? 0))
    assert(used_quantity >= 0 && used_quantity <= (item.approved_quantity ?? 0))
    await preauthorisation_items.change(
      { hospital_id, id: item.id },
      { used_quantity, used_amount },
    )
  }
  for (const id of new Set(items.map(({ preauth_id }) => preauth_id))) await restated(caller, id)
}

/** USED when nothing of it is left; back again when something came back. */
async function restated(caller: Caller, preauth_id: string): Promise<void> {
  const { hospital_id } = caller
  const row = await preauthRecord.get(caller, preauth_id)
  const items = await preauthorisation_items.all({ hospital_id, preauth_id })
  const spent = items.every(
    (item) =>
      item.used_quantity >= (item.approved_quantity ?? 0) ||
      item.used_amount >= (item.approved_amount ?? 0),
  )
  if (spent && (row.status === 'APPROVED' || row.status === 'PARTLY_APPROVED')) {
    await preauthRecord.moved(caller, row, 'use')
  } else if (!spent && row.status === 'USED') {
    const whole = items.every((item) => item.approved_amount === item.amount)
    await preauthRecord.moved(caller, row, 'give_back', {
      status: whole ? 'APPROVED' : 'PARTLY_APPROVED',
    })
  }
}
