// Every paper of money by the record it is of: what it says, in which language, on which paper, with
// which mark across it. Doors and the command line print the same.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { actingBranch } from '../../../db/hospital/money/accounting/posting/post.ts'
import { creditNoteOf, refundOf } from '../../../db/hospital/money/billing/credit/facts.ts'
import { invoiceOf } from '../../../db/hospital/money/billing/papers/invoice-facts.ts'
import { paperPolicy } from '../../../db/hospital/money/billing/papers/policy.ts'
import { receiptOf } from '../../../db/hospital/money/billing/papers/receipt-facts.ts'
import { statementOf } from '../../../db/hospital/money/billing/debts/statement-facts.ts'
import { zReport } from '../../../db/hospital/money/drawers/z-report.ts'
import { voucherOf } from '../../../db/hospital/money/expenses/voucher-facts.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { newId } from '../../../db/core/ids.ts'
import { creditPaper } from '../../../templates/credit-note.ts'
import { voucherPaper } from '../../../templates/expense-voucher.ts'
import { invoicePaper } from '../../../templates/invoice.ts'
import type { Size } from '../../../templates/paper.ts'
import { receiptPaper } from '../../../templates/receipt.ts'
import { refundPaper } from '../../../templates/refund-voucher.ts'
import { statementPaper } from '../../../templates/statement.ts'
import { shiftPaper } from '../../../templates/z-report.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { type At, moneyReply } from './money-papers.ts'

type Asked = { lang?: Language; paper?: Size }
type Mark = 'draft' | 'cancelled' | 'reversed' | 'credited'
type Print<A extends Asked = Asked> = (
  caller: Caller,
  at: At,
  id: string,
  asked: A,
) => Promise<FileReply>

const bill_marks: Readonly<Record<string, Mark>> = {
  DRAFT: 'draft',
  DISCARDED: 'cancelled',
  CANCELLED: 'cancelled',
  CREDITED: 'credited',
}
const credit_marks: Readonly<Record<string, Mark>> = { DRAFT: 'draft', DISCARDED: 'cancelled' }
const expense_marks: Readonly<Record<string, Mark>> = {
  CANCELLED: 'cancelled',
  REVERSED: 'reversed',
}

export const printInvoice: Print = async (caller, at, id, { lang, paper: size = 'A4' }) => {
  const { bill, owner, facts } = await invoiceOf(caller, id, lang)
  const mark = bill_marks[bill.status] ?? null
  const { number } = bill
  const printing = { kind: 'bill', entity_id: bill.id, number, owner, size, mark }
  return moneyReply(caller, at, printing, (paper) => invoicePaper({ ...paper, ...facts }))
}

export const printReceipt: Print = async (caller, at, id, asked) => {
  const { payment, owner, facts, paper } = await receiptOf(caller, id, asked.lang)
  const { number } = payment
  const mark = payment.status === 'REVERSED' ? 'reversed' : null
  const size = asked.paper ?? paper
  const printing = { kind: 'payment', entity_id: payment.id, number, owner, size, mark } as const
  return moneyReply(caller, at, printing, (common) => receiptPaper({ ...common, ...facts }))
}

export const printStatement: Print<Asked & { from?: string; to?: string }> = async (
  caller,
  at,
  id,
  asked,
) => {
  const facility_id = await actingBranch(caller)
  const { owner, facts } = await statementOf(caller, id, facility_id, asked)
  const { number } = facts.party
  const said = { number, date: facts.to, amount: facts.closing }
  const about = { kind: 'statement', entity_id: newId(), number: `${number}-${facts.to}`, said }
  return moneyReply(caller, at, { ...about, owner, size: 'A4', mark: null }, (paper) =>
    statementPaper({ ...paper, ...facts, at: clock.instant() }),
  )
}

export const printCreditNote: Print = async (caller, at, id, { lang, paper: size = 'A4' }) => {
  const { note, owner, facts } = await creditNoteOf(caller, id, lang)
  const mark = credit_marks[note.status] ?? null
  const { number } = note
  const printing = { kind: 'credit_note', entity_id: note.id, number, owner, size, mark }
  return moneyReply(caller, at, printing, (paper) => creditPaper({ ...paper, ...facts }))
}

export const printRefund: Print = async (caller, at, id, { lang, paper: size = 'A4' }) => {
  const { refund, owner, facts } = await refundOf(caller, id, lang)
  const mark = refund.status === 'CANCELLED' ? 'cancelled' : null
  const { number } = refund
  const printing = { kind: 'refund', entity_id: refund.id, number, owner, size, mark } as const
  return moneyReply(caller, at, printing, (paper) => refundPaper({ ...paper, ...facts }))
}

export const printExpense: Print = async (caller, at, id, { lang, paper: size = 'A4' }) => {
  const { expense, owner, facts } = await voucherOf(caller, id, lang)
  const mark = expense_marks[expense.status] ?? null
  const { number } = expense
  const printing = { kind: 'expense', entity_id: expense.id, number, owner, size, mark }
  return moneyReply(caller, at, printing, (paper) => voucherPaper({ ...paper, ...facts }))
}

export const printZReport: Print = async (caller, at, id, { lang, paper: size }) => {
  const report = await zReport(caller, id)
  const { shift } = report
  const { language, decimals, receipt_paper } = await paperPolicy(caller)
  const { facility_id, number } = shift
  const owner = { facility_id, patient_id: null, language: lang ?? language, decimals }
  const printing = { kind: 'shift', entity_id: shift.id, number, owner, mark: null }
  return moneyReply(caller, at, { ...printing, size: size ?? receipt_paper }, (paper) =>
    shiftPaper({ ...paper, report, at: shift.closed_at ?? shift.opened_at }),
  )
}
