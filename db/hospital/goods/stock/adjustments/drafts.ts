// Writing an adjustment (STK-47): its lines read against products, batches and the reason.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { attachmentsMustBe } from '../../../office/attachments/named.ts'
import { batchNamed } from '../pool/asked.ts'
import { batches } from '../pool/tables.ts'
import { type PackRow, packs, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { ownStore } from '../stores/keeping.ts'
import { reasonCalled, type ReasonRow } from './reasons.ts'
import {
  adjustment_content,
  type AdjustmentLine,
  adjustmentRecord,
  type AdjustmentRow,
} from './record.ts'
import type { AdjustmentInput, LineInput } from './shapes.ts'

type Line = Pick<
  AdjustmentLine,
  'product_id' | 'batch_id' | 'lot' | 'expiry' | 'quantity' | 'unit_cost'
>

export async function open(caller: Caller, input: AdjustmentInput): Promise<AdjustmentRow> {
  const store = await ownStore(caller, input.store_id)
  const reason = await reasonCalled(caller, input.reason_code)
  await attachmentsMustBe(caller, input.attachment_ids ?? [])
  const lines = await linesRead(caller, input.lines, reason)
  await unitsUsed(caller, input.lines)
  const row = await adjustmentRecord.created(caller, {
    facility_id: store.facility_id,
    store_id: store.id,
    reason_code: reason.code,
    note: input.note || null,
    attachment_ids: input.attachment_ids ?? [],
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await adjustment_content.add(caller, row.id, lines)
  return row
}

async function linesRead(
  caller: Caller,
  given: readonly LineInput[],
  reason: ReasonRow,
): Promise<Line[]> {
  const products = await productsOf(
    caller,
    given.map(({ product_id }) => product_id),
  )
  const of_each = await packs.ofMany(caller, [...products.keys()])
  const purse = await purseOf(caller)
  const lines: Line[] = []
  for (const [at, line] of given.entries()) {
    const product = products.get(line.product_id) as ProductRow
    const packs_of = of_each.get(product.id) ?? []
    lines.push(await lineRead(caller, line, { product, packs_of, reason, purse, at: at + 1 }))
  }
  return lines
}

interface About {
  product: ProductRow
  packs_of: readonly PackRow[]
  reason: ReasonRow
  purse: Purse
  at: number
}

async function lineRead(caller: Caller, line: LineInput, about: About): Promise<Line> {
  const { product, reason, purse } = about
  const at = `Line ${about.at}`
  const quantity = inBase(product, about.packs_of, line, at)
  const way = quantity > 0 ? 'IN' : 'OUT'
  if (reason.direction !== 'BOTH' && reason.direction !== way) {
    const only = reason.direction === 'IN' ? 'brings in' : 'takes out'
    throw new Refusal(400, 'invalid', `${at}: ${reason.code} only ${only}.`, { field: at })
  }
  if (product.controlled && !reason.controlled_allowed) {
    throw conflict(`${at}: ${reason.code} is not for controlled drugs.`, 'controlled')
  }
  const cost = line.unit_cost ?? null
  const unit_cost = cost === null ? null : purse.minor(`${at}: unit_cost`, cost)
  if (unit_cost !== null && unit_cost < 0) {
    throw new Refusal(400, 'invalid', `${at}: unit_cost must not be negative.`, { field: at })
  }
  const batch = await batchOf(caller, product, line, at, way)
  return { ...batch, product_id: product.id, quantity, unit_cost: way === 'IN' ? unit_cost : null }
}

/** By its id, or by lot and expiry; what comes in may be a batch that the books do not know. */
async function batchOf(
  caller: Caller,
  product: ProductRow,
  { batch_id, lot, expiry }: LineInput,
  at: string,
  way: 'IN' | 'OUT',
): Promise<Pick<Line, 'batch_id' | 'lot' | 'expiry'>> {
  const { hospital_id } = caller
  if (batch_id) {
    const named = await batchNamed(caller, batch_id)
    if (named?.product_id !== product.id) {
      throw new Refusal(404, 'not_found', `${at}: no such batch.`, { field: at })
    }
    const batch = await batches.find({ hospital_id, id: batch_id })
    return { batch_id, lot: batch?.lot ?? null, expiry: batch?.expiry ?? null }
  }
  const known = await batches.all({ hospital_id, product_id: product.id })
  const same = known.filter(
    (batch) => batch.lot === (lot || null) && (!expiry || batch.expiry === expiry),
  )
  const [one] = same
  if (one !== undefined && same.length === 1) {
    return { batch_id: one.id, lot: one.lot, expiry: one.expiry }
  }
  if (way === 'OUT') {
    throw new Refusal(400, 'invalid', `${at}: give batch_id, or lot and expiry.`, { field: at })
  }
  return { batch_id: null, lot: lot || null, expiry: expiry ?? null }
}
