// Bills, discounts after issue and credit notes, as they were posted (ACC-93).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import { at_once, type Days, inBatches, takenBack } from '../../accounting/proofs/replayed.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { ReplayEvent } from '../../../neighbours/books.ts'
import { adoptionLines, asThen } from '../bills/adoptions.ts'
import { discountLines, issueLines } from '../bills/bill-ledger.ts'
import { creditLines } from '../credit/ledger.ts'
import { credit_note_lines, credit_notes } from '../credit/tables.ts'
import { bill_discounts } from '../bills/discount-tables.ts'
import type { Row as Item } from '../charges/items.ts'
import { schemeDebt, type Stands } from '../payments/owing.ts'
import { inDays, ofDays } from './days.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { bill_adoptions, bill_items, bills, debt_returns } from '../bills/tables.ts'
import { returnedLines } from '../debts/given-back.ts'

type Events = AsyncGenerator<readonly ReplayEvent[]>

export async function billsOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Bill>> {
  const found = ids.length === 0 ? [] : await bills.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((bill) => [bill.id, bill]))
}

export async function itemsOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Item>> {
  const found = ids.length === 0 ? [] : await bill_items.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((item) => [item.id, item]))
}

/** Each scheme once, however many bills it has. */
export function debtsOf(caller: Caller): (scheme_id: string) => Promise<Stands> {
  const known = new Map<string, Promise<Stands>>()
  return (scheme_id) => {
    const found = known.get(scheme_id) ?? schemeDebt(caller, scheme_id)
    known.set(scheme_id, found)
    return found
  }
}

export async function* issues(caller: Caller): Events {
  const { hospital_id } = caller
  const debtOfScheme = debtsOf(caller)
  const issued = (after: string) =>
    bills.read(
      sql`select ${bills.selection()} from bills where hospital_id = ${hospital_id}
        and number is not null and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(issued)) {
    const bill_id = batch.map(({ id }) => id)
    const lines = await bill_items.all(
      { hospital_id, bill_id, issued: true },
      { order: ['position', 'id'] },
    )
    const by_bill = Map.groupBy(lines, (line) => line.bill_id)
    const events: ReplayEvent[] = []
    for (const bill of batch) {
      const own = by_bill.get(bill.id) ?? []
      if (own.every(({ gross }) => gross === 0)) continue
      const scheme = bill.scheme_id === null ? null : await debtOfScheme(bill.scheme_id)
      const event = issueEvent(asThen(bill, bill.issued_at), own, scheme)
      events.push(event)
      // Of its own day alone (3.1).
      if (bill.status === 'CANCELLED') events.push(takenBack(event, event.date))
    }
    yield events
  }
}

const issueEvent = (bill: Bill, lines: readonly Item[], scheme: Stands | null): ReplayEvent => ({
  source: 'BILL_ISSUE',
  source_id: bill.id,
  reference: bill.number ?? '',
  date: bill.business_date,
  lines: issueLines(bill, lines, ({ account_id }) => account_id ?? '', scheme),
})

export async function* adoptions(caller: Caller): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const made = (after: string) =>
    bill_adoptions.read(
      sql`select ${bill_adoptions.selection()} from bill_adoptions
        where hospital_id = ${hospital_id} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(made)) {
    const of = await billsOf(
      caller,
      batch.map(({ bill_id }) => bill_id),
    )
    yield batch.map(({ id, bill_id, amount, at }) => {
      const bill = of.get(bill_id) as Bill
      return {
        source: 'BILL_ADOPT',
        source_id: id,
        reference: bill.number ?? '',
        date: dayIn(timezone, new Date(at)),
        lines: adoptionLines(bill, amount),
      }
    })
  }
}

export async function* returns(caller: Caller): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const made = (after: string) =>
    debt_returns.read(
      sql`select ${debt_returns.selection()} from debt_returns
        where hospital_id = ${hospital_id} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(made)) {
    yield batch.map((row) => ({
      source: 'DEBT_RETURN',
      source_id: row.id,
      reference: '',
      date: dayIn(timezone, new Date(row.at)),
      lines: returnedLines(row),
    }))
  }
}

export async function* discounts(caller: Caller, days?: Days): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const of_days = ofDays(
    days,
    (asked) =>
      sql`${inDays(timezone, sql`created_at`, asked)}
        or (not live and ${inDays(timezone, sql`updated_at`, asked)})`,
  )
  const after_issue = (after: string) =>
    bill_discounts.read(
      sql`select ${bill_discounts.selection()} from bill_discounts
        where hospital_id = ${hospital_id} and not of_draft ${of_days} and id > ${after}
        order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(after_issue)) {
    const of = await billsOf(
      caller,
      batch.map(({ bill_id }) => bill_id),
    )
    const items = await itemsOf(
      caller,
      batch.flatMap(({ lines }) => lines.map(({ item_id }) => item_id)),
    )
    yield batch.flatMap((given) => {
      const bill = of.get(given.bill_id) as Bill
      const parts = given.lines.map(({ item_id, amount, tax }) => ({
        item: items.get(item_id) as Item,
        amount,
        tax,
      }))
      const event: ReplayEvent = {
        source: 'BILL_DISCOUNT',
        source_id: given.discount_id,
        reference: bill.number ?? '',
        date: dayIn(timezone, new Date(given.created_at)),
        lines: discountLines(asThen(bill, given.created_at), parts),
      }
      // Nothing but its end changes what was given.
      const ended = dayIn(timezone, new Date(given.updated_at))
      return given.live ? [event] : [event, takenBack(event, ended)]
    })
  }
}

export async function* creditNotes(caller: Caller, days?: Days): Events {
  const { hospital_id } = caller
  const of_days = ofDays(days, ({ from, to }) => sql`business_date between ${from} and ${to}`)
  const issued = (after: string) =>
    credit_notes.read(
      sql`select ${credit_notes.selection()} from credit_notes where hospital_id = ${hospital_id}
        and number is not null ${of_days} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(issued)) {
    const of = await billsOf(
      caller,
      batch.map(({ bill_id }) => bill_id),
    )
    const lines = await credit_note_lines.all(
      { hospital_id, credit_note_id: batch.map(({ id }) => id) },
      { order: ['position'] },
    )
    const items = await itemsOf(
      caller,
      lines.map(({ item_id }) => item_id),
    )
    const by_note = Map.groupBy(lines, ({ credit_note_id }) => credit_note_id)
    const events: ReplayEvent[] = []
    for (const note of batch) {
      const splits = (by_note.get(note.id) ?? []).map((line) => ({
        ...line,
        item: items.get(line.item_id) as Item,
      }))
      const bill = asThen(of.get(note.bill_id) as Bill, note.issued_at)
      events.push({
        source: 'CREDIT_NOTE',
        source_id: note.id,
        reference: note.number ?? '',
        date: note.business_date,
        lines: await creditLines(caller, bill, splits, note.reason_code),
      })
    }
    yield events
  }
}
