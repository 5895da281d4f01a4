// Adjustments (3.2): written, submitted, approved by another where that is asked, posted.

import { type Caller, can } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productsOf } from '../products/record.ts'
import type { Adjustment, AdjustmentFilter, AdjustmentOpened } from './shapes.ts'
import { adjustment_lines, adjustment_moves, adjustments } from './tables.ts'
import { adjustment_states } from './words.ts'

export type AdjustmentRow = RowOf<(typeof adjustments)['columns']>
export type AdjustmentLine = RowOf<(typeof adjustment_lines)['columns']>

const adjustment_life = life('adjustment', adjustment_states, {
  submit: { from: ['DRAFT'], to: ['POSTED', 'SUBMITTED'], permission: 'stock:adjust' },
  approve: { from: ['SUBMITTED'], to: 'POSTED', permission: 'stock:approve' },
  reject: {
    from: ['SUBMITTED'],
    to: 'REJECTED',
    permission: 'stock:approve',
    reason: 'required',
  },
  cancel: { from: ['DRAFT', 'SUBMITTED'], to: 'CANCELLED', permission: 'stock:adjust' },
})

export const adjustmentRecord = recordWithLife(adjustments, {
  life: adjustment_life,
  type: 'stock_adjustment',
  called: ({ number }) => number,
  history: historyIn(adjustment_moves),
  sequence: 'stock_adjustment',
})
export const adjustment_content = linesOf(adjustment_lines, 'adjustment_id')

export async function list(
  caller: Caller,
  asked: AdjustmentFilter & PageAsked,
): Promise<Page<Adjustment>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(adjustments, asked, {
    from: sql` from adjustments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.reason_code, sql`reason_code = ${asked.reason_code}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('adjustments', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const money = await moneyOf(caller)
  return { rows: found.rows.map((row) => rowShown(caller, row, money)), meta: found.meta }
}

type Shown = (amount: number | null) => number | null

/** What goods are worth is for who may see costs. */
async function moneyOf(caller: Caller): Promise<Shown> {
  const { major } = await purseOf(caller)
  const may = can(caller, 'product:cost')
  return (amount) => (amount === null || !may ? null : major(amount))
}

const rowShown = (caller: Caller, row: AdjustmentRow, money: Shown): Adjustment => ({
  ...row,
  reference: row.number,
  value: money(row.value),
  moves: adjustmentRecord.moves(caller, row),
})

export async function find(caller: Caller, id: string): Promise<AdjustmentOpened> {
  const row = await adjustmentRecord.get(caller, id)
  const lines = await adjustment_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const money = await moneyOf(caller)
  return {
    ...rowShown(caller, row, money),
    lines: lines.map((line) => ({
      ...line,
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
      quantity: line.quantity / 1000,
      unit_cost: money(line.unit_cost),
      value: money(line.value),
    })),
    history: await adjustmentRecord.history(caller, id),
  }
}
