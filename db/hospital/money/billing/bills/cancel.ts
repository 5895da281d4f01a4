// A bill of today on which nothing is settled may be taken back whole (3.1): its number stays, its
// entry is mirrored, and lines that came from an area wait on a new draft.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { reverse } from '../../accounting/posting/reverse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { claimLinesCredited, claimsOfItems } from '../../../neighbours/claims.ts'
import { live } from '../amounts.ts'
import { summed } from './drafts.ts'
import { takeBackExemptions } from '../relief/exemption-give.ts'
import { exemptedOf } from '../relief/exemption-used.ts'
import { followed } from './adoptions.ts'
import { clientOwes, holdOrder, orderTold } from './order-told.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

export async function cancel(caller: Caller, id: string, reason: string): Promise<Bill> {
  const { hospital_id } = caller
  const issued = await billRecord.locked(caller, id)
  await holdOrder(caller, issued)
  const exempted = await exemptedOf(caller, id)
  // What an exemption alone settled is as if nothing was (3.1).
  const from = issued.status === 'PART_PAID' && settledOf(issued) === exempted ? 'ISSUED' : null
  const status = bill_life.move('cancel', from ?? issued.status, called(issued))
  await refuse(caller, issued, exempted)
  const bill = await takeBackExemptions(caller, issued, reason)
  const items = (await itemsOf(caller, id)).filter(live)
  if (bill.entry_reference !== null) await reverse(caller, 'BILL_ISSUE', id, reason)
  await uncovered(caller, bill, items)
  const sourced = items.filter(({ source }) => source !== null)
  if (sourced.length > 0) await ontoDraft(caller, bill, sourced)
  const own = items.filter(({ source }) => source === null).map((item) => item.id)
  if (own.length > 0) {
    await bill_items.change(
      { hospital_id, id: own },
      { service_status: 'CANCELLED', balance: 0, cancel_reason: reason.slice(0, 300) },
    )
  }
  if (bill.adopted_at !== null) await followed(caller, bill, -issued.balance)
  const changes = { status, balance: 0, scheme_due: 0 }
  const cancelled = await moved(caller, bill, 'cancel', changes, reason)
  await orderTold(
    caller,
    cancelled,
    'CANCELLED',
    items.map(({ id: item_id, quantity, amount }) => ({ item_id, quantity, amount })),
  )
  await clientOwes(caller, cancelled)
  return cancelled
}

const settledOf = ({ paid, insured, waived, credited, adjusted }: Bill): number =>
  paid + insured + waived + credited + adjusted

async function refuse(caller: Caller, bill: Bill, exempted: number): Promise<void> {
  if (bill.business_date !== (await today(caller))) {
    throw conflict(`Bill ${bill.number} is of ${bill.business_date}: make a credit note.`, 'day')
  }
  if (settledOf(bill) > exempted) {
    throw conflict(`Bill ${bill.number} has something settled: make a credit note.`, 'settled')
  }
  const items = (await itemsOf(caller, bill.id)).filter(live)
  const claims = await claimsOfItems(
    caller,
    items.map(({ id }) => id),
  )
  const gone = claims.find(({ submitted }) => submitted)
  if (gone === undefined) return
  throw conflict(
    `Claim ${gone.number} was already submitted: ask the insurer desk.`,
    'claim_submitted',
  )
}

/** BIL-104: out of the claim, and back to ceilings and approvals. */
async function uncovered(
  caller: Caller,
  { scheme_id }: Bill,
  items: readonly Item[],
): Promise<void> {
  if (scheme_id === null) return
  const of_scheme = items.filter(({ covered }) => covered > 0)
  await claimLinesCredited(
    caller,
    of_scheme.map(({ id, covered }) => ({
      item_id: id,
      scheme_id,
      payment_id: null,
      amount: covered,
    })),
  )
}

/** The lines go with their sources; the cancelled bill keeps copies that count no more. */
async function ontoDraft(caller: Caller, from: Bill, items: readonly Item[]): Promise<void> {
  const { hospital_id } = caller
  const { id: _id, created_at: _c, updated_at: _u, version: _v, ...kept } = from
  const made = await bills.insert({
    ...kept,
    number: null,
    status: 'DRAFT',
    running: false,
    issued_at: null,
    issued_by_name: null,
    business_date: null,
    due_on: null,
    entry_reference: null,
    scheme_due: 0,
  })
  const ids = items.map(({ id }) => id)
  await bill_items.change({ hospital_id, id: ids }, { bill_id: made.id, issued: false })
  await bill_items.insertMany(
    items.map(({ id: _i, created_at: _a, updated_at: _b, version: _w, ...item }) => ({
      ...item,
      bill_id: from.id,
      source: null,
      source_id: null,
      service_status: 'CANCELLED' as const,
      balance: 0,
    })),
  )
  const opened = await moved(caller, made, 'open', {})
  await summed(caller, opened)
}
