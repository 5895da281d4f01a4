// Salaries leave, and some of them come back (people 3.8; HR-117, HR-118; P-51).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { post } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { owedLines } from '../runs/ledger.ts'
import { slipsIn } from '../runs/exceptions.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { runRecord } from '../runs/record.ts'
import { slipRecord } from '../slips/slips.ts'
import { paidLines } from './ledger.ts'
import { batch_content, type BatchLine, batchRecord, type BatchRow } from './record.ts'
import type { PaidInput, ReturnInput } from './shapes.ts'
import { payment_batch_lines } from './tables.ts'

/** The run is locked before its batch, whoever pays, cancels or takes back. */
async function begun(
  caller: Caller,
  id: string,
  move: 'send' | 'pay' | 'cancel',
): Promise<BatchRow> {
  const { run_id } = await batchRecord.get(caller, id)
  await runRecord.locked(caller, run_id)
  return batchRecord.begin(caller, id, move)
}

export async function send(caller: Caller, id: string): Promise<BatchRow> {
  const before = await begun(caller, id, 'send')
  return batchRecord.moved(caller, before, 'send', { sent_by_name: caller.name })
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<BatchRow> {
  const before = await begun(caller, id, 'cancel')
  await payment_batch_lines.change(
    { hospital_id: caller.hospital_id, batch_id: id },
    { status: 'FAILED', failure: 'The batch was cancelled.' },
  )
  return batchRecord.moved(caller, before, 'cancel', {}, reason)
}

export async function pay(caller: Caller, id: string, input: PaidInput): Promise<BatchRow> {
  const before = await begun(caller, id, 'pay')
  const { paid_on, reference } = input
  if (paid_on > (await today(caller))) throw invalid('paid_on', 'is in the future.')
  const lines = await batch_content.of(caller, id)
  const failed = failuresIn(lines, input.failed ?? [])
  const slips = await slipsOf(caller, before, lines)
  const paid = lines.filter(({ payslip_id }) => !failed.has(payslip_id))
  const with_money = paid.map(({ payslip_id }) => slips.get(payslip_id) as SlipRow)
  if (paid.length > 0) {
    await post(caller, {
      source: 'PAYROLL_PAY',
      source_id: id,
      date: paid_on,
      memo: `Salaries ${before.number}, ${reference}`.slice(0, 300),
      document: documentOf(before),
      lines: paidLines(before, owedLines(with_money, 'debit'), 'credit'),
    })
  }
  for (const line of lines) {
    await settled(caller, before, line, slips.get(line.payslip_id) as SlipRow, {
      paid_on,
      reference,
      failure: failed.get(line.payslip_id) ?? null,
    })
  }
  const row = await batchRecord.moved(caller, before, 'pay', { paid_on, reference })
  await runFollows(caller, before.run_id)
  return row
}

function failuresIn(
  lines: readonly BatchLine[],
  given: NonNullable<PaidInput['failed']>,
): Map<string, string> {
  const known = new Set(lines.map(({ payslip_id }) => payslip_id))
  const stranger = given.findIndex(({ payslip_id }) => !known.has(payslip_id))
  if (stranger !== -1) throw invalid(`failed[${stranger}].payslip_id`, 'is not in this batch.')
  return new Map(given.map(({ payslip_id, failure }) => [payslip_id, failure]))
}

async function slipsOf(
  caller: Caller,
  { run_id }: BatchRow,
  lines: readonly BatchLine[],
): Promise<Map<string, SlipRow>> {
  const wanted = new Set(lines.map(({ payslip_id }) => payslip_id))
  const found = (await slipsIn(caller, run_id)).filter(({ id }) => wanted.has(id))
  const held = found.find(({ status }) => status === 'WITHHELD')
  if (held === undefined) return new Map(found.map((slip) => [slip.id, slip]))
  throw conflict(
    `${held.number} was withheld since: cancel this batch and prepare another.`,
    'held',
  )
}

/** What the bank could not pay is owed as before, and waits for other details. */
async function settled(
  caller: Caller,
  batch: BatchRow,
  line: BatchLine,
  slip: SlipRow,
  { paid_on, reference, failure }: { paid_on: string; reference: string; failure: string | null },
): Promise<void> {
  const { hospital_id } = caller
  const key = { hospital_id, id: line.id }
  if (failure !== null) {
    await payment_batch_lines.change(key, { status: 'FAILED', failure })
    await slipRecord.moved(caller, slip, 'pay', { status: 'RETURNED', payment: null }, failure)
    return
  }
  await payment_batch_lines.change(key, { status: 'PAID' })
  const payment = { batch_id: batch.id, method: batch.method, reference, paid_on }
  await slipRecord.moved(caller, slip, 'pay', { status: 'PAID', payment })
}

const documentOf = ({ id, number }: BatchRow) => ({
  kind: 'payment_batch',
  id,
  reference: number,
  path: `/hr/payment-batches/${id}`,
})

/** The bank sent it back: it is owed again. */
export async function comeBack(caller: Caller, id: string, input: ReturnInput): Promise<void> {
  const { run_id } = await slipRecord.get(caller, id)
  await runRecord.locked(caller, run_id)
  const slip = await slipRecord.begin(caller, id, 'return')
  const { hospital_id } = caller
  const line = await payment_batch_lines.find({ hospital_id, payslip_id: id, status: 'PAID' })
  if (line === undefined || slip.payment === null) throw noSuch('payment')
  const { date, reason } = input
  if (date < slip.payment.paid_on) throw invalid('date', 'is before it was paid.')
  if (date > (await today(caller))) throw invalid('date', 'is in the future.')
  const batch = await batchRecord.get(caller, line.batch_id)
  await post(caller, {
    source: 'PAYROLL_RETURN',
    source_id: line.id,
    date,
    memo: `Salary ${slip.number ?? ''} came back: ${reason}`.slice(0, 300),
    document: documentOf(batch),
    lines: paidLines(batch, owedLines([slip], 'credit'), 'debit'),
  })
  const came_back = { status: 'RETURNED' as const, returned_on: date, return_reason: reason }
  await payment_batch_lines.change({ hospital_id, id: line.id }, came_back)
  await slipRecord.moved(caller, slip, 'return', { payment: null }, reason)
  await runFollows(caller, slip.run_id)
}

/** Paid once nothing of it is owed any more. */
async function runFollows(caller: Caller, run_id: string): Promise<void> {
  const run = await runRecord.locked(caller, run_id)
  const slips = await slipsIn(caller, run_id)
  const paid = slips
    .filter(({ status }) => status === 'PAID')
    .reduce((sum, { net }) => sum + net, 0)
  const is_open = slips.some(({ status, net }) => status !== 'PAID' && net > 0)
  const status = paid === 0 ? 'POSTED' : is_open ? 'PART_PAID' : 'PAID'
  await runRecord.moved({ ...caller, expected_version: null }, run, 'pay', { status, paid })
}
