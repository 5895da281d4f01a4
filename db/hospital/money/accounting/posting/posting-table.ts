// The posting table (4.4): which events post, under which source. An area's posting under a source
// that stands here alone reaches the journal; what lines it has is the area's knowledge, by roles.

interface Event {
  row: string
  says: string
  /** The document has a date of its own: a locked one moves to the first open day (ACC-18). */
  own_date?: true
}

const own_date = true

export const posting_table: Readonly<Record<string, Event>> = {
  BILL_ISSUE: { row: 'P-01', says: 'Bill issued' },
  DEBT_RETURN: { row: 'P-05c', says: 'Of whom it was before a merge' },
  BILL_DISCOUNT: { row: 'P-05', says: 'Discount after issue' },
  BILL_ADOPT: { row: 'P-05b', says: 'Payer adopted by a client' },
  PAYMENT: { row: 'P-06', says: 'Payment or deposit received' },
  DEPOSIT_APPLY: { row: 'P-07', says: 'Deposit applied' },
  SETTLEMENT: { row: 'P-57', says: 'Cheques, cards or mobile money settled', own_date },
  CREDIT_NOTE: { row: 'P-18', says: 'Credit note' },
  REFUND_APPROVE: { row: 'P-19', says: 'Refund approved' },
  REFUND_PAY: { row: 'P-20', says: 'Refund paid' },
  STOCK_RETURN: { row: 'P-22', says: 'Goods returned to stock' },
  STOCK_RETURN_LOSS: { row: 'P-23', says: 'Goods returned, destroyed' },
  REMITTANCE: { row: 'P-25', says: 'Remittance posted', own_date },
  CLAIM_APPEAL: { row: 'P-26', says: 'Denial appealed' },
  CLAIM_DENIED: { row: 'P-27', says: 'Denial accepted' },
  CLAIM_TO_PATIENT: { row: 'P-28', says: 'Denial, patient liable' },
  WRITE_OFF: { row: 'P-29', says: 'Debt written off' },
  STOCK_ISSUE: { row: 'P-31', says: 'Stock issued to a patient or a sale' },
  STOCK_USE: { row: 'P-32', says: 'Ward or department use' },
  STOCK_SEND: { row: 'P-33', says: 'Transfer sent' },
  STOCK_ARRIVE: { row: 'P-34', says: 'Transfer received' },
  GOODS_RECEIPT: { row: 'P-35', says: 'Goods received on order' },
  STOCK_DONATION: { row: 'P-36', says: 'Donation received' },
  STOCK_OPENING: { row: 'P-37', says: 'Opening stock' },
  SUPPLIER_INVOICE: { row: 'P-38', says: 'Supplier invoice', own_date },
  SUPPLIER_ADVANCE: { row: 'P-41', says: 'Supplier advance' },
  ADVANCE_APPLY: { row: 'P-42', says: 'Supplier advance applied' },
  SUPPLIER_PAYMENT: { row: 'P-43', says: 'Supplier paid' },
  SUPPLIER_RETURN: { row: 'P-44', says: 'Return to supplier' },
  STOCK_LOSS: { row: 'P-45', says: 'Expired, damaged, lost' },
  STOCK_COUNT: { row: 'P-46', says: 'Count difference' },
  STOCK_ADJUST: { row: 'P-46', says: 'Stock adjusted, on an account that its reason names' },
  EXPENSE_APPROVE: { row: 'P-47', says: 'Expense approved', own_date },
  EXPENSE_PAY: { row: 'P-48', says: 'Expense paid' },
  STAFF_ADVANCE: { row: 'P-49', says: 'Staff advance' },
  ADVANCE_RETIRE: { row: 'P-49', says: 'Staff advance retired' },
  PAYROLL_RUN: { row: 'P-50', says: 'Payroll posted', own_date },
  PAYROLL_PAY: { row: 'P-51', says: 'Salaries paid' },
  PAYROLL_RETURN: { row: 'P-51', says: 'Salary returned' },
  FILING_FILE: { row: 'P-52', says: 'VAT return filed', own_date },
  FILING_PAY: { row: 'P-53', says: 'Return paid' },
  FILING_WAIVE: { row: 'P-54', says: 'Return waived' },
  STATEMENT_LINE: { row: 'P-56', says: 'Bank line booked', own_date },
  CHEQUE_BOUNCE: { row: 'P-59', says: 'Cheque bounced' },
  FUNDING_DEPOSIT: { row: 'P-60', says: 'Deposit move' },
  FUNDING_WITHDRAWAL: { row: 'P-61', says: 'Withdrawal move' },
  FUNDING_TRANSFER: { row: 'P-62', says: 'Transfer in a branch' },
  FUNDING_SEND: { row: 'P-63', says: 'Transfer sent to a branch' },
  FUNDING_RECEIVE: { row: 'P-63', says: 'Transfer received at a branch' },
  FLOAT_TRANSFER: { row: 'P-64', says: 'Float, handover, drop or shift confirmed' },
  SHIFT_DIFFERENCE: { row: 'P-66', says: 'Shift difference' },
  CASH_DIFFERENCE_SETTLE: { row: 'P-67', says: 'Shortage settled' },
  UNBILLED: { row: 'P-68', says: 'Unbilled services at month end' },
  RECURRING: { row: 'P-69', says: 'Depreciation, prepaid and other entries that recur' },
  ALLOWANCE: { row: 'P-70', says: 'Credit-loss allowance' },
  CLINICIAN_SHARE: { row: 'P-71', says: 'Share of a visiting clinician' },
  RECHARGE: { row: 'P-72', says: 'Recharge between departments' },
  FISCAL_YEAR_CLOSE: { row: 'P-75', says: 'Year closed' },
  FISCAL_YEAR_REOPEN: { row: 'P-76', says: 'Year reopened' },
  PACKAGE_RELEASE: { row: 'P-78', says: 'Package service done or expired' },
  GRANT_RECEIVE: { row: 'P-79', says: 'Restricted grant received' },
  GRANT_EARN: { row: 'P-79', says: 'Restricted grant earned' },
  FX_REVALUATION: { row: 'P-80', says: 'Revaluation' },
  CASH_MOVEMENT: { row: 'P-82', says: 'Cash paid in or out of a drawer' },
  STAFF_LOAN_OFF: { row: 'P-83', says: 'Staff loan written off' },
}

/** A posting under another word is a bug of the area that makes it. */
export function eventOf(source: string): Event {
  const event = posting_table[source]
  if (event === undefined) throw new Error(`the posting table has no ${source}`)
  return event
}
