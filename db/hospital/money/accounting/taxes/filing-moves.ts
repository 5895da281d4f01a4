// Filing, paying and waiving a return (3.6; P-52, P-53, P-54).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { accounting_preferences } from '../tables.ts'
import { type Books, booksOf, restamp } from '../books.ts'
import { type FilingRow, papersOf, type Paper, periodEnd, periodName } from './filing-amounts.ts'
import { receiptOf } from './filing-files.ts'
import { filingLife, find, note, filingRecord } from './filings.ts'
import { fundingOf } from '../funding/funding.ts'
import type { PostingLine } from '../entries/lines.ts'
import { post } from '../posting/post.ts'
import type { FileInput, Filing, PayInput } from './shapes.ts'
import { filing_kinds, filings } from './tables.ts'

export async function file(caller: Caller, id: string, input: FileInput): Promise<Filing> {
  const row = await filingRecord.locked(caller, id)
  filingLife(row.kind).move('file', row.status, periodName(row))
  await doFile(caller, row, input)
  return find(caller, id)
}

async function doFile(caller: Caller, row: FilingRow, input: FileInput): Promise<void> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  if (input.receipt_number === '') throw invalid('receipt_number', 'is required.')
  const filed_on = input.filed_on ?? books.today
  if (filed_on > books.today) throw invalid('filed_on', 'must not be in the future.')
  if (filed_on < periodEnd(row)) throw invalid('filed_on', 'must not be before the period ends.')
  const paper = (await papersOf(books, [row]))(row)
  const reason = input.difference_reason ?? ''
  const apart = paper.amount === null ? 0 : row.amount_due - paper.amount
  if (books.preferences.filing_must_equal_ledger && apart !== 0 && reason === '') {
    const { said } = books.purse
    throw conflict(
      `The return says ${said(row.amount_due)}, the ledger ${said(paper.amount ?? 0)}: give difference_reason or mend it.`,
    )
  }
  await filings.change(
    { hospital_id, id: row.id },
    {
      status: 'FILED',
      receipt_number: input.receipt_number,
      receipt_attachment_id: await receiptOf(caller, row.id, input.attachment_id),
      filed_on,
      filed_by_name: caller.name,
      difference_reason: reason === '' ? null : reason,
      ledger_amount: paper.amount,
      difference: paper.amount === null ? null : apart,
      lines: paper.lines,
    },
  )
  if (row.kind === 'VAT') await closeVat(caller, books, row, paper, filed_on)
  note(caller, 'filing.file', row, { from_state: row.status, to_state: 'FILED', reason })
}

/** P-52: output less input of the period to the account with the authority; the period is shut. */
async function closeVat(
  caller: Caller,
  books: Books,
  row: FilingRow,
  { of_account, amount }: Paper,
  filed_on: string,
): Promise<void> {
  const { hospital_id } = caller
  const moved = of_account.filter(([, credit]) => credit !== 0)
  if (moved.length > 0) {
    await post(caller, {
      source: 'FILING_FILE',
      source_id: row.id,
      date: filed_on,
      own_date: true,
      memo: `${row.kind} ${periodName(row)} filed`,
      document: documentOf(row),
      lines: [
        ...moved.map(([account_id, credit]) => taken(account_id, credit)),
        ...(amount === null || amount === 0 ? [] : [onCredit('vat_control', amount)]),
      ],
    })
  }
  const end = periodEnd(row)
  const { tax_lock_date } = books.preferences
  if (tax_lock_date === null || end > tax_lock_date) {
    await accounting_preferences.change({ hospital_id }, { tax_lock_date: end })
    await restamp(caller)
  }
}

/** What stands on the credit side of an account is taken off it, or the other way round. */
const taken = (account_id: string, credit: number): PostingLine =>
  credit > 0 ? { account_id, debit: credit } : { account_id, credit: -credit }
const onCredit = (role: string, credit: number): PostingLine =>
  credit > 0 ? { role, credit } : { role, debit: -credit }

const documentOf = (row: FilingRow) => ({
  kind: 'return',
  id: row.id,
  reference: `${row.kind} ${periodName(row)}`,
  path: `/accounting/filings/${row.id}`,
})

