// Goods for another area (STK-160): all of it or nothing, once for each line of what asked.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { walk_in_number } from '../../../desk/patients/walk-in.ts'
import { rowsOf as patientRowsOf } from '../../../desk/patients/rows.ts'
import type { Issued, IssueAsked } from '../../../neighbours/stock.ts'
import { packs, productName, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { controlledParties } from '../register/parties.ts'
import type { RegisterKind } from '../register/words.ts'
import { settingsOf } from '../settings/settings.ts'
import { type StoreRow, storeFor } from '../stores/keeping.ts'
import type { BatchRow } from './batches.ts'
import { type Goods, holdGoods } from './goods.ts'
import { moveGoods, type Movement, type MoveRow, type Paper } from './moving.ts'
import { pick, type Picked, type Wanted } from './picking.ts'
import { releaseTaken } from './reserve.ts'
import { batches, stock_moves } from './tables.ts'
import { issue_kinds, type IssueKind } from './words.ts'

export async function issue(caller: Caller, asked: IssueAsked): Promise<Issued[]> {
  if (asked.lines.length === 0) return []
  const kind = kindOf(asked.kind)
  const store = await storeFor(caller, asked.store_id)
  const products = await productsOf(
    caller,
    asked.lines.map(({ product_id }) => product_id),
  )
  const wanted = await wantedOf(caller, asked, products)
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  const before = await doneBefore(caller, asked)
  const open = wanted.filter(({ line }) => !before.some((move) => move.line === line))
  const after = open.length === 0 ? [] : await taken(caller, goods, { asked, kind, store, open })
  return issuedRows(caller, [...before, ...after])
}

function kindOf(word: string): IssueKind {
  const kind = issue_kinds.find((known) => known === word)
  if (kind === undefined) throw invalid('kind', `must be one of ${issue_kinds.join(', ')}.`)
  return kind
}

async function wantedOf(
  caller: Caller,
  { lines }: IssueAsked,
  products: Map<string, ProductRow>,
): Promise<Wanted[]> {
  const of_each = await packs.ofMany(caller, [...products.keys()])
  await unitsUsed(caller, lines)
  return lines.flatMap((asked, at) => {
    const product = products.get(asked.product_id) as ProductRow
    const own = of_each.get(product.id) ?? []
    const said = `Line ${at + 1}`
    const base = (quantity: number): number => {
      const read = inBase(product, own, { quantity, unit: asked.unit }, said)
      if (read < 0) throw invalid(said, 'quantity must be more than 0.')
      return read
    }
    const wanted = { product, batch_id: asked.batch_id, line: asked.line ?? at + 1 }
    const used: Wanted = { ...wanted, quantity: base(asked.quantity) }
    if (!asked.wasted) return [used]
    return [used, { ...wanted, quantity: base(asked.wasted), wasted: true }]
  })
}

/** While the pools are held: of two that come at once with the same source one finds the other's. */
const doneBefore = (
  { hospital_id }: Caller,
  { source, source_id, kind }: IssueAsked,
): Promise<MoveRow[]> =>
  stock_moves.all({ hospital_id, source, source_id, kind: kindOf(kind) }, { order: ['id'] })

interface Taking {
  asked: IssueAsked
  kind: IssueKind
  store: StoreRow
  open: Wanted[]
}

async function taken(
  caller: Caller,
  goods: Goods,
  { asked, kind, store, open }: Taking,
): Promise<MoveRow[]> {
  const { source, source_id } = asked
  const picked = await pick(caller, goods, open, {
    store,
    source,
    source_id,
    accept_short_expiry: asked.accept_short_expiry,
  })
  const paper = await paperOf(caller, asked, kind, picked)
  const department = asked.department ?? store.department
  const patient_id = await personOf(caller, asked.patient_id)
  const moves = await moveGoods(
    caller,
    goods,
    paper,
    picked.map((one) => movementOf(one, { asked, kind, store, department, patient_id })),
  )
  await releaseTaken(caller, store.id, { source, source_id })
  return moves
}

/** Behind the walk-in customer stand many (BIL-63): a recall finds nobody by that name. */
async function personOf(caller: Caller, id: string | null | undefined): Promise<string | null> {
  if (!id) return null
  const [patient] = await patientRowsOf(caller, [id])
  return patient?.number === walk_in_number ? null : id
}

async function paperOf(
  caller: Caller,
  asked: IssueAsked,
  kind: IssueKind,
  picked: readonly Picked[],
): Promise<Paper> {
  const controlled = picked.find(({ product }) => product.controlled)
  if (controlled !== undefined) mustBePrescribed(asked, kind, controlled.product)
  const reference = asked.reference ?? `${asked.source} ${asked.source_id}`.slice(0, 60)
  return {
    posting: kind === 'WARD_USE' || kind === 'ISSUE' ? 'STOCK_USE' : 'STOCK_ISSUE',
    source: asked.source,
    source_id: asked.source_id,
    reference,
    memo: `Goods: ${reference}`,
    occurred_at: asked.occurred_at,
    parties:
      controlled === undefined ? undefined : await controlledParties(caller, asked.witness_token),
  }
}

/** STK-75. */
function mustBePrescribed(
  { prescription }: IssueAsked,
  kind: IssueKind,
  product: ProductRow,
): void {
  if (kind !== 'DISPENSE' && kind !== 'SALE') return
  if (prescription?.number) return
  throw conflict(
    `${productName(product)} is a controlled drug: it is dispensed on a prescription.`,
    'prescription',
  )
}

const register_kinds: Record<IssueKind, RegisterKind> = {
  DISPENSE: 'ISSUE',
  SALE: 'SALE',
  DELIVERY: 'ISSUE',
  WARD_USE: 'ADMINISTERED',
  ISSUE: 'ISSUE',
}

function movementOf(
  { product, batch, quantity, line, wasted }: Picked,
  about: {
    asked: IssueAsked
    kind: IssueKind
    store: StoreRow
    department: string | null
    patient_id: string | null
  },
): Movement {
  const { asked, kind, store, department, patient_id } = about
  return {
    store,
    product,
    batch,
    kind,
    quantity: -quantity,
    other: 'cost',
    line,
    department,
    patient_id,
    note: asked.note ?? null,
    register: {
      kind: wasted === true ? 'WASTE' : register_kinds[kind],
      prescriber_name: asked.prescription?.prescriber_name ?? null,
      prescription_no: asked.prescription?.number ?? null,
      from_to: department,
    },
  }
}

async function issuedRows(caller: Caller, moves: readonly MoveRow[]): Promise<Issued[]> {
  const { programme_charge } = await settingsOf(caller)
  const found = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(moves.map(({ batch_id }) => batch_id))],
  })
  const by_id = new Map(found.map((batch) => [batch.id, batch]))
  return moves.map(({ product_id, batch_id, quantity, value, line }) => {
    const { lot, expiry, funding } = by_id.get(batch_id) as BatchRow
    return {
      product_id,
      batch_id,
      lot,
      expiry,
      quantity: -quantity / 1000,
      value: -value,
      chargeable: funding !== 'PROGRAMME' || programme_charge,
      line,
    }
  })
}
