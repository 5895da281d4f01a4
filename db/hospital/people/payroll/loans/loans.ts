// What staff owe the hospital: a shortage of cash that pay makes good (HR-102, HR-103).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Of, recordOf } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { staffRecord } from '../../staff/records/rows.ts'
import { recordsOf } from '../../staff/records/for-pay.ts'
import { monthName } from '../runs/period.ts'
import type { Loan, LoanFilter, LoanOpened } from './shapes.ts'
import { staff_loan_movements, staff_loans } from './tables.ts'

export type LoanRow = RowOf<(typeof staff_loans)['columns']>

export const loanRecord = recordOf(staff_loans, 'loan')

export async function list(caller: Caller, asked: LoanFilter & PageAsked): Promise<Page<Loan>> {
  const found = await pageFrom(staff_loans, asked, {
    from: sql` from staff_loans${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.staff_id, sql`staff_id = ${asked.staff_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
    ])}`,
    order: sql` order by number desc, id desc`,
  })
  return shownPage(caller, found)
}

async function shownPage(caller: Caller, found: Page<LoanRow>): Promise<Page<Loan>> {
  const purse = await purseOf(caller)
  const people = await recordsOf(
    caller,
    found.rows.map(({ staff_id }) => staff_id),
  )
  return mapPage(found, (row) => shown(purse, row, people.get(row.staff_id)?.full_name ?? ''))
}

const shown = ({ major }: Purse, row: LoanRow, staff_name: string): Loan => ({
  ...row,
  reference: row.number,
  staff_name,
  principal: major(row.principal),
  instalment: major(row.instalment),
  repaid: major(row.repaid),
  balance: major(row.principal - row.repaid),
  starts: monthName(row.starts_year, row.starts_month),
})

export async function find(caller: Caller, id: string): Promise<LoanOpened> {
  const row = await loanRecord.get(caller, id)
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const person = await staffRecord.get(caller, row.staff_id)
  const made = await staff_loan_movements.all({ hospital_id, loan_id: id }, { order: ['id'] })
  return {
    ...shown(purse, row, person.full_name),
    movements: made.map(({ amount, ...one }) => ({ ...one, amount: purse.major(amount) })),
  }
}

/**
 * HR-103: what a cashier was short is taken off the next pay, all of it at once. A second call for the
 * same source answers the first.
 */
export async function shortageOf(
  caller: Caller,
  asked: { staff_id: string; amount: number; source: string; source_id: string },
): Promise<{ deduction_id: string } | null> {
  const { hospital_id } = caller
  const { amount, source, source_id } = asked
  const { id: staff_id } = await staffRecord.get(caller, asked.staff_id)
  const before = await staff_loans.find({ hospital_id, source, source_id })
  if (before !== undefined) return { deduction_id: before.id }
  const { timezone } = await hospitalOf(caller)
  const [year = 0, month = 0] = dayIn(timezone, clock.now()).split('-').map(Number)
  const made = await staff_loans.insert({
    hospital_id,
    staff_id,
    number: await nextReference(caller, 'staff_loan'),
    kind: 'SHORTAGE',
    status: 'ACTIVE',
    principal: amount,
    instalment: amount,
    starts_year: year,
    starts_month: month,
    reason: 'Shortage of cash',
    source,
    source_id,
  })
  record(caller, 'staff_loan.open', {
    entity_type: 'staff_loan',
    entity_id: made.id,
    entity_label: made.number,
    to_state: 'ACTIVE',
  })
  return { deduction_id: made.id }
}

/** What somebody still owes, loan by loan. */
export async function owedBy(
  { hospital_id }: Of,
  staff_id: string,
): Promise<{ id: string; number: string; balance: number }[]> {
  const found = await staff_loans.all(
    { hospital_id, staff_id, status: ['ACTIVE', 'PAUSED'] },
    { order: ['number'] },
  )
  return found.map(({ id, number, principal, repaid }) => ({
    id,
    number,
    balance: principal - repaid,
  }))
}

/** A run took something of a loan, or gave it back: `amount` below nought. */
export async function recovered(
  caller: Caller,
  taken: { loan_id: string; payslip_id: string; reference: string; amount: number },
): Promise<void> {
  const { hospital_id } = caller
  const loan = await staff_loans.find({ hospital_id, id: taken.loan_id }, { lock: true })
  if (loan === undefined) throw noSuch('loan')
  const repaid = loan.repaid + taken.amount
  const status = repaid >= loan.principal ? 'SETTLED' : 'ACTIVE'
  await staff_loans.change({ hospital_id, id: loan.id }, { repaid, status })
  await staff_loan_movements.insert({ hospital_id, ...taken })
}
