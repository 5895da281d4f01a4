// The bill of a counter sale (BIL-58): made whole in hand, with its receipt, and written once. It is
// never a draft that others could see, no scheme or client pays and no certificate lowers it, so
// nothing of it is read back.

import type { Caller } from '../../../../core/caller.ts'
import { atOnce } from '../../../../store/at-once.ts'
import { unawaited } from '../../../../store/connection.ts'
import { booksOf } from '../../accounting/books.ts'
import { lockHead, postNew } from '../../accounting/posting/post.ts'
import { nextReferences } from '../../../office/sequences/references.ts'
import { visitCleared, type VisitFacts } from '../../../desk/visits/for-areas.ts'
import { billAmounts } from '../amounts.ts'
import { opened as openedBill } from '../bills/bills.ts'
import { newBill, type Opening } from '../charges/by-hand.ts'
import { incomeAccountsOf } from '../bills/income.ts'
import type { Sale } from '../bills/input-shapes.ts'
import { issuedAs, postingOf } from '../bills/issue.ts'
import type { Row as Item } from '../charges/items.ts'
import { type Handwritten, linesByHand } from '../charges/lines-by-hand.ts'
import type { Means } from '../payments/means.ts'
import { opened as openedPayments, type PaymentRow } from '../payments/list.ts'
import { payment_allocations } from '../payments/tables.ts'
import { keep, numbered, type Received } from '../payments/receive.ts'
import { moveOf, type Row as Bill } from '../bills/rows.ts'
import { type Allotted, settledBy, spread, stateOf } from '../payments/settle.ts'
import { bill_items, bill_moves, bills } from '../bills/tables.ts'

export interface InHand {
  bill: Bill
  items: Item[]
}

/** Its lines priced and added up; nothing is kept yet. */
export async function inHand(
  caller: Caller,
  opening: Opening,
  given: readonly Handwritten[],
): Promise<InHand> {
  const draft = bills.withDefaults(await newBill(caller, opening))
  const lines = await linesByHand(caller, given, {
    field: 'lines',
    bill: draft,
    visit_class: opening.visit?.visit_class ?? null,
    priced: true,
    first_position: 1,
    notes: draft.notes,
  })
  const items = lines.map((line) => bill_items.withDefaults(line))
  return { bill: { ...draft, ...billAmounts(items) }, items }
}

export type Money = Pick<Received, 'amount' | 'tendered' | 'change_given' | 'payer_name'> & {
  means: Means
}

/** Numbers, entries, bill, receipt and drawer, in this order: the books first, as everywhere. */
export async function sold(
  caller: Caller,
  { bill, items }: InHand,
  visit: VisitFacts | null,
  money: Money | null,
): Promise<Pick<Sale, 'bill' | 'payment'>> {
  await lockHead(caller)
  const kinds = money === null ? ['bill'] : ['bill', 'receipt']
  // The books stand as they are while the head is held; who posts below asks for them again.
  const [[number = '', receipt_number = '']] = await atOnce(
    nextReferences(caller, kinds, bill.facility_id),
    booksOf(caller),
  )
  const incomeOf = await incomeAccountsOf(caller, items)
  const taken =
    money === null ? null : await receipt(caller, bill, number, { ...money, receipt_number })
  const posting = postingOf(bill, number, items, incomeOf, null)
  const entries = await postNew(
    caller,
    [posting, taken?.posting].filter((one) => one !== null && one !== undefined),
  )
  const entryOf = (source: string) => entries.find((entry) => entry.source === source) ?? null
  const entry = entryOf('BILL_ISSUE')
  const issued = { ...bill, ...(await issuedAs(caller, bill, number, entry)) }
  const lines = items.map((item) => ({ ...item, account_id: incomeOf(item), issued: true }))
  if (taken === null) return written(caller, bill, issued, lines)
  const entry_reference = entryOf('PAYMENT')?.reference ?? null
  const shown = await written(caller, bill, issued, lines, { ...taken.payment, entry_reference })
  if (visit !== null) await visitCleared(caller, visit.id)
  return shown
}

const receipt = (
  caller: Caller,
  bill: Bill,
  number: string,
  { means, receipt_number, ...money }: Money & { receipt_number: string },
): ReturnType<typeof numbered> => {
  const { facility_id, patient_id, client_id } = bill
  return numbered(caller, receipt_number, means, {
    purpose: 'SALE',
    ...money,
    facility_id,
    patient_id,
    client_id,
    about: `sale ${number}`,
    settles: [{ bill, amount: money.amount }],
  })
}

async function written(
  caller: Caller,
  draft: Bill,
  issued: Bill,
  lines: readonly Item[],
  payment: Parameters<typeof keep>[1] | null = null,
): Promise<Pick<Sale, 'bill' | 'payment'>> {
  const paid = payment?.amount ?? 0
  const shares = spread(lines, paid)
  const down = { ...issued, paid, balance: issued.balance - paid }
  const bill = bills.withDefaults(payment === null ? issued : { ...down, status: stateOf(down) })
  const items = lines.map((item) => {
    const share = shares.find((one) => one.item === item)
    return share === undefined ? item : { ...item, ...settledBy(item, share.amount, 'paid') }
  })
  // The number was just taken, and no line has a source: nothing of it can be there.
  await unawaited(async () => {
    await bills.insert(bill)
    await bill_items.insertMany(items)
  })
  const moves = [moveOf(caller, draft, draft, 'open'), moveOf(caller, draft, issued, 'issue')]
  const received = payment === null ? null : await keep(caller, payment)
  if (received !== null) moves.push(moveOf(caller, issued, bill, 'pay'))
  await unawaited(() => bill_moves.insertMany(moves))
  return {
    payment: received === null ? null : await allocated(caller, received, bill, shares),
    bill: await openedBill(caller, bill, { items, history: moves, discounts: [] }),
  }
}

async function allocated(
  caller: Caller,
  payment: PaymentRow,
  bill: Bill,
  shares: Allotted,
): Promise<Sale['payment']> {
  const given = shares.map(({ item, amount }) =>
    payment_allocations.withDefaults({
      hospital_id: caller.hospital_id,
      payment_id: payment.id,
      bill_id: bill.id,
      item_id: item.id,
      amount,
    }),
  )
  await unawaited(() => payment_allocations.insertMany(given))
  const named = given.map((one) => ({ ...one, bill_number: bill.number }))
  const [opened] = await openedPayments(caller, [payment], named)
  return opened ?? null
}
