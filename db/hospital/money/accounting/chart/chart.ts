// The chart as a tree in hand: which account is which, what stands under what.

import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { accounts } from '../tables.ts'

export type AccountRow = RowOf<(typeof accounts)['columns']>

export interface Chart {
  readonly all: readonly AccountRow[]
  readonly by_id: ReadonlyMap<string, AccountRow>
  readonly by_code: ReadonlyMap<string, AccountRow>
  readonly children: ReadonlyMap<string, readonly AccountRow[]>
}

export async function readChart(hospital_id: string): Promise<Chart> {
  return chartOf(await accounts.all({ hospital_id }, { order: ['sort_order', 'code', 'id'] }))
}

export function chartOf(all: readonly AccountRow[]): Chart {
  const children = new Map<string, AccountRow[]>()
  for (const account of all) {
    if (account.parent_id === null) continue
    const list = children.get(account.parent_id)
    if (list === undefined) children.set(account.parent_id, [account])
    else list.push(account)
  }
  return {
    all,
    by_id: new Map(all.map((account) => [account.id, account])),
    by_code: new Map(
      all.flatMap((account) => (account.code === null ? [] : [[account.code, account]])),
    ),
    children,
  }
}

/** An account and everything under it. */
export function under(chart: Chart, id: string): AccountRow[] {
  const own = chart.by_id.get(id)
  if (own === undefined) return []
  return [own, ...(chart.children.get(id) ?? []).flatMap((child) => under(chart, child.id))]
}

/** From the top down to the account itself. */
export function pathOf(chart: Chart, id: string): AccountRow[] {
  const path: AccountRow[] = []
  for (let at = chart.by_id.get(id); at !== undefined; at = chart.by_id.get(at.parent_id ?? '')) {
    path.unshift(at)
    if (path.length > 20) break
  }
  return path
}

/** The accounts that one of these tags marks. */
export const grouped = (chart: Chart, ...tags: readonly string[]): AccountRow[] =>
  chart.all.filter(({ grouping }) => grouping !== null && tags.includes(grouping))

/** Every account in the order of the printed chart: a heading, then what stands under it. */
export function inOrder(chart: Chart): AccountRow[] {
  const walk = (account: AccountRow): AccountRow[] => [
    account,
    ...(chart.children.get(account.id) ?? []).flatMap(walk),
  ]
  return chart.all.filter(({ parent_id }) => parent_id === null).flatMap(walk)
}

/** `4102 Laboratory`, or the name alone where there is no code. */
export const labelOf = ({ code, name }: Pick<AccountRow, 'code' | 'name'>): string =>
  code === null ? name : `${code} ${name}`

/** What a balance is counted in: assets and expenses rise by debit, the others by credit. */
export const signOf = (kind: AccountRow['kind']): 1 | -1 =>
  kind === 'ASSET' || kind === 'EXPENSE' ? 1 : -1

const subledger = new Set([
  'ar_patient',
  'ar_scheme',
  'ar_scheme_dispute',
  'ar_client',
  'ar_allowance',
  'ap',
  'ap_clinician',
  'accrual',
  'deposit',
  'unapplied',
  'refund_due',
  'staff_advance',
  'supplier_advance',
  'payroll_net',
  'payroll_statutory',
  'tax_payroll',
  'vat_input',
  'vat_output',
  'vat_control',
  'wht',
  'wht_asset',
  'clearing',
  'cash_suspense',
  'deferred_income',
])
const never: Readonly<Record<string, string>> = {
  inventory: 'stock',
  inventory_transit: 'stock',
  cash_drawer: 'billing',
  grni: 'procurement',
  interbranch: 'the ledger',
}
/** Accounts that owe or are owed by somebody: a manual line names who. */
const with_party = new Set([
  'ar_patient',
  'ar_scheme',
  'ar_scheme_dispute',
  'ar_client',
  'ap',
  'ap_clinician',
  'deposit',
  'unapplied',
  'staff_advance',
  'supplier_advance',
])

/** ACC-9. */
export const manualOf = ({
  grouping,
}: Pick<AccountRow, 'grouping'>): 'OPEN' | 'SUBLEDGER' | 'NEVER' =>
  grouping !== null && grouping in never
    ? 'NEVER'
    : grouping !== null && subledger.has(grouping)
      ? 'SUBLEDGER'
      : 'OPEN'
export const areaOf = ({ grouping }: Pick<AccountRow, 'grouping'>): string =>
  never[grouping ?? ''] ?? ''
export const hasParties = ({ grouping }: Pick<AccountRow, 'grouping'>): boolean =>
  with_party.has(grouping ?? '')
/** Income and expense carry a department, the balance sheet none (ACC-5). */
export const hasDepartment = ({ kind }: Pick<AccountRow, 'kind'>): boolean =>
  kind === 'INCOME' || kind === 'EXPENSE'

/** How many posted lines each account has. */
export async function lineCounts(hospital_id: string): Promise<Map<string, number>> {
  const found = await rows<{ account_id: string; n: number }>(
    sql`select account_id, cast(sum(line_count) as bigint) as n from ledger_totals
      where hospital_id = ${hospital_id} group by account_id`,
  )
  return new Map(found.map(({ account_id, n }) => [account_id, n]))
}
