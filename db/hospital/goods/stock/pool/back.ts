// Goods that come back (STK-161): all that was issued for something, or lines of it, in the value that
// they left with (STK-35).

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import { setApart } from '../quarantine/apart.ts'
import { controlledParties } from '../register/parties.ts'
import type { RegisterKind } from '../register/words.ts'
import { type StoreRow, storeInUse, storesOf } from '../stores/keeping.ts'
import { barred, type BatchRow } from './batches.ts'
import { type Goods, holdGoods } from './goods.ts'
import { moveGoods, type Movement, type MoveRow } from './moving.ts'
import { mayLie } from './receive.ts'
import { batches, stock_moves } from './tables.ts'
import { issue_kinds } from './words.ts'

interface Issue {
  source: string
  source_id: string
}

export interface ComingBack {
  product_id: string
  batch_id: string
  /** In the base unit. */
  quantity: number
  condition: 'GOOD' | 'QUARANTINE' | 'DESTROY'
  reason: string
  issue_source: Issue
}

export interface BackAsked extends Issue {
  reference?: string | null
  store_id: string
  lines: readonly ComingBack[]
  witness_token?: string | null | undefined
}

/** What comes back of one move that took it. */
interface Part {
  move: MoveRow
  quantity: number
  value: number
}

/** In the answer a line for each part that came back; asked a second time it is what came the first. */
export async function receiveBack(caller: Caller, asked: BackAsked): Promise<MoveRow[]> {
  const store = await storeInUse(caller, asked.store_id)
  const products = await productsOf(
    caller,
    asked.lines.map(({ product_id }) => product_id),
  )
  for (const product of products.values()) mayLie(store, product)
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  const done = await movesOf(caller, asked, ['RETURN_IN'])
  if (done.length > 0) return done
  const bringing: Bringing[] = []
  for (const [at, line] of asked.lines.entries()) {
    const product = products.get(line.product_id) as ProductRow
    bringing.push(...(await partsOf(caller, bringing, line, product, at + 1)))
  }
  const moves = await moveGoods(
    caller,
    goods,
    await paperOf(caller, asked, products, 'STOCK_RETURN'),
    bringing.map((one) => movementOf(one, store)),
  )
  await apart(caller, goods, asked, bringing, store)
  return moves
}

interface Bringing extends Part {
  line: ComingBack
  at: number
  product: ProductRow
  batch: BatchRow
  apart: boolean
}

/** What left is taken back from the newest move first; more than is still out cannot come. */
async function partsOf(
  caller: Caller,
  before: readonly Bringing[],
  line: ComingBack,
  product: ProductRow,
  at: number,
): Promise<Bringing[]> {
  const { hospital_id } = caller
  const quantity = Math.round(line.quantity * 1000)
  if (!(quantity > 0)) throw invalidAs(`Line ${at}`, 'quantity must be more than 0.')
  const batch = await batches.find({ hospital_id, id: line.batch_id })
  if (batch === undefined || batch.product_id !== product.id) {
    throw new Refusal(404, 'not_found', `Line ${at}: no such batch.`, { field: `Line ${at}` })
  }
  const left = (await movesOf(caller, line.issue_source, issue_kinds)).filter(
    ({ batch_id }) => batch_id === batch.id,
  )
  const back = await returnedOf(caller, left)
  const parts: Bringing[] = []
  let open = quantity
  for (const move of left.toReversed()) {
    const gone = before.filter((one) => one.move.id === move.id)
    const out = -move.quantity - (back.get(move.id) ?? 0) - sumOf(gone)
    const some = Math.min(open, out)
    if (some <= 0) continue
    open -= some
    const value = portion(-move.value, some, -move.quantity)
    const barring = barred(batch, await today(caller))
    const sound = line.condition === 'GOOD' && product.reissuable && barring === null
    parts.push({ move, quantity: some, value, line, at, product, batch, apart: !sound })
  }
  if (open === 0) return parts
  const known = saidQuantity(product, quantity - open)
  throw conflict(`Line ${at}: only ${known} of ${productName(product)} are still out.`, 'returned')
}

const sumOf = (list: readonly { quantity: number }[]): number =>
  list.reduce((sum, { quantity }) => sum + quantity, 0)

const movesOf = (
  { hospital_id }: Caller,
  { source, source_id }: Issue,
  kinds: readonly MoveRow['kind'][],
): Promise<MoveRow[]> =>
  stock_moves.all({ hospital_id, source, source_id, kind: [...kinds] }, { order: ['id'] })

