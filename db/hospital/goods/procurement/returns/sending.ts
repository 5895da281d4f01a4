// Approving returns and sending them (3.7, STK-34, STK-80, STK-153): goods, what is owed or waits for its invoice,
// the order and the ledger change together.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { post } from '../../../money/accounting/posting/post.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { stockAccount } from '../../stock/pool/accounts.ts'
import { batchRecord } from '../../stock/pool/batches.ts'
import { moveGoods, type Movement, type MoveRow } from '../../stock/pool/moving.ts'
import type { ProductRow } from '../../stock/products/record.ts'
import { lessApart } from '../../stock/quarantine/apart.ts'
import { controlledParties } from '../../stock/register/parties.ts'
import { ownStore, storeRecord } from '../../stock/stores/keeping.ts'
import { addAdvance } from '../invoices/advances.ts'
import { type Off, writeTaken } from '../invoices/sent-back.ts'
import { supplierRecord } from '../suppliers/record.ts'
import { hold } from './held.ts'
import { documentOf, saysNothing, sentLines } from './ledger.ts'
import { type Hand, refuseBeyond, takeInHand } from './on-hand.ts'
import { return_content, type ReturnLine, returnRecord, type ReturnRow } from './record.ts'
import type { Sending } from './shapes.ts'
import { supplier_return_credits, supplier_return_lines } from './tables.ts'
import { refuseShut, type Worth, worthOf, writeHeld } from './worth.ts'

export async function approve(caller: Caller, id: string, note: string | null): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.made_by_id, 'stock:approve', {
    words: 'You made this return: somebody else must approve it.',
  })
  const store = await storeRecord.get(caller, before.store_id)
  const lines = await return_content.of(caller, id)
  refuseBeyond(await takeInHand(caller, store, lines), lines)
  return returnRecord.moved(caller, before, 'approve', { approved_by_name: caller.name }, note)
}

export async function send(caller: Caller, id: string, input: Sending): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'send')
  const store = await ownStore(caller, before.store_id)
  const supplier = await supplierRecord.get(caller, before.supplier_id)
  const lines = await return_content.of(caller, id)
  const held = await hold(caller, lines)
  refuseShut(held, before.settle)
  const hand = await takeInHand(caller, store, lines)
  refuseBeyond(hand, lines)
  const controlled = [...hand.products.values()].some((product) => product.controlled)
  const receiver_licence = input.receiver_licence || supplier.licence_no
  // STK-80.
  if (controlled && !receiver_licence) {
    throw invalid('receiver_licence', `is required: ${supplier.name} is sent controlled drugs.`)
  }
  const worth = worthOf(held, before.settle, lines)
  const parties = controlled ? await controlledParties(caller, input.witness_token) : undefined
  const offs = await writeTaken(caller, held.asking, `Sent back: ${before.number}`)
  await writeHeld(caller, held, before.settle)
  const from_to = [supplier.name, controlled ? receiver_licence : null].filter(Boolean).join(', ')
  const movements = await movementsOf(caller, hand, before, lines, from_to.slice(0, 160))
  const moves = await moveGoods(
    caller,
    hand.goods,
    {
      posting: null,
      source: 'supplier_return',
      source_id: id,
      reference: before.number,
      memo: `Return ${before.number}`,
      path: `/procurement/returns/${id}`,
      parties,
      entry: (made) =>
        posted(caller, before, { supplier: supplier.name, hand, lines, worth, offs }, made),
    },
    movements,
  )
  await keepOffs(caller, before, offs)
  return returnRecord.moved(caller, before, 'send', {
    value: worth.reduce((sum, { value }) => sum + value, 0),
    tax_amount: worth.reduce((sum, { tax }) => sum + tax, 0),
    carrier: input.carrier || null,
    receiver_licence,
    witness_name: parties?.witness_name ?? null,
    sent_by_name: caller.name,
    sent_at: clock.instant(),
    sent_on: await today(caller),
    entry_reference: moves.find((move) => move.entry_reference)?.entry_reference ?? null,
  })
}

/** What was set apart goes first: that is what goes back as a rule. */
async function movementsOf(
  caller: Caller,
  { store, products, goods }: Hand,
  { number, reason }: ReturnRow,
  lines: readonly ReturnLine[],
  from_to: string,
): Promise<Movement[]> {
  const movements: Movement[] = []
  const gone = new Map<string, number>()
  for (const { product_id, batch_id, quantity, position } of lines) {
    const batch = await batchRecord.get(caller, batch_id)
    const { level } = goods.levelOf(store.id, batch)
    const before = gone.get(batch_id) ?? 0
    const apart = Math.min(quantity, level.quarantined - before)
    gone.set(batch_id, before + apart)
    if (apart > 0) await lessApart(caller, level.id, apart, 'RETURNED')
    movements.push({
      store,
      product: products.get(product_id) as ProductRow,
      batch,
      kind: 'SUPPLIER_RETURN',
      quantity: -quantity,
      quarantined: -apart,
      other: { role: 'price_variance' },
      line: position,
      department: store.department,
      note: reason,
      register: { kind: 'RETURN', from_to, reason: `${number} ${reason}` },
    })
  }
  return movements
}

interface Posting {
  supplier: string
  hand: Hand
  lines: readonly ReturnLine[]
  worth: readonly Worth[]
  offs: readonly Off[]
}

/** One entry of the whole document; each line keeps what it said in it. */
async function posted(
  caller: Caller,
  row: ReturnRow,
  { supplier, hand, lines, worth, offs }: Posting,
  moves: readonly MoveRow[],
): Promise<string | null> {
  const { hospital_id } = caller
  const kept: (Worth & Pick<ReturnLine, 'cost' | 'stock_account_id'>)[] = []
  for (const [at, { id, product_id }] of lines.entries()) {
    const product = hand.products.get(product_id) as ProductRow
    const cost = -(moves[at]?.value ?? 0) + 0
    const stock_account_id = await stockAccount(caller, product)
    const one = { ...(worth[at] as Worth), cost, stock_account_id }
    await supplier_return_lines.change({ hospital_id, id }, one)
    kept.push(one)
  }
  const said = sentLines(row, kept, offs)
  if (saysNothing(said)) return null
  const entry = await post(caller, {
    source: 'SUPPLIER_RETURN',
    source_id: row.id,
    memo: `Return ${row.number}: ${supplier}`,
    lines: said,
    document: documentOf(row),
  })
  return entry.reference
}

async function keepOffs(caller: Caller, row: ReturnRow, offs: readonly Off[]): Promise<void> {
  const { hospital_id } = caller
  for (const off of offs) {
    await supplier_return_credits.insert({ ...off, hospital_id, return_id: row.id, step: 'SENT' })
  }
  const ahead = offs.reduce((sum, { amount, owed }) => sum + amount - owed, 0)
  if (ahead > 0) await addAdvance(caller, { ...row, order_id: null }, ahead, 'supplier_return')
}

export const cancel = async (caller: Caller, id: string, reason: string): Promise<ReturnRow> =>
  returnRecord.moved(caller, await returnRecord.begin(caller, id, 'cancel'), 'cancel', {}, reason)
