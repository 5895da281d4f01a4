// A return is asked for (COM-49 to COM-53, COM-55).

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { productName, type ProductRow } from '../../goods/stock/products/record.ts'
import { products } from '../../goods/stock/products/tables.ts'
import { storeInUse } from '../../goods/stock/stores/keeping.ts'
import { actingBranch } from '../../money/accounting/posting/post.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import { clientRecord } from '../clients/record.ts'
import { refuseBeyond, refuseUntold } from './checks.ts'
import { tellReaction } from './reactions.ts'
import { return_content, returnRecord, type ReturnRow } from './record.ts'
import type { ReturnInput } from './shapes.ts'
import { isSame, type Sold, soldOf } from './sold.ts'

export async function open(caller: Caller, input: ReturnInput): Promise<ReturnRow> {
  const { reason, reason_code, items, adverse_reaction = null } = input
  refuseUntold(reason_code, adverse_reaction)
  const named = {
    bill_id: input.bill_id || null,
    order_id: input.order_id || null,
    delivery_id: input.delivery_id || null,
  }
  const purse = await purseOf(caller)
  const lines = await readItems(caller, purse, items)
  const sold = await soldOf(caller, named)
  const party = await partyOf(caller, input, sold)
  const refund_amount = amountRead(purse, input.refund_amount)
  const restock = input.restock ?? false
  const id = newId()
  await refuseBeyond(caller, { id, refund_amount, restock, ...party }, lines, sold)
  if (input.store_id) await storeInUse(caller, input.store_id)
  const row = await returnRecord.created(
    caller,
    {
      id,
      ...party,
      reason,
      reason_code,
      refund_amount,
      restock,
      restock_status: 'NOT_NEEDED',
      refund_status: 'NOT_NEEDED',
      bill_id: sold.bill?.id ?? null,
      bill_number: sold.bill?.called ?? null,
      sold_on: sold.bill?.business_date ?? null,
      order_id: sold.order?.row.id ?? null,
      delivery_id: named.delivery_id,
      facility_id: await actingBranch(caller),
      store_id: input.store_id || null,
      notes: input.notes || null,
      adverse_reaction,
      requested_by_id: caller.user_id,
      requested_by_name: caller.name,
    },
    'open',
    reason,
  )
  const lot = adverse_reaction?.lot ?? null
  await return_content.add(
    caller,
    id,
    lines.map((line) => ({ ...line, lot, order_item_id: orderItemOf(sold, line) })),
  )
  if (reason_code === 'ADVERSE_REACTION') await tellReaction(caller, row, lines)
  return row
}

const orderItemOf = (
  { order }: Sold,
  line: { product_id: string | null; description: string },
): string | null => order?.items.find((item) => isSame(item, line))?.id ?? null

function amountRead(purse: Purse, typed: number | null | undefined): number {
  const amount = purse.minor('refund_amount', typed ?? 0)
  if (amount < 0) throw invalid('refund_amount', 'must be 0 or more.')
  return amount
}

async function readItems(caller: Caller, purse: Purse, items: ReturnInput['items']) {
  if (items.length === 0) throw new Refusal(400, 'invalid', 'items needs at least one line.')
  const ids = items.flatMap(({ product_id }) => (product_id ? [product_id] : []))
  const found =
    ids.length === 0 ? [] : await products.all({ hospital_id: caller.hospital_id, id: ids })
  return items.map((item, at) => {
    const said = `Line ${at + 1}`
    const product = found.find(({ id }) => id === item.product_id)
    if (item.product_id && product === undefined) {
      throw new Refusal(404, 'not_found', `${said}: no such product.`)
    }
    const quantity = Math.round(item.quantity * 1000)
    if (!(item.quantity > 0) || quantity / 1000 !== item.quantity) {
      throw invalid(`${said}: quantity`, 'must be more than 0, with at most three decimals.')
    }
    const unit_price = purse.minor(`${said}: unit_price`, item.unit_price ?? 0)
    if (unit_price < 0) throw invalid(`${said}: unit_price`, 'must be 0 or more.')
    const description = describedBy(item.description, product, said)
    return { description, quantity, unit_price, product_id: product?.id ?? null }
  })
}

function describedBy(
  typed: string | null | undefined,
  product: ProductRow | undefined,
  said: string,
): string {
  const words = (typed ?? '').trim() || (product === undefined ? '' : productName(product))
  if (words === '') throw invalid(`${said}: description`, 'is required.')
  return words
}

/** Said, else whoever the bill or the order is of. */
async function partyOf(caller: Caller, input: ReturnInput, { bill, order }: Sold) {
  const client_id = input.client_id || (bill?.client_id ?? order?.row.client_id ?? null)
  const patient_id = input.patient_id || (bill?.patient_id ?? order?.row.patient_id ?? null)
  if (patient_id !== null) await patientRecord.get(caller, patient_id)
  const client = client_id === null ? null : await clientRecord.get(caller, client_id)
  const typed = (input.party_name ?? '').trim() || null
  const own = patient_id === null ? (bill?.payer ?? order?.row.client_name ?? null) : null
  const party_name = client?.name ?? (patient_id === null ? (typed ?? own) : null)
  if (party_name === null && patient_id === null) {
    throw invalid('party_name', 'is required.')
  }
  return { client_id, patient_id, party_name }
}