/** How much of each move came back already. */
async function returnedOf(
  { hospital_id }: Caller,
  moves: readonly MoveRow[],
): Promise<Map<string, number>> {
  const ids = moves.map(({ id }) => id)
  const found = await rows<{ back_of_id: string; quantity: number }>(
    sql`select back_of_id, cast(sum(quantity) as bigint) as quantity from stock_moves
      where hospital_id = ${hospital_id} and back_of_id${oneOf(ids)} group by back_of_id`,
  )
  return new Map(found.map(({ back_of_id, quantity }) => [back_of_id, Number(quantity)]))
}

async function paperOf(
  caller: Caller,
  {
    source,
    source_id,
    reference,
    witness_token,
  }: Pick<BackAsked, 'source' | 'source_id' | 'reference' | 'witness_token'>,
  products: Map<string, ProductRow>,
  posting: string,
) {
  const controlled = [...products.values()].some((product) => product.controlled)
  const called = reference ?? `${source} ${source_id}`.slice(0, 60)
  return {
    posting,
    source,
    source_id,
    reference: called,
    memo: `Goods back: ${called}`,
    parties: controlled ? await controlledParties(caller, witness_token) : undefined,
  }
}

function movementOf(
  { move, quantity, value, product, batch, at, line, apart: is_apart }: Bringing,
  store: StoreRow,
): Movement {
  return {
    ...backOf(move, product, batch, store, 'RETURN'),
    kind: 'RETURN_IN',
    quantity,
    value,
    quarantined: is_apart ? quantity : 0,
    line: at,
    note: line.reason,
  }
}

/** To the account from which its value went. */
function backOf(
  move: MoveRow,
  product: ProductRow,
  batch: BatchRow,
  store: StoreRow,
  kind: RegisterKind,
): Omit<Movement, 'kind' | 'quantity' | 'line'> {
  const { other_account_id, department, patient_id } = move
  return {
    store,
    product,
    batch,
    other: other_account_id === null ? 'cost' : { account_id: other_account_id },
    department,
    patient_id,
    back_of_id: move.id,
    register: { kind, from_to: department },
  }
}

/** What is not sound waits for who decides on it (STK-60). */
async function apart(
  caller: Caller,
  goods: Goods,
  { source, source_id }: BackAsked,
  bringing: readonly Bringing[],
  store: StoreRow,
): Promise<void> {
  for (const { apart: is_apart, product, batch, quantity, line } of bringing) {
    if (!is_apart) continue
    const { level } = goods.levelOf(store.id, batch)
    await setApart(caller, {
      store,
      product,
      batch,
      level_id: level.id,
      quantity,
      reason: line.condition === 'DESTROY' ? 'DAMAGED' : 'RETURN',
      note: line.reason,
      source,
      source_id,
    })
  }
}

/** Everything that was issued for it comes back to where it lay; a second call finds nothing to do. */
export async function reverseIssue(
  caller: Caller,
  source: string,
  source_id: string,
  reason: string,
  witness_token?: string | null,
): Promise<MoveRow[]> {
  const moves = await movesOf(caller, { source, source_id }, issue_kinds)
  if (moves.length === 0) return []
  const products = await productsOf(
    caller,
    moves.map(({ product_id }) => product_id),
  )
  const places = await storesOf(
    caller,
    moves.map(({ store_id }) => store_id),
  )
  const goods = await holdGoods(
    caller,
    moves.map(({ store_id, product_id }) => ({
      store: places.get(store_id) as StoreRow,
      product: products.get(product_id) as ProductRow,
    })),
  )
  const back = await returnedOf(caller, moves)
  const of = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(moves.map(({ batch_id }) => batch_id))],
  })
  const movements = moves.flatMap((move): Movement[] => {
    const batch = of.find(({ id }) => id === move.batch_id) as BatchRow
    const product = products.get(move.product_id) as ProductRow
    const store = places.get(move.store_id) as StoreRow
    const quantity = -move.quantity - (back.get(move.id) ?? 0)
    if (quantity === 0) return []
    const value = portion(-move.value, quantity, -move.quantity)
    const of_it = backOf(move, product, batch, store, 'CORRECTION')
    return [{ ...of_it, kind: 'REVERSAL', quantity, value, line: move.line, note: reason }]
  })
  if (movements.length === 0) return []
  const { reference } = moves[0] as MoveRow
  const asked = { source, source_id, reference, witness_token }
  const paper = await paperOf(caller, asked, products, 'STOCK_RETURN')
  return moveGoods(caller, goods, paper, movements)
}
