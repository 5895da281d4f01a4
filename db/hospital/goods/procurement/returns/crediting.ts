// The supplier's credit note for what went back (3.7, STK-34): what is owed fell when the goods left; a note over
// another amount changes it by the difference alone.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { lockHead, post } from '../../../money/accounting/posting/post.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { addAdvance, advanceOf } from '../invoices/advances.ts'
import { notCredited } from '../invoices/crediting.ts'
import { invoiceRecord, type InvoiceRow } from '../invoices/record.ts'
import { lower, type Off, raise } from '../invoices/sent-back.ts'
import { supplier_advances } from '../invoices/tables.ts'
import { creditId, creditLines, documentOf, type ReturnCredit } from './ledger.ts'
import { returnRecord, type ReturnRow } from './record.ts'
import type { ReturnCredited } from './shapes.ts'
import { supplier_return_credits } from './tables.ts'

export async function credit(
  caller: Caller,
  id: string,
  input: ReturnCredited,
): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'credit')
  if (before.settle !== 'CREDIT') {
    throw conflict(
      `${before.number} is to be replaced: name the receipt that replaced it.`,
      'settle',
    )
  }
  const date = input.date ?? (await today(caller))
  if (date > (await today(caller))) throw invalid('date', 'is in the future.')
  if (date < (before.sent_on ?? date)) throw invalid('date', 'is before the goods were sent.')
  const whole = before.value + before.tax_amount
  const { minor } = await purseOf(caller)
  const amount = typeof input.amount === 'number' ? minor('amount', input.amount) : whole
  if (amount < 0) throw invalid('amount', 'must not be negative.')
  const difference = amount - whole
  const credited_on = difference === 0 ? date : await settled(caller, before, { difference, date })
  return returnRecord.moved(caller, before, 'credit', {
    credit_note_no: input.credit_note_no,
    credited_amount: amount,
    credited_on,
  })
}

interface Differing {
  difference: number
  date: string
}

async function settled(
  caller: Caller,
  row: ReturnRow,
  { difference, date }: Differing,
): Promise<string> {
  const { hospital_id } = caller
  const sent = await supplier_return_credits.all(
    { hospital_id, return_id: row.id, step: 'SENT' },
    { order: ['invoice_id'] },
  )
  const invoices: InvoiceRow[] = []
  for (const { invoice_id } of sent) invoices.push(await invoiceRecord.locked(caller, invoice_id))
  await lockHead(caller)
  const offs =
    difference > 0
      ? await moreOff(caller, row, invoices, difference)
      : await lessOff(caller, row, { sent, invoices }, -difference)
  for (const off of offs) {
    await supplier_return_credits.insert({
      ...off,
      hospital_id,
      return_id: row.id,
      step: 'CREDITED',
    })
  }
  const entry = await post(caller, {
    source: 'SUPPLIER_RETURN',
    source_id: creditId(row.id),
    date,
    memo: `Return ${row.number}: credited otherwise`,
    lines: creditLines(row, offs),
    document: documentOf(row),
  })
  return entry.entry_date
}

/** Off what is left of the invoices of these goods. */
async function moreOff(
  caller: Caller,
  row: ReturnRow,
  invoices: readonly InvoiceRow[],
  difference: number,
): Promise<Off[]> {
  const offs: Off[] = []
  let open = difference
  for (const invoice of invoices) {
    const amount = Math.min(open, await notCredited(caller, invoice))
    if (amount <= 0) continue
    open -= amount
    offs.push(await lower(caller, invoice, amount, `Credited: ${row.number}`))
  }
  if (open > 0) throw await beyond(caller, row, difference - open, 'more')
  const ahead = offs.reduce((sum, { amount, owed }) => sum + amount - owed, 0)
  if (ahead > 0) {
    await addAdvance(caller, { ...row, order_id: null }, ahead, 'supplier_return_credit')
  }
  return offs
}

/** Out of the advance that nobody used yet, then owed again on the invoices it came off. */
async function lessOff(
  caller: Caller,
  row: ReturnRow,
  { sent, invoices }: { sent: readonly ReturnCredit[]; invoices: readonly InvoiceRow[] },
  difference: number,
): Promise<Off[]> {
  const ahead = await advanceOf(caller, 'supplier_return', row.id)
  const offs: Off[] = []
  let unused = ahead?.unused ?? 0
  let open = difference
  for (const [at, { amount: taken }] of sent.entries()) {
    const amount = Math.min(open, taken)
    if (amount === 0) break
    const kept = Math.min(unused, amount)
    open -= amount
    unused -= kept
    const back = { amount, owed: amount - kept }
    const invoice = invoices[at] as InvoiceRow
    offs.push(await raise(caller, invoice, back, `Credited: ${row.number}`))
  }
  if (open > 0) throw await beyond(caller, row, difference - open, 'less')
  if (ahead !== undefined && unused < ahead.unused) {
    const amount = ahead.amount - (ahead.unused - unused)
    const { hospital_id } = caller
    await supplier_advances.change({ hospital_id, id: ahead.id }, { unused, amount })
  }
  return offs
}

async function beyond(
  caller: Caller,
  { number, value, tax_amount }: ReturnRow,
  most: number,
  way: 'more' | 'less',
) {
  const { said } = await purseOf(caller)
  const bound = value + tax_amount + (way === 'more' ? most : -most)
  const word = way === 'more' ? 'at most' : 'at least'
  return conflict(`${number} is credited with ${word} ${said(bound)}.`, 'credited')
}
