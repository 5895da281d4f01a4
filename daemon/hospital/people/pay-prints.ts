// Papers of pay. They carry no code that a stranger could look up: what somebody earns is nobody else's.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { paperPolicy } from '../../../db/hospital/money/billing/papers/policy.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { paperOf } from '../../../db/hospital/people/payroll/batches/list.ts'
import { periodOf } from '../../../db/hospital/people/payroll/runs/period.ts'
import { figuresOf, totalOf, wholeOf } from '../../../db/hospital/people/payroll/runs/register.ts'
import { yearOf } from '../../../db/hospital/people/payroll/slips/year-card.ts'
import { payslipOf } from '../../../db/hospital/people/payroll/slips/paper-facts.ts'
import { payListPaper, registerPaper, yearCardPaper } from '../../../templates/pay-lists.ts'
import { payslipPaper } from '../../../templates/payslip.ts'
import { words } from '../../../templates/words.ts'
import { paperReply } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

export async function printPayslip(
  caller: Caller,
  id: string,
  { lang, paper = 'A4' }: { lang?: Language; paper?: 'A4' | 'A5' },
): Promise<FileReply> {
  const { facility_id, is_reversed, facts } = await payslipOf(caller, id)
  const { language: standard, decimals } = await paperPolicy(caller)
  const language = lang ?? standard
  return paperReply(
    payslipPaper({
      ...facts,
      head: await letterheadOf(caller, facility_id),
      language,
      size: paper,
      decimals,
      verify: null,
      printed: { at: clock.instant(), by: caller.name },
      mark: is_reversed ? words[language].reversed : null,
    }),
    facts.number,
  )
}

/** What every paper of pay has: the house's head and money, and who printed it. */
async function frameOf(caller: Caller, lang: Language | undefined, facility_id: string | null) {
  const { language, decimals } = await paperPolicy(caller)
  return {
    head: await letterheadOf(caller, facility_id),
    language: lang ?? language,
    size: 'A4' as const,
    decimals,
    verify: null,
    printed: { at: clock.instant(), by: caller.name },
    mark: null,
  }
}

export async function printRegister(
  caller: Caller,
  id: string,
  { lang, department }: { lang?: Language; department?: string },
): Promise<FileReply> {
  const { run, slips } = await wholeOf(caller, id, department === undefined ? {} : { department })
  const rows = slips.map((slip) => ({
    number: slip.staff_number,
    name: slip.full_name,
    department: slip.department,
    figures: figuresOf(slip),
  }))
  const [only] = run.facility_ids
  const branch = run.facility_ids.length === 1 ? (only ?? null) : null
  return paperReply(
    registerPaper({
      ...(await frameOf(caller, lang, branch)),
      number: run.number,
      at: run.posted_at ?? run.calculated_at ?? run.created_at,
      month: periodOf(run.period_year, run.period_month).first,
      state: run.status,
      department: department ?? null,
      prepared_by: run.calculated_by_name,
      approved_by: run.approved_by_name,
      rows,
      totals: totalOf(rows.map(({ figures }) => figures)),
    }),
    `${run.number}-register`,
  )
}

export async function printPayList(
  caller: Caller,
  id: string,
  lang?: Language,
): Promise<FileReply> {
  const { batch, run, lines } = await paperOf(caller, id)
  return paperReply(
    payListPaper({
      ...(await frameOf(caller, lang, batch.account_facility_id)),
      number: batch.number,
      at: batch.created_at,
      run: run.number,
      pay_on: run.pay_on,
      method: batch.method,
      debit_account: batch.account_number,
      lines: lines.map((line) => ({
        staff_number: line.staff_number,
        name: line.beneficiary_name,
        bank: line.bank_name ?? line.bank_code,
        account: line.account_no ?? line.mobile_no,
        amount: line.amount,
      })),
      total: batch.total,
    }),
    batch.number,
  )
}

export async function printYearCard(
  caller: Caller,
  staff_id: string,
  { lang, year: asked }: { lang?: Language; year?: number },
): Promise<FileReply> {
  const { person, year, months } = await yearOf(caller, staff_id, asked)
  return paperReply(
    yearCardPaper({
      ...(await frameOf(caller, lang, person.facility_id)),
      at: clock.instant(),
      year,
      staff: { number: person.number, name: person.full_name, tin: person.tin },
      months,
      totals: totalOf(months.map(({ figures }) => figures)),
    }),
    `${person.number}-${year}`,
  )
}
