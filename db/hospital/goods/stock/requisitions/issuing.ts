// Issuing what was approved (STK-50 to STK-53): on its way to a store that keeps stock, else used by the
// department at once.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { moveGoods, type Movement, type MoveRow, type Paper } from '../pool/moving.ts'
import { pick, type Picked, type Wanted } from '../pool/picking.ts'
import { mayLie } from '../pool/receive.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { controlledParties } from '../register/parties.ts'
import { ownStore, type StoreRow, storeInUse } from '../stores/keeping.ts'
import { holdFor } from './asking.ts'
import {
  isOpenTo,
  issued_batches,
  requisition_content,
  type RequisitionLine,
  requisitionRecord,
  type RequisitionRow,
} from './record.ts'
import type { IssueLine, RequisitionIssue } from './shapes.ts'
import { requisition_lines } from './tables.ts'

interface Issuing {
  row: RequisitionRow
  from: StoreRow
  to: StoreRow
  lines: RequisitionLine[]
  products: Map<string, ProductRow>
}

export async function issue(
  caller: Caller,
  id: string,
  { lines: said, witness_token }: RequisitionIssue,
): Promise<RequisitionRow> {
  const row = await requisitionRecord.begin(caller, id, 'issue')
  if (!isOpenTo(row, 'issue')) {
    const said = `Requisition ${row.number} is ${row.status}. It can: approve, reject, cancel.`
    throw conflict(said, 'state')
  }
  const from = await ownStore(caller, row.from_store_id)
  const to = await storeInUse(caller, row.to_store_id)
  const lines = await requisition_content.of(caller, id)
  const products = await productsOf(caller, [
    ...lines.map(({ product_id }) => product_id),
    ...said.flatMap(({ substitute_id }) => (substitute_id ? [substitute_id] : [])),
  ])
  const issuing: Issuing = { row, from, to, lines, products }
  const wanted = said.flatMap((line, at) => wantedOf(issuing, line, `Line ${at + 1}`))
  const used = [...new Set(wanted.map(({ product }) => product))]
  if (to.holds_stock) for (const product of used) mayLie(to, product)
  const goods = await holdGoods(
    caller,
    used.map((product) => ({ store: from, product })),
  )
  const about = { store: from, source: 'requisition', source_id: row.id }
  const picked = await pick(caller, goods, wanted, about)
  const controlled = used.some((product) => product.controlled)
  const parties = controlled ? await controlledParties(caller, witness_token) : undefined
  const moves = await moved(caller, goods, issuing, picked, parties)
  await keepIssued(caller, issuing, picked, moves)
  for (const line of lines) await keepLine(caller, line)
  await holdFor(caller, row)
  const whole = lines.every(({ approved, requested, issued }) => issued >= (approved ?? requested))
  return requisitionRecord.moved(caller, row, 'issue', {
    status: whole ? 'ISSUED' : 'PART_ISSUED',
    issued_by_name: caller.name,
    issues: row.issues + 1,
  })
}

/** Nothing to pick where none is issued: a line may be said to be short altogether. */
function wantedOf({ lines, products }: Issuing, said: IssueLine, at: string): Wanted[] {
  const line = lines.find(({ id }) => id === said.line_id)
  if (line === undefined) {
    throw new Refusal(404, 'not_found', `${at}: no such line.`, { field: at })
  }
  const quantity = Math.round(said.quantity * 1000)
  if (quantity < 0 || quantity / 1000 !== said.quantity) {
    throw new Refusal(400, 'invalid', `${at}: quantity must not be negative.`, { field: at })
  }
  const left = (line.approved ?? line.requested) - line.issued
  if (quantity > left) throw conflict(`${at}: only ${left / 1000} are approved and open.`, 'more')
  if (quantity < left && !said.reason) {
    throw new Refusal(400, 'invalid', `${at}: a reason is required: it is less than approved.`, {
      field: at,
    })
  }
  const asked = products.get(line.product_id) as ProductRow
  const product = substituteOf(asked, products.get(said.substitute_id ?? ''), said, at)
  const whole = product.divisible || quantity % 1000 === 0
  if (!whole) {
    throw new Refusal(400, 'invalid', `${at}: ${productName(product)} is not split.`, { field: at })
  }
  line.issued += quantity
  line.reason = said.reason ?? line.reason
  if (product.id !== line.product_id) line.substitute_id = product.id
  if (quantity === 0) return []
  return [{ product, quantity, batch_id: said.batch_id, line: line.position }]
}

