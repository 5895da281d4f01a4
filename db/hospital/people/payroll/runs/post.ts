// A run comes to the books, and is taken back (people 3.8; HR-107, HR-108, HR-112; P-50).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, notPermitted } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import { lockHead, post as postEntry } from '../../../money/accounting/posting/post.ts'
import { reverse as reverseEntry } from '../../../money/accounting/posting/reverse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { recovered } from '../loans/loans.ts'
import { payslips } from '../slips/tables.ts'
import { slipsIn } from './exceptions.ts'
import { filed, unfiled } from './filings.ts'
import { postedLines } from './ledger.ts'
import type { SlipRow } from './paid-before.ts'
import { monthInWords, monthName, periodOf } from './period.ts'
import { type RunRow, runRecord } from './record.ts'
import { mustStand } from './standing.ts'

export async function post(caller: Caller, id: string, date: string | null): Promise<RunRow> {
  const before = await runRecord.begin(caller, id, 'post')
  await mustStand(caller, before)
  const slips = await slipsIn(caller, id)
  if (slips.length === 0) throw conflict('Nobody is paid by this run.')
  const posted_for = date ?? (await lastDayOf(caller, before))
  const entry = await booked(caller, before, slips, { date: posted_for, own_date: date === null })
  await numbered(caller, before, slips)
  await loansTaken(caller, before, slips, 1)
  await filed(caller, before, slips)
  return runRecord.moved(caller, before, 'post', {
    posted_at: clock.instant(),
    posted_by_id: caller.user_id,
    posted_by_name: caller.name,
    entry_reference: entry?.reference ?? null,
    posted_for,
    moved_from: entry?.moved_from ?? null,
  })
}

/** Where nobody has anything to get, the books have nothing to say of it. */
async function booked(
  caller: Caller,
  { id, period_year, period_month, number }: RunRow,
  slips: readonly SlipRow[],
  when: { date: string; own_date: boolean },
) {
  await lockHead(caller)
  const lines = postedLines(slips)
  if (lines.length === 0) return null
  return postEntry(caller, {
    ...when,
    source: 'PAYROLL_RUN',
    source_id: id,
    memo: `Pay of ${monthInWords(period_year, period_month)}, ${number}`,
    document: {
      kind: 'payroll_run',
      id,
      reference: number,
      path: `/hr/payroll-runs/${id}`,
    },
    lines,
  })
}

/** The last of the month; where pay comes before it, the day of the posting: nothing is posted ahead. */
async function lastDayOf(caller: Caller, { period_year, period_month }: RunRow): Promise<string> {
  const { last } = periodOf(period_year, period_month)
  const day = await today(caller)
  return day < last ? day : last
}

/** HR-107: without gaps, under the lock of the ledger's head. */
async function numbered(
  { hospital_id }: Of,
  { period_year, period_month }: RunRow,
  slips: readonly SlipRow[],
): Promise<void> {
  const given = await row<{ n: number }>(
    sql`select count(*) as n from payslips where hospital_id = ${hospital_id}
      and period_year = ${period_year} and period_month = ${period_month} and number is not null`,
  )
  const month = monthName(period_year, period_month)
  for (const [at, { id }] of slips.entries()) {
    const next = Number(given?.n ?? 0) + at + 1
    const number = `PS-${month}-${String(next).padStart(4, '0')}`
    await payslips.change({ hospital_id, id }, { status: 'FINAL', number })
  }
}

async function loansTaken(
  caller: Caller,
  { number }: RunRow,
  slips: readonly SlipRow[],
  sign: 1 | -1,
): Promise<void> {
  const taken = slips.flatMap(({ id, deductions }) =>
    deductions.flatMap(({ loan_id, amount }) =>
      loan_id === null
        ? []
        : [{ loan_id, payslip_id: id, reference: number, amount: sign * amount }],
    ),
  )
  const in_order = taken.toSorted((a, b) => (a.loan_id < b.loan_id ? -1 : 1))
  for (const one of in_order) await recovered(caller, one)
}

/** Nothing of it was paid, and no return filed; the payslips stay to be read. */
export async function reverse(caller: Caller, id: string, reason: string): Promise<RunRow> {
  const before = await runRecord.locked(caller, id)
  if (['PART_PAID', 'PAID'].includes(before.status)) {
    throw conflict('Salaries of this run were paid: use a supplementary run.', 'state')
  }
  await runRecord.begin(caller, id, 'reverse')
  if (!can(caller, 'payroll:post')) throw notPermitted('payroll:post')
  await anotherPerson(caller, before.posted_by_id, 'payroll:post', {
    words: 'You posted this run: somebody else must reverse it.',
  })
  await refuseBatches(caller, before)
  const slips = await slipsIn(caller, id)
  await unfiled(caller, before, slips)
  const entry =
    before.entry_reference === null ? null : await reverseEntry(caller, 'PAYROLL_RUN', id, reason)
  await loansTaken(caller, before, slips, -1)
  await payslips.change(
    { hospital_id: caller.hospital_id, run_id: id },
    { status: 'REVERSED', regular: false },
  )
  const changes = { reversal_reference: entry?.reference ?? null }
  return runRecord.moved(caller, before, 'reverse', changes, reason)
}

async function refuseBatches({ hospital_id }: Of, { id }: RunRow): Promise<void> {
  const found = await row<{ number: string }>(
    sql`select number from payment_batches where hospital_id = ${hospital_id} and run_id = ${id}
      and status in ('PREPARED', 'SENT') order by number limit 1`,
  )
  if (found === undefined) return
  throw conflict(`${found.number} of this run is under way: cancel it first.`, 'batch')
}
