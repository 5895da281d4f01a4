// Payslips as they are shown, held back and let go (people 3.8, HR-110, HR-111).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, noSuch, notPermitted } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { historyIn } from '../../../history.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { ownStaffId } from '../../staff/records/scope.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { monthName } from '../runs/period.ts'
import { payroll_runs } from '../runs/tables.ts'
import { slip_states } from '../words.ts'
import type { OwnSlipFilter, Payslip, PayslipShort, SlipFilter } from './shapes.ts'
import { payslip_moves, payslips } from './tables.ts'

const slip_life = life('payslip', slip_states, {
  finish: { from: ['DRAFT'], to: 'FINAL', house: true },
  withhold: {
    from: ['FINAL'],
    to: 'WITHHELD',
    permission: 'payroll:approve',
    reason: 'required',
  },
  release: {
    from: ['WITHHELD'],
    to: 'FINAL',
    permission: 'payroll:approve',
    reason: 'required',
  },
  pay: { from: ['FINAL', 'RETURNED'], to: ['PAID', 'RETURNED'], house: true },
  return: { from: ['PAID'], to: 'RETURNED', permission: 'payroll:pay', reason: 'required' },
  reverse: { from: ['FINAL', 'WITHHELD'], to: 'REVERSED', house: true },
})

export const slipRecord = recordWithLife(payslips, {
  life: slip_life,
  called: ({ number, staff_number }) => number ?? `of ${staff_number}`,
  history: historyIn(payslip_moves),
})

/** Of which states somebody sees the own one. */
export const own_states = ['FINAL', 'PAID', 'RETURNED'] as const

const order = sql` order by period_year desc, period_month desc, staff_number, id`

export async function list(
  caller: Caller,
  asked: SlipFilter & PageAsked,
): Promise<Page<PayslipShort>> {
  return pageOf(caller, asked, [
    when(asked.run_id, sql`run_id = ${asked.run_id}`),
    when(asked.staff_id, sql`staff_id = ${asked.staff_id}`),
    when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.period_year, sql`period_year = ${asked.period_year}`),
    when(asked.period_month, sql`period_month = ${asked.period_month}`),
    matching('payslips', asked.search),
  ])
}

/** One's own, once they are final and nobody holds them back. */
export async function ofOneself(
  caller: Caller,
  asked: OwnSlipFilter & PageAsked,
): Promise<Page<PayslipShort>> {
  return pageOf(caller, asked, [
    sql`staff_id = ${(await ownStaffId(caller)) ?? ''}`,
    sql`status${oneOf(own_states)}`,
    when(asked.year, sql`period_year = ${asked.year}`),
  ])
}

async function pageOf(
  caller: Caller,
  asked: PageAsked,
  conditions: readonly (Sql | undefined)[],
): Promise<Page<PayslipShort>> {
  const { hospital_id } = caller
  const found = await pageFrom(payslips, asked, {
    from: sql` from payslips${where([sql`hospital_id = ${hospital_id}`, ...conditions])}`,
    order,
  })
  const purse = await purseOf(caller)
  const runs = await payroll_runs.all({
    hospital_id,
    id: [...new Set(found.rows.map(({ run_id }) => run_id))],
  })
  const numbers = new Map(runs.map(({ id, number }) => [id, number]))
  return {
    meta: found.meta,
    rows: found.rows.map((row) => short(purse, row, numbers.get(row.run_id) ?? '')),
  }
}

const short = ({ major }: Purse, row: SlipRow, run_reference: string): PayslipShort => ({
  ...row,
  run_reference,
  gross: major(row.gross),
  total_deductions: major(row.total_deductions),
  net: major(row.net),
})

export async function find(caller: Caller, id: string): Promise<Payslip> {
  const row = await slipRecord.get(caller, id)
  const purse = await purseOf(caller)
  const { major } = purse
  const run = await payroll_runs.find({ hospital_id: caller.hospital_id, id: row.run_id })
  const { ytd } = row
  return {
    ...row,
    ...short(purse, row, run?.number ?? ''),
    period: monthName(row.period_year, row.period_month),
    paid_days: row.paid_days / 100,
    basic: major(row.basic),
    earnings: row.earnings.map((one) => ({
      ...one,
      amount: major(one.amount),
      units: one.units === null ? null : one.units / 100,
      rate: one.rate === null ? null : major(one.rate),
    })),
    taxable_pay: major(row.taxable_pay),
    deductions: row.deductions.map((one) => ({
      ...one,
      amount: major(one.amount),
      balance_left: one.balance_left === null ? null : major(one.balance_left),
    })),
    employer: row.employer.map((one) => ({ ...one, amount: major(one.amount) })),
    employer_cost: major(row.employer_cost),
    ytd: {
      gross: major(ytd.gross),
      taxable: major(ytd.taxable),
      tax: major(ytd.tax),
      net: major(ytd.net),
    },
    leave_balances: row.leave_balances.map((one) => ({ ...one, available: one.available / 100 })),
    bank: row.pays_to,
    payment: row.payment,
    currency: purse.currency.code,
    moves: slipRecord.moves(caller, row),
    history: await slipRecord.history(caller, id),
  }
}

/** With payroll:read anybody's; without it one's own, and none that is held back (HR-110, HR-111). */
export async function readable(caller: Caller, id: string): Promise<SlipRow> {
  const row = await slipRecord.get(caller, id)
  const is_own = row.staff_id === (await ownStaffId(caller))
  if (!can(caller, 'payroll:read') && !is_own) throw notPermitted('payroll:read')
  if (is_own && row.status === 'WITHHELD' && !can(caller, 'payroll:approve')) {
    throw noSuch('payslip')
  }
  return row
}

/** What a paper is made of: a draft is none, nor is what was taken back. */
export async function printable(caller: Caller, id: string): Promise<SlipRow> {
  const row = await readable(caller, id)
  if (row.status === 'DRAFT') throw conflict('This payslip is not final yet.', 'state')
  return row
}

export async function hold(
  caller: Caller,
  id: string,
  move: 'withhold' | 'release',
  reason: string,
): Promise<Payslip> {
  const before = await slipRecord.begin(caller, id, move)
  await slipRecord.moved(caller, before, move, {}, reason)
  return find(caller, id)
}
