// A supplier takes something off an invoice (3.7): the goods become cheaper, or the cost they were; what is
// more than is still owed is kept for invoices that come.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { row as one } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { lockHead, post } from '../../../money/accounting/posting/post.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { revalue } from '../../stock/pool/revalue.ts'
import { shared } from '../receipts/landed.ts'
import { addAdvance } from './advances.ts'
import { invoiceLines } from './ledger.ts'
import { documentOf } from './posting.ts'
import {
  invoice_content,
  type InvoiceLine,
  invoiceRecord,
  type InvoiceRow,
  keyOfNumber,
} from './record.ts'
import type { Crediting } from './shapes.ts'

export async function credit(caller: Caller, id: string, input: Crediting): Promise<InvoiceRow> {
  const before = await invoiceRecord.begin(caller, id, 'credit')
  if (before.kind === 'PREPAYMENT') {
    throw conflict('A prepayment is used by the invoices of its order: credit those.', 'kind')
  }
  const lines = await invoice_content.of(caller, id)
  const amount = await amountOf(caller, lines, input)
  const date = input.date ?? (await today(caller))
  if (date > (await today(caller))) throw invalid('date', 'is in the future.')
  await refuseMore(caller, before, amount)
  await lockHead(caller)
  const off = Math.min(amount, before.balance)
  const note = await noteOf(caller, before, input, { amount, date, to_advance: amount - off })
  await invoice_content.add(caller, note.id, await partsOf(caller, before, lines, amount))
  const kept = await invoice_content.of(caller, note.id)
  const entry = await post(caller, {
    source: 'SUPPLIER_INVOICE',
    source_id: note.id,
    date,
    memo: `Credit note ${input.number}: ${note.number} of ${before.number}`,
    lines: invoiceLines(note, kept),
    document: documentOf(note),
  })
  if (note.to_advance > 0) await addAdvance(caller, note, note.to_advance)
  await lowered(caller, before, off, input.reason)
  return invoiceRecord.changed(caller, note, 'posted', {
    posted_on: entry.entry_date,
    entry_reference: entry.reference,
  })
}

async function amountOf(
  caller: Caller,
  lines: readonly InvoiceLine[],
  input: Crediting,
): Promise<number> {
  const { minor } = await purseOf(caller)
  const given = input.lines ?? []
  if ((typeof input.amount === 'number') === given.length > 0) {
    throw invalid('amount', 'or lines are required, one of them.')
  }
  if (typeof input.amount === 'number') {
    const amount = minor('amount', input.amount)
    if (amount <= 0) throw invalid('amount', 'must be more than 0.')
    return amount
  }
  return given.reduce((sum, { line_id, quantity }) => {
    const line = lines.find(({ id }) => id === line_id)
    if (line === undefined) throw noSuch('line')
    const kept = Math.round(quantity * 1000)
    if (kept <= 0 || kept > line.quantity) {
      throw invalid('quantity', `of line ${line.position} must be up to ${line.quantity / 1000}.`)
    }
    return sum + portion(line.net + line.tax, kept, line.quantity)
  }, 0)
}

/** What neither a credit note nor goods that went back took off it yet. */
export async function notCredited(
  { hospital_id }: Caller,
  { id, total, sent_back }: InvoiceRow,
): Promise<number> {
  const found = await one<{ total: number | null }>(
    sql`select cast(sum(total) as bigint) as total from supplier_invoices
      where hospital_id = ${hospital_id} and credits_id = ${id}`,
  )
  return total - Number(found?.total ?? 0) - sent_back
}

async function refuseMore(caller: Caller, row: InvoiceRow, amount: number): Promise<void> {
  const left = await notCredited(caller, row)
  const { said } = await purseOf(caller)
  if (amount > left) {
    throw conflict(`${row.number} has ${said(left)} left that was not credited.`, 'credited')
  }
}

const noteOf = (
  caller: Caller,
  before: InvoiceRow,
  { number, reason }: Crediting,
  { amount, date, to_advance }: { amount: number; date: string; to_advance: number },
): Promise<InvoiceRow> =>
  invoiceRecord.created(
    caller,
    {
      facility_id: before.facility_id,
      supplier_id: before.supplier_id,
      their_number: number,
      their_key: keyOfNumber(number),
      kind: 'CREDIT_NOTE',
      status: 'POSTED',
      invoice_date: date,
      due_on: date,
      order_id: before.order_id,
      credits_id: before.id,
      subtotal: amount,
      total: amount,
      to_advance,
      currency: before.currency,
      note: reason,
      made_by_id: caller.user_id,
      made_by_name: caller.name,
      posted_at: clock.instant(),
    },
    'credit',
    reason,
  )

type Part = Omit<InvoiceLine, 'id' | 'hospital_id' | 'invoice_id' | 'position'>

/** What the invoice booked, the other way round, each line by its share; goods as a price that fell. */
async function partsOf(
  caller: Caller,
  row: InvoiceRow,
  lines: readonly InvoiceLine[],
  amount: number,
): Promise<Part[]> {
  const shares = shared(
    amount,
    lines.map(({ net, tax }) => net + tax),
  )
  const taxes = lines.map(({ net, tax, vat_in }, at) =>
    vat_in === 0 ? 0 : portion(shares[at] as number, tax, net + tax),
  )
  const rests = shares.map((share, at) => share - (taxes[at] as number))
  const goods = lines.map(({ product_id, posted_account_id }) =>
    posted_account_id === null ? product_id : null,
  )
  const asked = lines.flatMap(({ base_quantity }, at) => {
    const product_id = goods[at] ?? null
    return product_id === null
      ? []
      : [{ product_id, quantity: base_quantity, amount: -(rests[at] as number) }]
  })
  const fell = asked.length === 0 ? [] : await revalue(caller, row.facility_id, asked)
  return lines.map((line, at): Part => {
    const share = goods[at] === null ? undefined : fell.shift()
    const to_stock = share?.to_stock ?? 0
    const rest = -(rests[at] as number)
    const { id: _id, hospital_id: _of, invoice_id: _in, position: _at, ...said } = line
    return {
      ...said,
      net: rest,
      tax: -(taxes[at] as number),
      cleared: 0,
      to_stock,
      stock_account_id: share?.stock_account_id ?? null,
      to_variance: share === undefined ? 0 : rest - to_stock,
      to_account: share === undefined ? rest : 0,
      vat_in: -(taxes[at] as number),
    }
  })
}

async function lowered(
  caller: Caller,
  before: InvoiceRow,
  off: number,
  reason: string,
): Promise<void> {
  await invoiceRecord.moved(caller, before, 'credit', lessBy(before, off), reason)
}

/** How an invoice stands when so much less of it is owed. */
export function lessBy(before: InvoiceRow, off: number): Pick<InvoiceRow, 'status' | 'balance'> {
  const balance = before.balance - off
  const nothing_paid = before.status === 'POSTED'
  return { balance, status: balance > 0 ? before.status : nothing_paid ? 'CREDITED' : 'PAID' }
}