export async function pay(caller: Caller, id: string, input: PayInput): Promise<Filing> {
  const { hospital_id } = caller
  const first = await filingRecord.locked(caller, id)
  filingLife(first.kind).move('pay', first.status, periodName(first))
  if (input.receipt_number === '') throw invalid('receipt_number', 'is required.')
  const { receipt_number } = input
  if (first.status === 'DUE') await doFile(caller, first, { receipt_number })
  const row = await filingRecord.locked(caller, id)
  const books = await booksOf(caller)
  const funding = await fundingOf(caller, input.account_id)
  if (funding === undefined) throw noSuch('funding account')
  if (!funding.active) throw conflict(`${funding.name} is not active.`)
  const penalty = books.purse.minor('penalty', input.penalty ?? 0)
  if (penalty < 0) throw invalid('penalty', 'must not be negative.')
  const paid_on = input.paid_on ?? books.today
  const { facility_id, account_id } = funding
  const paid_amount = row.amount_due + penalty
  const payment_attachment_id = await receiptOf(caller, id, input.attachment_id)
  if (paid_amount > 0) {
    await post(caller, {
      source: 'FILING_PAY',
      source_id: id,
      date: paid_on,
      memo: `${row.kind} ${periodName(row)} paid, receipt ${receipt_number}`.slice(0, 300),
      document: documentOf(row),
      lines: [
        ...(await owed(caller, books, row)).map((line) => ({ ...line, facility_id })),
        { role: 'penalty', debit: penalty, facility_id },
        { account_id, credit: paid_amount, facility_id },
      ],
    })
  }
  await filings.change(
    { hospital_id, id },
    {
      status: 'PAID',
      payment_receipt_number: receipt_number,
      payment_attachment_id,
      paid_on,
      paid_amount,
      penalty,
    },
  )
  note(caller, 'filing.pay', row, { from_state: first.status, to_state: 'PAID' })
  return find(caller, id)
}

/** The kind's accounts, each by what it owes; what the ledger does not know falls on the last. */
async function owed({ hospital_id }: Caller, books: Books, row: FilingRow): Promise<PostingLine[]> {
  if (row.amount_due === 0) return []
  if (row.kind === 'VAT') return [{ role: 'vat_control', debit: row.amount_due }]
  const kind = await filing_kinds.find({ hospital_id, kind: row.kind })
  const accounts = kind?.account_ids ?? []
  if (accounts.length === 0) throw conflict(`The calendar names no account for ${row.kind}.`)
  const { of_account } = (await papersOf(books, [row]))(row)
  let left = row.amount_due
  return accounts.map((account_id, index) => {
    const known = of_account.find(([id]) => id === account_id)?.[1] ?? 0
    const part = index === accounts.length - 1 ? left : Math.max(0, Math.min(left, known))
    left -= part
    return { account_id, debit: part }
  })
}

export async function waive(caller: Caller, id: string, reason: string): Promise<Filing> {
  const row = await filingRecord.locked(caller, id)
  filingLife(row.kind).move('waive', row.status, periodName(row))
  if (reason === '') throw invalid('reason', 'is required.')
  if (reason.length < 10) throw invalid('reason', 'must be between 10 and 300 characters.')
  const books = await booksOf(caller)
  const paper = (await papersOf(books, [row]))(row)
  const stands = paper.of_account.filter(([, credit]) => credit !== 0)
  if (paper.amount !== null && paper.amount > 0) {
    await post(caller, {
      source: 'FILING_WAIVE',
      source_id: id,
      memo: `${row.kind} ${periodName(row)} waived: ${reason}`.slice(0, 300),
      document: documentOf(row),
      lines: [
        ...stands.map(([account_id, credit]) => taken(account_id, credit)),
        { role: 'sundry', credit: paper.amount },
      ],
    })
  }
  await filings.change(
    { hospital_id: caller.hospital_id, id },
    { status: 'WAIVED', waive_reason: reason, ledger_amount: paper.amount, lines: paper.lines },
  )
  note(caller, 'filing.waive', row, { from_state: row.status, to_state: 'WAIVED', reason })
  return find(caller, id)
}