/** STK-50: one that is named as such, or any with a reason. */
function substituteOf(
  asked: ProductRow,
  other: ProductRow | undefined,
  { reason }: IssueLine,
  at: string,
): ProductRow {
  if (other === undefined || other.id === asked.id) return asked
  if (asked.substitutes.includes(other.id) || reason) return other
  throw conflict(
    `${at}: ${productName(other)} is no substitute of ${productName(asked)}: give a reason.`,
    'substitute',
  )
}

export const paperOf = ({ id, number }: RequisitionRow, part: string): Paper => ({
  posting: null,
  source: 'requisition',
  source_id: `${id}:${part}`,
  reference: number,
  memo: `Requisition ${number}`,
  path: `/stock/requisitions/${id}`,
})

async function moved(
  caller: Caller,
  goods: Goods,
  { row, from, to }: Issuing,
  picked: readonly Picked[],
  parties: Paper['parties'],
): Promise<MoveRow[]> {
  const abroad = from.facility_id !== to.facility_id
  const paper = paperOf(row, `issue ${row.issues + 1}`)
  if (!to.holds_stock) {
    return moveGoods(
      caller,
      goods,
      { ...paper, posting: 'STOCK_USE', parties },
      picked.map((one) => usedOf(one, from, row, to)),
    )
  }
  return moveGoods(
    caller,
    goods,
    { ...paper, posting: abroad ? 'STOCK_SEND' : null, parties },
    picked.map((one) => ({
      ...one,
      store: from,
      kind: 'TRANSFER_OUT',
      quantity: -one.quantity,
      other: abroad ? { role: 'stock_transit' } : null,
      other_facility_id: abroad ? to.facility_id : undefined,
      department: row.department,
      register: { kind: 'TRANSFER_OUT', from_to: to.name },
    })),
  )
}

/** STK-52: of a department without stock it is used when it is handed over, by the patient if it is for one. */
const usedOf = (
  one: Picked,
  from: StoreRow,
  { department, patient_id }: RequisitionRow,
  to: StoreRow,
): Movement => ({
  ...one,
  store: from,
  kind: 'WARD_USE',
  quantity: -one.quantity,
  other: 'cost',
  department: department ?? to.department,
  patient_id,
  register: { kind: 'ISSUE', from_to: to.name },
})

async function keepIssued(
  caller: Caller,
  { row, to, lines }: Issuing,
  picked: readonly Picked[],
  moves: readonly MoveRow[],
): Promise<void> {
  const before = await issued_batches.of(caller, row.id)
  await issued_batches.add(
    caller,
    row.id,
    picked.map(({ line, product, batch, quantity }, at) => ({
      line_id: lines.find(({ position }) => position === line)?.id ?? '',
      product_id: product.id,
      batch_id: batch.id,
      sent: quantity,
      value: -(moves[at]?.value ?? 0),
      issued_by_id: caller.user_id,
      received: to.holds_stock ? null : quantity,
    })),
    before.length + 1,
  )
  if (to.holds_stock) return
  for (const line of lines) line.received = line.issued
}

async function keepLine({ hospital_id }: Caller, line: RequisitionLine): Promise<void> {
  const { id, issued, received, reason, substitute_id } = line
  const now = { issued, received, reason, substitute_id }
  await requisition_lines.change({ hospital_id, id }, now)
}
