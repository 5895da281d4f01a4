// What stands on the report of a recall: where all of it lies and went, and nobody's name.

import type { Caller } from '../../../../core/caller.ts'
import { find } from '../recalls/record.ts'
import type { TraceRow } from '../recalls/shapes.ts'
import { trace } from '../recalls/trace.ts'
import type { TraceKind } from '../recalls/words.ts'

export async function recallOnPaper(caller: Caller, id: string) {
  const recall = await find(caller, id)
  const { reference, product_names, figures, ...rest } = recall
  return {
    ...rest,
    figures,
    number: reference,
    products: product_names,
    opened_by: recall.opened_by_name,
    holdings: await allOf(caller, id, 'holdings'),
    receipts: await allOf(caller, id, 'receipts'),
    departments: (await allOf(caller, id, 'departments')).map(used),
  }
}

/** What went out, as a figure of what was used. */
const used = (row: ReturnType<typeof onPaper>) => ({ ...row, quantity: -row.quantity })

const page_most = 200

async function allOf(caller: Caller, id: string, kind: TraceKind) {
  const found: TraceRow[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await trace(caller, id, { kind, page, per_page: page_most })
    found.push(...rows)
    if (rows.length < page_most) return found.map(onPaper)
  }
}

const onPaper = (row: TraceRow) => ({
  description: row.product_name,
  lot: row.lot,
  where: [row.store_name, row.department].filter(Boolean).join(', '),
  kind: row.kind,
  at: row.at,
  quantity: row.quantity,
  quarantined: row.quarantined,
  reference: row.reference,
})
