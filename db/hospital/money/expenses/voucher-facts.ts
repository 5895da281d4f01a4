// What stands on the voucher of an expense (4.19): as it was approved and paid.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { booksOf } from '../accounting/books.ts'
import { attachmentsOf } from '../../office/attachments/attachments.ts'
import { paperPolicy } from '../billing/papers/policy.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { expenseRecord, type ExpenseRow } from './rows.ts'

export async function voucherOf(caller: Caller, id: string, asked: Language | undefined) {
  const expense = await expenseRecord.get(caller, id)
  const { number, facility_id } = expense
  if (number === null) throw conflict('This expense is not approved.', 'state')
  const { language: standard, decimals } = await paperPolicy(caller)
  const { chart } = await booksOf(caller)
  const account = chart.by_id.get(expense.account_id ?? '')
  const files = await attachmentsOf(caller, { type: 'expense', id })
  return {
    expense,
    owner: { facility_id, patient_id: null, language: asked ?? standard, decimals },
    facts: {
      number,
      at: expense.approved_at ?? expense.created_at,
      spent_on: expense.spent_on,
      description: expense.description,
      category: expense.category,
      department: expense.department,
      account: account === undefined ? null : `${account.code} ${account.name}`,
      payee: { name: expense.payee ?? '', tin: expense.payee_tin, phone: expense.payee_phone },
      amount: expense.amount ?? 0,
      net: expense.net,
      tax: expense.tax,
      tax_code: expense.tax_code,
      wht: expense.wht,
      wht_bp: expense.wht_bp,
      payable: expense.payable,
      method: expense.method ?? expense.method_typed,
      reference: expense.reference,
      paid_from: expense.paid_account_name,
      budget: budgetOn(expense),
      budget_note: expense.budget_note,
      requested: { by: expense.requested_by_name, at: expense.created_at },
      approved: { by: expense.approved_by_name, at: expense.approved_at },
      second: expense.second_approved_by_name,
      paid: { by: expense.paid_by_name, at: expense.paid_at },
      attachments: files.map(({ file_name }) => file_name),
      entries: expense.entry_references,
    },
  }
}

/** Null where no budget was set for it. What was used includes this expense only once paid. */
function budgetOn({ budget }: ExpenseRow): { amount: number; used_bp: number } | null {
  if (budget === null || budget.amount === 0) return null
  const used = budget.actual + budget.committed
  return { amount: budget.amount, used_bp: Math.round((used * 10_000) / budget.amount) }
}
