// An order and what was planned for its goods (STK-123, ACC-34, ACC-35): asked when it is submitted and again at its
// last approval, promised from then on, and as much less as is invoiced.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict } from '../../../../core/refusal.ts'
import {
  checkBudget,
  type Checked,
  commit,
  releaseCommitment,
} from '../../../money/accounting/budgets/commitments.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { otherAccount } from '../../stock/pool/accounts.ts'
import { type ProductRow, productsOf } from '../../stock/products/record.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { storeRecord } from '../../stock/stores/keeping.ts'
import { shared } from '../receipts/landed.ts'
import type { OrderLine, OrderRow } from './record.ts'

export type OrderBudget = Checked & { account_id: string; asked: number }

const source = 'PURCHASE_ORDER'

/** Of accounts for which nothing was planned nothing is said. */
export async function budgetOf(
  caller: Caller,
  order: OrderRow,
  lines: readonly OrderLine[],
): Promise<OrderBudget[]> {
  const asked = byAccount(await costsOf(caller, order, lines), ({ cost }) => cost)
  const place = await placeOf(caller, { ...order, approved_at: null })
  const found: OrderBudget[] = []
  for (const [account_id, amount] of asked) {
    const checked = await checkBudget(caller, { ...place, account_id, amount })
    const is_planned = checked.amount !== 0 || checked.result !== 'OK'
    if (is_planned) found.push({ ...checked, account_id, asked: amount })
  }
  return found
}

export function refuseStopped(budget: readonly OrderBudget[], reason: string | null): void {
  const stopped = budget.find(({ result }) => result === 'STOP')
  if (stopped === undefined || reason !== null) return
  throw conflict(
    `${stopped.message ?? ''} Submit it with budget_override_reason: the last level then approves it too.`,
    'budget',
  )
}

/** What is not invoiced yet is promised; once that is nothing, what was promised is spent. */
export async function promise(
  caller: Caller,
  order: OrderRow,
  lines: readonly OrderLine[],
): Promise<void> {
  const costs = await costsOf(caller, order, lines)
  const open = byAccount(costs, ({ cost, line }) =>
    portion(cost, Math.max(0, line.base_quantity - line.invoiced), line.base_quantity),
  )
  const { id: source_id, number: reference } = order
  if ([...open.values()].every((amount) => amount === 0)) {
    return releaseCommitment(caller, source, source_id, 'SPENT')
  }
  const place = await placeOf(caller, order)
  for (const [account_id, amount] of open) {
    await commit(caller, { ...place, account_id, amount, source, source_id, reference })
  }
}

/** Nothing more comes of it. */
export const release = (caller: Caller, { id }: OrderRow): Promise<void> =>
  releaseCommitment(caller, source, id)

interface Cost {
  line: OrderLine
  /** The account to which the use of these goods goes: what a hospital plans for. */
  account_id: string
  /** As an invoice will have it: with tax that is not claimed back, and its share of the freight. */
  cost: number
}

async function costsOf(
  caller: Caller,
  order: OrderRow,
  lines: readonly OrderLine[],
): Promise<Cost[]> {
  const { vat_recoverable } = await settingsOf(caller)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const nets = lines.map(
    ({ line_total }) => line_total - portion(line_total, order.discount_bp, 10_000),
  )
  const freight = shared(order.freight, nets)
  const costs: Cost[] = []
  for (const [at, line] of lines.entries()) {
    const product = products.get(line.product_id) as ProductRow
    const net = nets[at] as number
    const tax = (product.vat_recoverable ?? vat_recoverable) ? 0 : portion(net, line.tax_bp, 10_000)
    const account_id = await otherAccount(caller, product, 'cost')
    costs.push({ line, account_id, cost: net + tax + (freight[at] as number) })
  }
  return costs
}

function byAccount(costs: readonly Cost[], amount: (one: Cost) => number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const one of costs) {
    sums.set(one.account_id, (sums.get(one.account_id) ?? 0) + amount(one))
  }
  return sums
}

/** In the month in which it was approved, for whom the store is. */
async function placeOf(
  caller: Caller,
  { facility_id, deliver_to_store_id, approved_at }: OrderRow,
): Promise<{ facility_id: string; department: string | null; date: string }> {
  const { timezone } = await hospitalOf(caller)
  const { department } = await storeRecord.get(caller, deliver_to_store_id)
  const date = approved_at === null ? dayIn(timezone) : dayIn(timezone, new Date(approved_at))
  return { facility_id, department, date }
}
