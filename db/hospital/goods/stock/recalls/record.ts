// Recalls (3.5): opened over every batch at once, closed when all that is known of is accounted for.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { productName, productsOf } from '../products/record.ts'
import { figuresOf } from './figures.ts'
import type { Recall, RecallOpened, RecallsAsked } from './shapes.ts'
import { recall_moves, recalls } from './tables.ts'
import { recall_states } from './words.ts'

export type RecallRow = RowOf<(typeof recalls)['columns']>

const quality = 'stock:quality'

const recall_life = life('recall', recall_states, {
  close: { from: ['OPEN'], to: 'CLOSED', permission: quality },
  reopen: { from: ['CLOSED'], to: 'OPEN', permission: quality, reason: 'required' },
})

export const recallRecord = recordWithLife(recalls, {
  life: recall_life,
  called: ({ number }) => number,
  history: historyIn(recall_moves),
  sequence: 'recall',
})

export async function recallCalled({ hospital_id }: Caller, number: string): Promise<RecallRow> {
  const found = await recalls.find({ hospital_id, number: capitals(number) })
  if (found === undefined) throw noSuch('recall')
  return found
}

export async function list(caller: Caller, asked: RecallsAsked & PageAsked): Promise<Page<Recall>> {
  const found = await pageFrom(recalls, asked, {
    from: sql` from recalls${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.level, sql`level = ${asked.level}`),
      when(
        asked.product_id,
        sql`id in (select recall_id from recall_lots where product_id = ${asked.product_id})`,
      ),
      matching('recalls', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly RecallRow[]): Promise<Recall[]> {
  const products = await productsOf(
    caller,
    found.flatMap(({ product_ids }) => product_ids),
  )
  const figures = await figuresOf(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({
    ...row,
    reference: row.number,
    product_names: row.product_ids.map((id) =>
      productName(products.get(id) ?? { name: '', strength: null }),
    ),
    figures: { ...figures(row.id), patients_told: row.patients_told },
    moves: recallRecord.moves(caller, row),
  }))
}

export async function find(caller: Caller, id: string): Promise<RecallOpened> {
  const row = await recallRecord.get(caller, id)
  const [recall] = await shown(caller, [row])
  return { ...(recall as Recall), history: await recallRecord.history(caller, id) }
}
