// Goods used in theatre (OT-15): charged, taken off the theatre's shelf by batch, brought back unopened. The bill
// is locked before the goods.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { issue } from '../../../goods/stock/pool/issue.ts'
import { receiveBack } from '../../../goods/stock/pool/back.ts'
import { productName, type ProductRow, productsOf } from '../../../goods/stock/products/record.ts'
import { storeInUse } from '../../../goods/stock/stores/keeping.ts'
import { uncharge } from '../../../money/billing/charges/charge.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { returnCharge } from '../../../money/billing/charges/returned-services.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { chargeKey } from '../../parts/charging.ts'
import { type CaseRow, held, mustBeOfTeam } from '../cases/record.ts'
import { roomRecord } from '../rooms/rooms.ts'
import { mustHaveCome } from './anaesthesia.ts'
import type { ItemsInput, UsedItem } from './shapes.ts'
import { theatre_items } from './tables.ts'

export const item_source = 'theatre_item'

export type ItemRow = RowOf<(typeof theatre_items)['columns']>
type Used = NonNullable<ItemsInput['used']>[number]

export interface Recorded {
  items: UsedItem[]
  warnings: string[]
}

export async function write(caller: Caller, id: string, input: ItemsInput): Promise<Recorded> {
  const { row } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, row)
  mustHaveCome(row)
  if (row.status === 'CLOSED')
    throw conflict(`Case ${row.number} is CLOSED: its goods stand.`, 'state')
  const { used = [], returned = [] } = input
  if (used.length + returned.length === 0) throw invalid('used', 'or returned: say what.')
  const warnings: string[] = []
  const touched: ItemRow[] = []
  if (used.length > 0) touched.push(...(await use(caller, row, input, used, warnings)))
  for (const one of inOrder(returned)) touched.push(await giveBack(caller, row, one))
  return { items: touched.map(shownItem), warnings }
}

const inOrder = <T extends { item_id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))

async function use(
  caller: Caller,
  row: CaseRow,
  { store_id, witness_token }: ItemsInput,
  used: readonly Used[],
  warnings: string[],
): Promise<ItemRow[]> {
  const store = await storeOf(caller, row, store_id)
  const products = await productsOf(
    caller,
    used.map(({ product_id }) => product_id),
  )
  const lines = used.map((one, at) => lineRead(one, at, products.get(one.product_id) as ProductRow))
  for (const line of lines) await chargeLine(caller, row, line, warnings)
  const made: ItemRow[] = []
  // Of several products the pools are taken in the order of their ids.
  for (const line of lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))) {
    made.push(...(await take(caller, row, line, { store_id: store, witness_token })))
  }
  return made
}

async function storeOf(
  caller: Caller,
  row: CaseRow,
  typed: string | null | undefined,
): Promise<string> {
  const own =
    row.theatre_id === null ? null : (await roomRecord.get(caller, row.theatre_id)).store_id
  const id = typed ?? own
  if (id === null) throw invalid('store_id', 'is required: this theatre has no store.')
  return (await storeInUse(caller, id)).id
}

interface Line {
  line_id: string
  product: ProductRow
  used: Used
  kind: ItemRow['kind']
  charged: boolean
}

function lineRead(used: Used, at: number, product: ProductRow): Line {
  const kind = used.kind ?? (product.class === 'MEDICINE' ? 'DRUG' : 'CONSUMABLE')
  if (kind === 'IMPLANT') {
    if (!used.serial && !used.batch_id) {
      throw invalidAs(`items[${at}]`, 'an implant needs its serial or lot.')
    }
    if (!used.site) throw invalid(`items[${at}].site`, 'is required with IMPLANT.')
  }
  return { line_id: newId(), product, used, kind, charged: false }
}

