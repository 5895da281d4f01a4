// What a run says in the ledger (HR-112; P-50, P-51), from its payslips alone.

import type { PostingLine } from '../../../money/accounting/entries/lines.ts'
import type { Share } from '../profiles/tables.ts'
import type { Deduction, Earning, OfEmployer } from '../slips/tables.ts'
import { negatives } from './earnings.ts'
import type { SlipRow } from './paid-before.ts'

type Account = { role: string } | { account_id: string }
type Paid = Pick<
  SlipRow,
  'facility_id' | 'department' | 'split' | 'earnings' | 'deductions' | 'employer' | 'net'
> & { employment_type: string }

interface Piece {
  account: Account
  facility_id: string
  /** Of costs alone. */
  department: string | null
  /** Debit above nought. */
  amount: number
}

/** One line for each account, branch and department; every branch balances by itself. */
export function postedLines(slips: readonly Paid[]): PostingLine[] {
  return linesFrom(slips.flatMap((slip) => [...piecesOf(slip), ...netOf(slip)]))
}

/** What is owed to the staff of these payslips, taken off or put back. */
export const owedLines = (slips: readonly Paid[], side: 'debit' | 'credit'): PostingLine[] =>
  linesFrom(
    slips.flatMap((slip) =>
      netOf(slip).map((piece) => ({
        ...piece,
        amount: side === 'debit' ? -piece.amount : piece.amount,
      })),
    ),
  )

function piecesOf(slip: Paid): Piece[] {
  const lines = [
    ...slip.earnings.map((one) => ({ ...one, account: costOf(slip, one) })),
    ...slip.employer.map((one) => ({ ...one, account: employerCost(one) })),
  ]
  const owed = [
    ...slip.deductions.map((one) => ({ ...one, account: takenTo(one) })),
    ...slip.employer.map((one) => ({ ...one, account: owedTo(one) })),
  ]
  return [
    ...lines.flatMap(({ account, amount }) => shared(slip, account, amount, true)),
    ...owed.flatMap(({ account, amount }) => shared(slip, account, -amount, isCost(account))),
  ]
}

const isCost = (account: Account): boolean => 'role' in account && account.role === 'basic_pay'

/** What is left in each branch is owed to the person. */
function netOf(slip: Paid): Piece[] {
  const by_branch = new Map<string, number>()
  for (const { facility_id, amount } of piecesOf(slip)) {
    by_branch.set(facility_id, (by_branch.get(facility_id) ?? 0) + amount)
  }
  return [...by_branch].map(([facility_id, left]) => ({
    account: { role: 'net_pay' },
    facility_id,
    department: null,
    amount: -left,
  }))
}

const of_basic = ['BASIC', ...negatives]

function costOf({ employment_type }: Paid, { code, account_id, of }: Earning): Account {
  if (account_id !== null) return { account_id }
  if (employment_type === 'LOCUM') return { role: 'locum' }
  return { role: of_basic.includes(of?.code ?? code) ? 'basic_pay' : 'allowances' }
}

const pensions = ['NSSF', 'PSSSF', 'ZSSF']
const employer_roles: Readonly<Record<string, string>> = {
  SDL: 'sdl_er',
  WCF: 'wcf_er',
  NHIF: 'health_er',
  ...Object.fromEntries(pensions.map((code) => [code, 'pension_er'])),
}
const owed_roles: Readonly<Record<string, string>> = {
  PAYE: 'paye',
  SDL: 'sdl',
  WCF: 'wcf',
  NHIF: 'health_staff',
  HESLB: 'student_loan',
  LOAN: 'staff_advance',
  ADVANCE: 'staff_advance',
  SHORTAGE: 'staff_advance',
  OWING: 'staff_advance',
  NOTICE_SHORT: 'basic_pay',
  ...Object.fromEntries(pensions.map((code) => [code, 'pension'])),
}

/** A levy of another country is a cost of pay like any other, unless its component names an account. */
const employerCost = ({ expense_account_id, statutory_code }: OfEmployer): Account =>
  expense_account_id === null
    ? { role: employer_roles[statutory_code] ?? 'allowances' }
    : { account_id: expense_account_id }

const owedTo = ({ liability_account_id, statutory_code }: OfEmployer): Account =>
  liability_account_id === null
    ? { role: owed_roles[statutory_code] ?? 'other_deductions' }
    : { account_id: liability_account_id }

/** What somebody owes beside a loan (a lost key) was never lent: taken, it is income (decision 0435). */
function takenTo({ account_id, code, loan_id }: Deduction): Account {
  if (account_id !== null) return { account_id }
  if (code === 'OWING' && loan_id === null) return { role: 'sundry' }
  return { role: owed_roles[code] ?? 'other_deductions' }
}

/** Among the departments that bear it; what rounding leaves is the largest share's. */
function shared(slip: Paid, account: Account, amount: number, of_department: boolean): Piece[] {
  const { facility_id, department, split } = slip
  const shares: readonly Share[] =
    split.length === 0 ? [{ facility_id, department, bp: 10_000 }] : split
  const parts = shares.map(({ bp }) => Number((BigInt(amount) * BigInt(bp)) / 10_000n))
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  const largest = shares.findIndex(({ bp }) => bp === Math.max(...shares.map((one) => one.bp)))
  return shares.map((share, at) => ({
    account,
    facility_id: share.facility_id,
    department: of_department ? share.department : null,
    amount: (parts[at] ?? 0) + (at === largest ? rest : 0),
  }))
}

function linesFrom(pieces: readonly Piece[]): PostingLine[] {
  const sums = new Map<string, Piece>()
  for (const piece of pieces) {
    const { account, facility_id, department } = piece
    const key = JSON.stringify([account, facility_id, department])
    const amount = (sums.get(key)?.amount ?? 0) + piece.amount
    sums.set(key, { ...piece, amount })
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { account, facility_id, department, amount }]) => ({
      ...account,
      facility_id,
      department,
      ...(amount >= 0 ? { debit: amount } : { credit: -amount }),
    }))
}
