// Verifying (3.4, CAR-90 to CAR-93): what of each line is supplied, checked once more, held and charged.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { release, reserve } from '../../../goods/stock/pool/reserve.ts'
import type { ProductRow } from '../../../goods/stock/products/record.ts'
import { type StoreRow, storeFor } from '../../../goods/stock/stores/keeping.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { tell } from '../../../neighbours/telling.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { said as warned } from '../../wards/admissions/discharge.ts'
import { aroundOf, isEmergency, passChecks } from '../prescribing/passing.ts'
import { type ItemRow, prescriptionRecord, type PrescriptionRow } from '../prescribing/record.ts'
import { checkedItems } from '../prescribing/stored.ts'
import { prescription_items } from '../prescribing/tables.ts'
import { checkedBy, watchedOf } from './checking.ts'
import { chargeLines, supplying } from './money.ts'
import { type Chosen, productFor } from './products.ts'
import { dispenseRecord, type DispenseRow, goods_source, lines_of, type LineRow } from './record.ts'
import type { VerifyInput, VerifyLine } from './shapes.ts'
import { dispense_lines } from './tables.ts'

export interface Dispensed {
  row: DispenseRow
  warnings: GateResult[]
  rest_id?: string | null
}

/** The patient, the prescription and the dispense, in this order, for a move that is asked for. */
export async function begun(
  caller: Caller,
  id: string,
  move: Parameters<typeof dispenseRecord.begin>[2],
): Promise<{ before: DispenseRow; of: PrescriptionRow; lines: LineRow[] }> {
  const { patient_id, prescription_id } = await dispenseRecord.get(caller, id)
  await writable(caller, patient_id)
  const of = await prescriptionRecord.locked(caller, prescription_id)
  const before = await dispenseRecord.begin(caller, id, move)
  return { before, of, lines: await lines_of.of(caller, id) }
}

export async function verify(caller: Caller, id: string, input: VerifyInput): Promise<Dispensed> {
  const { warning } = await practisingSigner(caller)
  const { before, of, lines } = await begun(caller, id, 'verify')
  const store = await storeFor(caller, input.store_id ?? before.store_id)
  const items = await itemsOfLines(caller, lines)
  const judged = await judgedLines(caller, { lines, items, input, store, of })
  const supplied = supplying(judged)
  if (supplied.length === 0) return nothingSupplied(caller, before, judged)
  const warnings = await passed(caller, before, of, supplied, items, input)
  const checked = await checkedBy(caller, before, await watchedOf(caller, judged), input)
  await keepLines(caller, judged)
  await chargeLines(caller, before, supplied, of.department)
  await hold(caller, before, store, supplied)
  const { reserve_minutes } = await clinicalOf(caller)
  const row = await dispenseRecord.moved(caller, before, 'verify', {
    status: 'VERIFIED',
    store_id: store.id,
    verified_at: clock.instant(),
    verified_by_id: caller.user_id,
    verified_by_name: caller.name,
    reserved_until: instantIn(minutes(reserve_minutes)),
    kept: false,
    hold_reason: null,
    ...checked,
  })
  await tellPrescriber(caller, of, judged)
  const licence = warning === null ? [] : [warned(warning)]
  return { row, warnings: [...warnings, ...licence] }
}

export async function itemsOfLines(
  { hospital_id }: Caller,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, ItemRow>> {
  const ids = lines.map(({ prescription_item_id }) => prescription_item_id)
  const found = await prescription_items.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((item) => [item.id, item]))
}

interface Judging {
  lines: readonly LineRow[]
  items: ReadonlyMap<string, ItemRow>
  input: VerifyInput
  store: StoreRow
  of: PrescriptionRow
}

