// Drawing a disposal up, approving and carrying it out (3.5, STK-62, STK-63): only what is set apart, and
// of that no more than is.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { attachmentsMustBe } from '../../../office/attachments/named.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { batchRecord, type BatchRow } from '../pool/batches.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { moveGoods, type Movement } from '../pool/moving.ts'
import { productName, productRecord, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, saidQuantity } from '../products/quantities.ts'
import { lessApart } from '../quarantine/apart.ts'
import { quarantine_items } from '../quarantine/tables.ts'
import { partiesWith } from '../register/parties.ts'
import { ownStore, type StoreRow, storeRecord } from '../stores/keeping.ts'
import { takeWitness } from '../witness/witness.ts'
import { disposal_content, type DisposalLine, disposalRecord, type DisposalRow } from './record.ts'
import type { Destroying, DisposalInput } from './shapes.ts'
import { disposal_lines } from './tables.ts'
import type { DisposalReason } from './words.ts'

type Line = Pick<DisposalLine, 'product_id' | 'batch_id' | 'quantity' | 'reason'>

export async function open(caller: Caller, input: DisposalInput): Promise<DisposalRow> {
  const store = await ownStore(caller, input.store_id)
  const lines =
    input.from_quarantine === true
      ? await allApart(caller, store)
      : await linesRead(caller, input.lines ?? [])
  if (lines.length === 0) throw invalid('lines', 'are required: nothing is set apart otherwise.')
  const hand = await inHand(caller, store, lines)
  refuseBeyond(hand, lines)
  const row = await disposalRecord.created(caller, {
    facility_id: store.facility_id,
    store_id: store.id,
    method: input.method,
    contractor: input.contractor || null,
    permit_no: input.permit_no || null,
    committee: input.committee ?? [],
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await disposal_content.add(caller, row.id, lines)
  return row
}

async function linesRead(
  caller: Caller,
  given: NonNullable<DisposalInput['lines']>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const [at, { batch_id, quantity, reason }] of given.entries()) {
    const field = `Line ${at + 1}`
    const batch = await batchRecord.get(caller, batch_id)
    const product = await productRecord.get(caller, batch.product_id)
    const base = inBase(product, [], { quantity }, field)
    if (base < 0) {
      throw new Refusal(400, 'invalid', `${field}: quantity must be more than 0.`, { field })
    }
    lines.push({ product_id: product.id, batch_id, quantity: base, reason })
  }
  return lines
}

/** Everything of the store that waits for a decision, a line for each batch. */
async function allApart({ hospital_id }: Caller, { id: store_id }: StoreRow): Promise<Line[]> {
  const items = await quarantine_items.all({ hospital_id, store_id }, { order: ['since', 'id'] })
  const lines = new Map<string, Line>()
  for (const { product_id, batch_id, quantity, reason } of items) {
    if (quantity === 0) continue
    const line = lines.get(batch_id)
    if (line !== undefined) line.quantity += quantity
    else lines.set(batch_id, { product_id, batch_id, quantity, reason: reasonOf(reason) })
  }
  return [...lines.values()]
}

function reasonOf(apart: string): DisposalReason {
  if (apart === 'EXPIRED' || apart === 'DAMAGED') return apart
  return apart === 'RECALL' ? 'RECALLED' : 'OTHER'
}

interface Hand {
  store: StoreRow
  products: Map<string, ProductRow>
  goods: Goods
}

async function inHand(caller: Caller, store: StoreRow, lines: readonly Line[]): Promise<Hand> {
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  return { store, products, goods }
}

/** STK-62; lines of one batch are summed. */
function refuseBeyond({ store, products, goods }: Hand, lines: readonly Line[]): void {
  const asked = new Map<string, number>()
  for (const [at, { product_id, batch_id, quantity }] of lines.entries()) {
    const all = (asked.get(batch_id) ?? 0) + quantity
    asked.set(batch_id, all)
    const lying = goods.lying(store.id, product_id).find(({ batch }) => batch.id === batch_id)
    const apart = lying?.level.quarantined ?? 0
    if (all <= apart) continue
    const product = products.get(product_id) as ProductRow
    const said = saidQuantity(product, apart)
    throw conflict(
      `Line ${at + 1}: only ${said} of ${productName(product)} are set apart in ${store.name}.`,
      'quarantine',
    )
  }
}

/** By another person than who drew it up, for a committee of two at least. */
export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<DisposalRow> {
  const before = await disposalRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.made_by_id, 'stock:dispose', {
    words: 'You drew this disposal up: somebody else must approve it.',
  })
  if (before.committee.length < 2) {
    throw conflict('A committee of two names at least is asked.', 'committee')
  }
  const store = await storeRecord.get(caller, before.store_id)
  const lines = await disposal_content.of(caller, id)
  refuseBeyond(await inHand(caller, store, lines), lines)
  return disposalRecord.moved(caller, before, 'approve', { approved_by_name: caller.name }, note)
}

