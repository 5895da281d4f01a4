// What stands on a payslip that is printed (HR-111).

import type { Caller } from '../../../../core/caller.ts'
import { periodOf } from '../runs/period.ts'
import { runRecord } from '../runs/record.ts'
import { printable } from './slips.ts'

export async function payslipOf(caller: Caller, id: string) {
  const slip = await printable(caller, id)
  const run = await runRecord.get(caller, slip.run_id)
  const { staff_number: number, full_name: name, cadre, department, grade } = slip
  return {
    facility_id: slip.facility_id,
    is_reversed: slip.status === 'REVERSED',
    facts: {
      number: slip.number ?? '',
      at: run.posted_at ?? run.created_at,
      month: periodOf(slip.period_year, slip.period_month).first,
      staff: { number, name, cadre, department, grade },
      numbers: slip.numbers,
      pays_to: slip.pays_to,
      paid_on: slip.payment?.paid_on ?? null,
      paid_days: slip.paid_days,
      period_days: slip.period_days,
      earnings: slip.earnings,
      deductions: slip.deductions,
      employer: slip.employer,
      gross: slip.gross,
      taxable: slip.taxable_pay,
      taken: slip.total_deductions,
      net: slip.net,
      year: slip.ytd,
      leave: slip.leave_balances,
    },
  }
}
