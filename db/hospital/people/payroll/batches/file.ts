// What the bank or the operator is sent (HR-115, HR-116): the same batch gives the same bytes.

import { createHash } from 'node:crypto'
import { csvLines } from '../../../../core/csv-lines.ts'
import type { Purse } from '../../../money/accounting/purse.ts'
import type { BatchLine, BatchRow } from './record.ts'

const bank_columns = [
  'sequence',
  'beneficiary_name',
  'bank_code',
  'branch_code',
  'account_no',
  'amount',
  'currency',
  'channel',
  'narration',
  'reference',
  'staff_number',
  'debit_account',
  'pay_on',
] as const
const mobile_columns = ['sequence', 'mobile_no', 'beneficiary_name', 'amount', 'reference'] as const

type Line = Pick<
  BatchLine,
  | 'beneficiary_name'
  | 'bank_code'
  | 'branch_code'
  | 'account_no'
  | 'mobile_no'
  | 'amount'
  | 'staff_number'
  | 'payslip_number'
>
interface About extends Pick<BatchRow, 'method' | 'account_number'> {
  run_number: string
  pay_on: string
}

/** Above it banks of Tanzania settle one by one. */
const eft_limit = 20_000_000

export function fileOf(about: About, lines: readonly Line[], purse: Purse): Buffer {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const columns = about.method === 'MOBILE' ? mobile_columns : bank_columns
  const cells = lines.map((line, at) => {
    const said = cellsOf(about, line, at, purse)
    return columns.map((name) => said[name] ?? '')
  })
  const last = columns.map((name) =>
    name === 'sequence' ? 'TOTAL' : name === 'amount' ? plain(purse, total) : '',
  )
  return Buffer.from(csvLines([columns, ...cells, last]))
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Digits and a point: what machines read. */
const plain = ({ full }: Purse, minor: number): string => full(minor).replaceAll(',', '')

function cellsOf(
  { account_number, run_number, pay_on }: About,
  line: Line,
  at: number,
  purse: Purse,
): Readonly<Record<string, string>> {
  return {
    sequence: String(at + 1),
    beneficiary_name: line.beneficiary_name.slice(0, 35).toWellFormed(),
    bank_code: line.bank_code ?? '',
    branch_code: line.branch_code ?? '',
    account_no: line.account_no ?? '',
    mobile_no: (line.mobile_no ?? '').replace(/^\+/, ''),
    amount: plain(purse, line.amount),
    currency: purse.currency.code,
    channel: purse.major(line.amount) > eft_limit ? 'TISS' : 'EFT',
    narration: `Salary ${pay_on.slice(0, 7)}`,
    reference: line.payslip_number,
    staff_number: line.staff_number,
    debit_account: account_number ?? '',
    pay_on,
    run_number,
  }
}
