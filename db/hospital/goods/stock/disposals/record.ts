// Disposals (3.5): drawn up, approved by another, destroyed before a third.

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
import { batches } from '../pool/tables.ts'
import { productName, productsOf } from '../products/record.ts'
import type { Disposal, DisposalOpened, DisposalsAsked } from './shapes.ts'
import { disposal_lines, disposal_moves, disposals } from './tables.ts'
import { disposal_states } from './words.ts'

export type DisposalRow = RowOf<(typeof disposals)['columns']>
export type DisposalLine = RowOf<(typeof disposal_lines)['columns']>

const disposing = 'stock:dispose'

const disposal_life = life('disposal', disposal_states, {
  approve: { from: ['DRAFT'], to: 'APPROVED', permission: disposing },
  destroy: { from: ['APPROVED'], to: 'DESTROYED', permission: disposing },
  cancel: {
    from: ['DRAFT', 'APPROVED'],
    to: 'CANCELLED',
    permission: disposing,
    reason: 'required',
  },
})

export const disposalRecord = recordWithLife(disposals, {
  life: disposal_life,
  called: ({ number }) => number,
  history: historyIn(disposal_moves),
  sequence: 'disposal',
})
export const disposal_content = linesOf(disposal_lines, 'disposal_id')

export async function list(
  caller: Caller,
  asked: DisposalsAsked & PageAsked,
): Promise<Page<Disposal>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(disposals, asked, {
    from: sql` from disposals${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('disposals', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const money = await moneyOf(caller)
  return { rows: found.rows.map((row) => shown(caller, row, money)), meta: found.meta }
}

async function moneyOf(caller: Caller): Promise<(amount: number) => number | null> {
  const { major } = await purseOf(caller)
  const may = can(caller, 'product:cost')
  return (amount) => (may ? major(amount) : null)
}

const shown = (
  caller: Caller,
  row: DisposalRow,
  money: (amount: number) => number | null,
): Disposal => ({
  ...row,
  reference: row.number,
  value: money(row.value),
  moves: disposalRecord.moves(caller, row),
})

export async function find(caller: Caller, id: string): Promise<DisposalOpened> {
  const row = await disposalRecord.get(caller, id)
  const lines = await disposal_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const lots = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(lines.map(({ batch_id }) => batch_id))],
  })
  const money = await moneyOf(caller)
  return {
    ...shown(caller, row, money),
    lines: lines.map((line) => {
      const lot = lots.find(({ id: of }) => of === line.batch_id)
      return {
        ...line,
        product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
        lot: lot?.lot ?? null,
        expiry: lot?.expiry ?? null,
        quantity: line.quantity / 1000,
        value: money(line.value),
      }
    }),
    history: await disposalRecord.history(caller, id),
  }
}