async function judgedLines(caller: Caller, about: Judging): Promise<LineRow[]> {
  const { lines, input } = about
  const unknown = input.lines.find(({ line_id }) => !lines.some(({ id }) => id === line_id))
  if (unknown !== undefined) throw noSuch('line of this dispense')
  const judged: LineRow[] = []
  for (const line of lines) {
    const said = input.lines.find(({ line_id }) => line_id === line.id)
    const at = `Line ${line.position}`
    if (!said?.outcome) throw invalid(at, 'outcome is required.')
    judged.push(await judgedLine(caller, about, line, said, at))
  }
  return judged
}

async function judgedLine(
  caller: Caller,
  about: Judging,
  line: LineRow,
  said: VerifyLine,
  at: string,
): Promise<LineRow> {
  const outcome = said.outcome ?? 'SUPPLY'
  const empty = { product_id: null, product_name: null, quantity: 0, unit: null, supplied: 0 }
  const bare: LineRow = { ...line, ...empty, outcome, reason: null, owed: 'NONE', batches: [] }
  const item = about.items.get(line.prescription_item_id) as ItemRow
  if (outcome === 'NOT_SUPPLIED') {
    if (!said.reason) throw wrong(at, 'reason is required with NOT_SUPPLIED.')
    return { ...bare, reason: said.reason }
  }
  if (outcome === 'DECLINED' || outcome === 'OWN_SUPPLY') return bare
  const wanted = wantedOf(line, said, at)
  const found = await productFor(caller, about.store, line, said, { wanted, at, item })
  if (outcome === 'OUT_OF_STOCK') {
    notWhileThereIsSome(found, line)
    return { ...bare, owed: said.owed ?? 'NONE' }
  }
  mayBeSupplied(item)
  return supply(bare, found, wanted, said, at)
}

const wrong = (at: string, words: string): Refusal =>
  new Refusal(400, 'invalid', `${at}: ${words}`, { field: at })

function wantedOf({ quantity_due }: LineRow, { quantity }: VerifyLine, at: string): number {
  if (quantity === null || quantity === undefined) return quantity_due
  const wanted = Math.round(quantity * 1000)
  if (wanted <= 0) throw wrong(at, 'quantity must be more than 0.')
  if (wanted > quantity_due) {
    throw conflict(`${at}: ${wanted / 1000} asked, ${quantity_due / 1000} due.`, 'more')
  }
  return wanted
}

function notWhileThereIsSome({ free, product }: Chosen, { quantity_due }: LineRow): void {
  if (product === null || free < quantity_due) return
  throw conflict(`${free / 1000} are free in this store.`, 'in_stock')
}

function mayBeSupplied({ status, medicine, ended_by_name }: ItemRow): void {
  if (status === 'ACTIVE') return
  const by = ended_by_name === null ? '' : ` by ${ended_by_name}`
  throw conflict(`${medicine} is ${status}${by}: it is not supplied.`, 'item')
}

function supply(
  bare: LineRow,
  { product, per_unit, substitution }: Chosen,
  wanted: number,
  said: VerifyLine,
  at: string,
): LineRow {
  if (product === null) {
    throw conflict(`${at}: nothing of ${bare.medicine} lies in this store.`, 'short')
  }
  const less = wanted < bare.quantity_due
  if (less && (said.owed ?? 'NONE') === 'NONE') {
    throw wrong(at, 'owed is required: KEEP or DROP. It is less than is due.')
  }
  return {
    ...bare,
    product_id: product.id,
    product_name: nameOf(product),
    quantity: inBase(product, wanted, per_unit),
    unit: product.base_unit,
    supplied: wanted,
    substitution,
    owed: less ? (said.owed ?? 'NONE') : 'NONE',
  }
}

const nameOf = ({ name, strength }: ProductRow): string =>
  (strength === null || name.includes(strength) ? name : `${name} ${strength}`).slice(0, 240)

/** CAR-59: whole base units, unless the product is split. */
function inBase({ divisible }: ProductRow, wanted: number, per_unit: number): number {
  const exact = Math.round((wanted * per_unit) / 1000)
  return divisible ? exact : Math.ceil(exact / 1000) * 1000
}