/** By the product's tariff code; what has none costs the patient nothing. */
async function chargeLine(
  caller: Caller,
  row: CaseRow,
  line: Line,
  warnings: string[],
): Promise<void> {
  const { product, used } = line
  if (used.charge === false || product.tariff_code === null) return
  const { item_id, warning } = await chargeKey(caller, {
    key: product.code,
    code: product.tariff_code,
    patient_id: row.patient_id,
    visit_id: row.visit_id,
    admission_id: row.admission_id,
    quantity: used.quantity,
    source: item_source,
    source_id: line.line_id,
    category: 'Supplies',
    urgent: row.urgency === 'EMERGENCY',
    service_date: await today(caller, row.facility_id),
    ...(row.department === null ? {} : { department: row.department }),
  })
  line.charged = item_id !== null
  if (warning !== null) warnings.push(warning)
}

async function take(
  caller: Caller,
  row: CaseRow,
  line: Line,
  from: { store_id: string; witness_token?: string | null | undefined },
): Promise<ItemRow[]> {
  const { line_id, product, used } = line
  const issued = await issue(caller, {
    store_id: from.store_id,
    lines: [{ product_id: product.id, quantity: used.quantity, batch_id: used.batch_id ?? null }],
    kind: 'WARD_USE',
    source: item_source,
    source_id: line_id,
    reference: row.number,
    patient_id: row.patient_id,
    department: row.department,
    witness_token: from.witness_token ?? null,
  })
  if (line.charged && issued.every(({ chargeable }) => !chargeable)) {
    await uncharge(caller, item_source, line_id, 'Not charged')
    line.charged = false
  }
  if (line.charged) await serviceDone(caller, item_source, line_id, {})
  const { name } = await signerOf(caller)
  const made: ItemRow[] = []
  for (const one of issued) {
    made.push(
      await theatre_items.insert({
        hospital_id: caller.hospital_id,
        facility_id: row.facility_id,
        case_id: row.id,
        patient_id: row.patient_id,
        line_id,
        product_id: product.id,
        name: productName(product).slice(0, 200),
        quantity: Math.round(one.quantity * 1000),
        store_id: from.store_id,
        batch_id: one.batch_id,
        lot: one.lot,
        expiry: one.expiry,
        serial: used.serial || null,
        kind: line.kind,
        site: used.site || null,
        charged: line.charged,
        at: clock.instant(),
        by_name: name.slice(0, 160),
      }),
    )
  }
  return made
}

async function giveBack(
  caller: Caller,
  row: CaseRow,
  asked: NonNullable<ItemsInput['returned']>[number],
): Promise<ItemRow> {
  const { hospital_id } = caller
  const item = await theatre_items.find(
    { hospital_id, id: asked.item_id, case_id: row.id },
    { lock: true },
  )
  if (item === undefined) throw invalid('returned', 'names an item that is not of this case.')
  const quantity = Math.round(asked.quantity * 1000)
  const left = item.quantity - item.returned
  if (quantity > left)
    throw conflict(`Only ${left / 1000} of ${item.name} can still come back.`, 'too_much')
  const reason = `Unopened, ${row.number}`
  if (item.charged) {
    await returnCharge(caller, {
      source: item_source,
      source_id: item.line_id,
      quantity: asked.quantity,
      reason,
    })
  }
  await receiveBack(caller, {
    source: 'theatre_return',
    source_id: newId(),
    reference: row.number,
    store_id: item.store_id,
    lines: [
      {
        product_id: item.product_id,
        batch_id: item.batch_id,
        quantity: asked.quantity,
        condition: asked.condition,
        reason,
        issue_source: { source: item_source, source_id: item.line_id },
      },
    ],
  })
  const returned = item.returned + quantity
  await theatre_items.change({ hospital_id, id: item.id }, { returned })
  return { ...item, returned }
}

export const itemsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<ItemRow[]> => theatre_items.all({ hospital_id, case_id }, { order: ['at', 'id'] })

export const shownItem = (row: ItemRow): UsedItem => ({
  ...row,
  quantity: row.quantity / 1000,
  returned: row.returned / 1000,
})