export async function destroy(caller: Caller, id: string, input: Destroying): Promise<DisposalRow> {
  const before = await disposalRecord.begin(caller, id, 'destroy')
  if (input.destroyed_on > (await today(caller))) {
    throw invalid('destroyed_on', 'is in the future.')
  }
  const { certificate_attachment_id } = input
  await attachmentsMustBe(caller, certificate_attachment_id ? [certificate_attachment_id] : [])
  const store = await storeRecord.get(caller, before.store_id)
  const lines = await disposal_content.of(caller, id)
  const hand = await inHand(caller, store, lines)
  refuseBeyond(hand, lines)
  const controlled = [...hand.products.values()].some((product) => product.controlled)
  refuseUnpermitted(before, controlled, input)
  const witness = await takeWitness(caller, input.witness_token, 'DISPOSAL')
  if (witness.user_id === before.made_by_id) {
    throw conflict('The witness must be a third person: they drew this disposal up.', 'witness')
  }
  const parties = controlled ? await partiesWith(caller, witness) : undefined
  const movements: Movement[] = []
  for (const line of lines) movements.push(await movementOf(caller, hand, before, line))
  const moves = await moveGoods(
    caller,
    hand.goods,
    {
      posting: 'STOCK_LOSS',
      source: 'disposal',
      source_id: id,
      reference: before.number,
      memo: `Disposal ${before.number}`,
      path: `/stock/disposals/${id}`,
      parties,
    },
    movements,
  )
  for (const [at, line] of lines.entries()) {
    const { hospital_id } = caller
    const value = moves[at]?.value ?? 0
    await disposal_lines.change({ hospital_id, id: line.id }, { value })
  }
  const by = input.authority_witness
  return disposalRecord.moved(caller, before, 'destroy', {
    value: moves.reduce((sum, { value }) => sum + value, 0),
    destroyed_on: input.destroyed_on,
    destroyed_by_name: caller.name,
    witness_name: witness.name,
    authority_witness: by ? `${by.name}, ${by.office}` : null,
    certificate_attachment_id: certificate_attachment_id || null,
    entry_reference: moves[0]?.entry_reference ?? null,
  })
}

function refuseUnpermitted(
  { method, contractor, permit_no }: DisposalRow,
  controlled: boolean,
  { authority_witness }: Destroying,
): void {
  const burnt = method === 'INCINERATION' && contractor !== null
  if ((controlled || burnt) && permit_no === null) {
    throw conflict('permit_no is required for this disposal: draw it up with one.', 'permit')
  }
  if (controlled && !authority_witness) {
    throw invalid('authority_witness', 'is required: controlled drugs are destroyed before one.')
  }
}

async function movementOf(
  caller: Caller,
  { store, products, goods }: Hand,
  { number }: DisposalRow,
  { product_id, batch_id, quantity, reason, position }: DisposalLine,
): Promise<Movement> {
  const batch: BatchRow = await batchRecord.get(caller, batch_id)
  const { level } = goods.levelOf(store.id, batch)
  await lessApart(caller, level.id, quantity, 'DISPOSED')
  return {
    store,
    product: products.get(product_id) as ProductRow,
    batch,
    kind: 'DISPOSAL',
    quantity: -quantity,
    quarantined: -quantity,
    other: { role: reason === 'EXPIRED' ? 'expired' : 'damaged' },
    line: position,
    department: store.department,
    note: reason,
    register: { kind: 'DESTRUCTION', reason: `${number} ${reason}` },
  }
}

export const cancel = async (caller: Caller, id: string, reason: string): Promise<DisposalRow> =>
  disposalRecord.moved(
    caller,
    await disposalRecord.begin(caller, id, 'cancel'),
    'cancel',
    {},
    reason,
  )