async function passed(
  caller: Caller,
  before: DispenseRow,
  of: PrescriptionRow,
  lines: readonly LineRow[],
  items: ReadonlyMap<string, ItemRow>,
  { overrides }: VerifyInput,
): Promise<GateResult[]> {
  const own = lines.map(
    ({ prescription_item_id, medicine_id }) =>
      ({ ...items.get(prescription_item_id), medicine_id }) as ItemRow,
  )
  const around = await aroundOf(caller, { ...of, except: [...items.keys()] })
  const stat = own.every(({ frequency }) => frequency === 'STAT')
  const checked = await checkedItems(caller, own, () => '')
  const { warnings } = await passChecks(caller, {
    action: 'dispense.verify',
    lines: checked.map((line, index) => ({
      ...line,
      at: `Line ${lines[line.part_of ?? index]?.position}`,
    })),
    of: around,
    emergency: await isEmergency(caller, of, around, stat),
    overrides,
    more: {
      prescriber: of.by_id,
      valid_until: of.valid_until,
      today: dayIn(await zoneOf(caller, before.facility_id)),
    },
    entity: {
      type: 'dispense',
      id: before.id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  return warnings
}

async function keepLines(caller: Caller, lines: readonly LineRow[]): Promise<void> {
  const { hospital_id } = caller
  for (const line of lines) {
    const { id, hospital_id: _of, dispense_id: _dispense, position: _place, ...rest } = line
    await dispense_lines.change({ hospital_id, id }, rest)
  }
}

const held_for_long = minutes(60 * 24 * 60)

/** CAR-93: for as long as the dispense stands; its own clock says when it is given up. */
export async function hold(
  caller: Caller,
  { id, number, patient_id }: DispenseRow,
  store: StoreRow,
  lines: readonly LineRow[],
): Promise<void> {
  const by_product = Map.groupBy(supplying(lines), ({ product_id }) => product_id ?? '')
  for (const product_id of [...by_product.keys()].toSorted()) {
    const own = by_product.get(product_id) ?? []
    const quantity = own.reduce((sum, line) => sum + line.quantity, 0)
    const { short } = await reserve(caller, {
      product_id,
      store_id: store.id,
      quantity: quantity / 1000,
      source: goods_source,
      source_id: id,
      reference: number,
      patient_id,
      until: instantIn(held_for_long),
    })
    if (short === 0) continue
    const free = quantity / 1000 - short
    const name = own[0]?.product_name ?? ''
    throw conflict(`Only ${free} of ${name} are free in ${store.name}.`, 'short')
  }
}

export const letGo = (caller: Caller, { id }: Pick<DispenseRow, 'id'>): Promise<void> =>
  release(caller, goods_source, id)

async function nothingSupplied(
  caller: Caller,
  before: DispenseRow,
  lines: readonly LineRow[],
): Promise<Dispensed> {
  await keepLines(caller, lines)
  const cancel_reason = 'Nothing supplied'
  const row = await dispenseRecord.moved(
    caller,
    before,
    'verify',
    { status: 'CANCELLED', cancel_reason },
    cancel_reason,
  )
  return { row, warnings: [] }
}

/** CAR-90, CAR-91. */
async function tellPrescriber(
  caller: Caller,
  of: PrescriptionRow,
  lines: readonly LineRow[],
): Promise<void> {
  if (of.by_id === null || of.by_id === caller.user_id) return
  const told = lines.flatMap(({ medicine, outcome, reason, substitution }) => {
    if (outcome === 'NOT_SUPPLIED') return [`${medicine} is not supplied (${reason}).`]
    const other = substitution !== null && substitution.kind !== 'BRAND'
    return other ? [`${medicine}: ${substitution.to} is supplied.`] : []
  })
  if (told.length === 0) return
  await tell(caller, {
    to: { user: of.by_id },
    kind: 'prescription.pharmacy',
    title: 'The pharmacy on a prescription of yours',
    body: `${of.number}: ${told.join(' ')}`,
    entity: { type: 'prescription', id: of.id },
  })
}
