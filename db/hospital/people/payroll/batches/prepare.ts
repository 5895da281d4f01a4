// A batch is made of what a run still owes, one way of payment at a time (people 3.8, HR-117).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { fundingOf, type FundingRow } from '../../../money/accounting/funding/funding.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { BankRow } from '../../staff/banks/banks.ts'
import { slipsIn } from '../runs/exceptions.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { detailsOf } from '../runs/pays-to.ts'
import { type RunRow, runRecord } from '../runs/record.ts'
import { fileOf, sha256Of } from './file.ts'
import { batch_content, batchRecord, type BatchRow, inBatchAlready } from './record.ts'
import type { BatchInput } from './shapes.ts'
import { payment_batch_lines } from './tables.ts'

export async function prepare(
  caller: Caller,
  run_id: string,
  input: BatchInput,
): Promise<BatchRow> {
  const run = await runRecord.locked(caller, run_id)
  if (!['POSTED', 'PART_PAID'].includes(run.status)) {
    throw conflict(`${run.number} is ${run.status}: what is paid is a posted run.`, 'state')
  }
  const funding = await fundingOf(caller, input.funding_account_id)
  if (funding === undefined) throw noSuch('funding account')
  if (!funding.active) throw conflict(`${funding.name} is not active.`)
  const lines = await linesFor(caller, run, input)
  if (lines.length === 0) {
    throw conflict(`Nothing of ${run.number} is left to be paid by ${input.method}.`)
  }
  return keep(caller, run, funding, input, lines)
}

type Line = Awaited<ReturnType<typeof linesFor>>[number]

async function keep(
  caller: Caller,
  run: RunRow,
  funding: FundingRow,
  { method }: BatchInput,
  lines: readonly Line[],
): Promise<BatchRow> {
  const purse = await purseOf(caller)
  const about = {
    method,
    account_number: funding.number,
    run_number: run.number,
    pay_on: run.pay_on,
  }
  const row = await batchRecord.created(caller, {
    run_id: run.id,
    method,
    funding_account_id: funding.id,
    account_id: funding.account_id,
    account_facility_id: funding.facility_id,
    account_number: funding.number,
    count: lines.length,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    file_sha256: sha256Of(fileOf(about, lines, purse)),
    prepared_by_name: caller.name,
  })
  await attempt(() => batch_content.add(caller, row.id, lines)).catch((error: unknown) => {
    throw isTaken(error, 'payslip_id') ? inBatchAlready() : error
  })
  return row
}

/** Of the payslips that are final, or came back, whose pay goes this way today. */
async function linesFor(caller: Caller, run: RunRow, { method, payslip_ids }: BatchInput) {
  const slips = (await slipsIn(caller, run.id)).filter(
    ({ id, status, net }) =>
      (status === 'FINAL' || status === 'RETURNED') &&
      net > 0 &&
      (payslip_ids === undefined || payslip_ids.includes(id)),
  )
  const { hospital_id } = caller
  const live = await payment_batch_lines.all({
    hospital_id,
    payslip_id: slips.map(({ id }) => id),
    status: ['WAITING', 'PAID'],
  })
  // Details that somebody gave since the day of pay count for what comes after it.
  const day = await today(caller)
  const taken = new Set(live.map(({ payslip_id }) => payslip_id))
  const accounts = await detailsOf(
    caller,
    slips.map(({ staff_id }) => staff_id),
    day > run.pay_on ? day : run.pay_on,
  )
  return slips.flatMap((slip) => {
    const account = accounts.get(slip.staff_id)
    if (account === undefined || account.method !== method || taken.has(slip.id)) return []
    return [lineOf(slip, account)]
  })
}

const lineOf = (slip: SlipRow, account: BankRow) => ({
  payslip_id: slip.id,
  status: 'WAITING' as const,
  amount: slip.net,
  staff_number: slip.staff_number,
  full_name: slip.full_name,
  beneficiary_name: account.account_name ?? slip.full_name,
  bank_name: account.bank_name,
  bank_code: account.bank_code,
  branch_code: account.branch_code,
  account_no: account.account_no,
  mobile_no: account.mobile_no,
  payslip_number: slip.number ?? '',
})
