// Charges of other areas (BIL-1 to BIL-3, BIL-6, BIL-30): one line for each source, on the draft of
// the visit, and off it again.

import type { Caller } from '../../../../core/caller.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { conflict } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { payable } from '../../../desk/patients/rows.ts'
import { today } from '../../../office/places/hours.ts'
import { type VisitFacts, visitOf } from '../../../desk/visits/for-areas.ts'
import { policyOf } from '../../policy/policy.ts'
import { codeOf, type Priced, pricesOf } from '../../tariff/prices.ts'
import type { VisitClass } from '../../tariff/words.ts'
import { lineAmounts } from '../amounts.ts'
import { takeBack } from '../credit/back.ts'
import { type Clearance, clearancesOfItems } from './clearance.ts'
import { type DraftOf, runningDraft, summed } from '../bills/drafts.ts'
import {
  bySource,
  bySources,
  itemRecord,
  itemsOf,
  newLine,
  type Row as Item,
  sourceKey,
  type Wanted,
} from './items.ts'
import { type Charging, payerOfCharge, pricePayer } from '../bills/payers.ts'
import { type Row as Bill, billRecord } from '../bills/rows.ts'
import { bill_items, bills } from '../bills/tables.ts'
import { type BillWarning, categories } from '../words.ts'

/** Whose it is. */
export interface ChargedTo {
  patient_id: string
  visit_id?: string | null
  admission_id?: string | null
}

export interface ChargeLine {
  code: string
  /** Up to three decimals. */
  quantity: number
  source: string
  source_id: string
  urgent?: boolean
  department?: string | null
  description?: string | null
  /** Minor units; only of an area that sells by measured cost. */
  unit_price?: number | null
  /** Under which income of the books it stands: `Theatre`, `Bed`, `Maternity`, `Blood` … */
  category?: string | null
  performed_by_id?: string | null
  product_id?: string | null
  batch_id?: string | null
  /** When it is done, or is planned to be; its price is the one of that day. */
  service_date?: string
}

export type Charge = ChargedTo & ChargeLine

/** Of who died here: what the mortuary does for them is charged on any day (MOR-6, MOR-7). */
const after_death: readonly string[] = ['body', 'body_day', 'body_service']

export interface ChargedLine {
  bill_id: string
  item_id: string
  description: string
  unit_price: number | null
  amount: number
  covered: number
  patient_share: number
  clearance: Clearance
}

const lines_max = 500

export async function charge(caller: Caller, asked: Charge): Promise<ChargedLine> {
  const [line] = await chargeAll(caller, asked, [asked])
  return line as ChargedLine
}

/** In one go: the draft is read, summed and asked for clearance once, however many lines it takes. */
export async function chargeAll(
  caller: Caller,
  to: ChargedTo,
  lines: readonly ChargeLine[],
): Promise<ChargedLine[]> {
  const wanted = lines.map((line) => ({ line, quantity: thousandths('quantity', line.quantity) }))
  // The patient is locked first: two charges of one patient come one after the other.
  await payable(caller, to.patient_id, (died_on) =>
    lines.every(
      ({ source, service_date }) =>
        after_death.includes(source) || (service_date !== undefined && service_date <= died_on),
    ),
  )
  const before = await bySources(caller, lines)
  const charged = new Map<ChargeLine, Item>()
  for (const { line, quantity } of wanted) {
    const there = before.get(sourceKey(line))
    if (there !== undefined) charged.set(line, await again(caller, there, line, quantity))
  }
  const fresh = wanted.filter(({ line }) => !charged.has(line))
  if (fresh.length > 0) {
    for (const [line, item] of await onDrafts(caller, to, fresh)) charged.set(line, item)
  }
  return answered(
    caller,
    lines.map((line) => charged.get(line) as Item),
  )
}

interface Fresh {
  line: ChargeLine
  quantity: number
}

/** Lines go together where one payer owes them; with whom the scheme lapsed meanwhile, not all of them do. */
async function onDrafts(
  caller: Caller,
  to: ChargedTo,
  fresh: readonly Fresh[],
): Promise<[ChargeLine, Item][]> {
  const visit = to.visit_id ? await visitOf(caller, to.visit_id) : null
  const { patient_id } = to
  if (visit !== null && visit.patient_id !== patient_id) {
    throw conflict('This visit is of another patient.')
  }
  const facility_id = visit?.facility_id ?? caller.facility_id
  const now = await today(caller, facility_id)
  const placed = fresh.map((one) => ({ ...one, day: one.line.service_date ?? now }))
  const made: [ChargeLine, Item][] = []
  for (const { owing, warning, lines } of await byPayer(caller, patient_id, visit, placed)) {
    const draft_of = {
      patient_id,
      visit_id: visit?.id ?? null,
      admission_id: to.admission_id ?? visit?.admission_id ?? null,
      facility_id,
      owing,
    }
    for (let rest = lines; rest.length > 0; ) {
      const { bill, room } = await draftWithRoom(caller, draft_of)
      const marked = warning === null ? bill : await warned(caller, bill, warning)
      const visit_class = visit?.visit_class ?? null
      made.push(...(await put(caller, marked, rest.slice(0, room), visit_class)))
      rest = rest.slice(room)
    }
  }
  return made
}

interface Placed extends Fresh {
  day: string
}

async function byPayer(
  caller: Caller,
  patient_id: string,
  visit: VisitFacts | null,
  lines: readonly Placed[],
): Promise<(Charging & { lines: Placed[] })[]> {
  const found = new Map<string, Charging & { lines: Placed[] }>()
  for (const [day, on] of Map.groupBy(lines, (one) => one.day)) {
    const charging = await payerOfCharge(caller, patient_id, visit?.payer ?? null, day)
    const key = JSON.stringify(charging)
    const group = found.get(key)
    if (group === undefined) found.set(key, { ...charging, lines: on })
    else group.lines.push(...on)
  }
  return [...found.values()]
}

async function warned(caller: Caller, bill: Bill, warning: BillWarning): Promise<Bill> {
  if (bill.warnings.includes(warning)) return bill
  const warnings = [...bill.warnings, warning]
  await bills.change({ hospital_id: caller.hospital_id, id: bill.id }, { warnings })
  return { ...bill, warnings, version: bill.version + 1 }
}

async function put(
  caller: Caller,
  bill: Bill,
  lines: readonly Placed[],
  visit_class: VisitClass | null,
): Promise<[ChargeLine, Item][]> {
  const prices = await pricesByDay(caller, bill, lines, visit_class)
  const last = (await itemsOf(caller, bill.id)).at(-1)?.position ?? 0
  const made: [ChargeLine, Item][] = []
  let known = true
  for (const [at, { line, quantity, day }] of lines.entries()) {
    const price = prices.get(day)?.get(codeOf(line.code)) as Priced
    if ((line.unit_price ?? price.price) === null) await refuseUnpriced(caller, line, bill)
    const wanted = { ...line, ...categoriesOf(line, price), quantity, service_date: day }
    const one = await newLine(caller, bill, wanted, price, last + 1 + at)
    made.push([line, bill_items.withDefaults(one.line)])
    known &&= one.known_department
  }
  await bill_items.insertMany(made.map(([, item]) => item))
  const { items } = await summed(caller, bill, known ? [] : ['UNKNOWN_DEPARTMENT'])
  const after = new Map(items.map((item) => [item.id, item]))
  for (const [, item] of made) noted(caller, 'bill.charge', bill, item)
  return made.map(([line, item]) => [line, after.get(item.id) ?? item])
}

async function pricesByDay(
  caller: Caller,
  bill: Bill,
  lines: readonly Placed[],
  visit_class: VisitClass | null,
): Promise<Map<string, Map<string, Priced>>> {
  const found = new Map<string, Map<string, Priced>>()
  for (const [date, on] of Map.groupBy(lines, ({ day }) => day)) {
    const codes = on.map(({ line }) => line.code)
    found.set(date, await pricesOf(caller, { codes, payer: pricePayer(bill), date, visit_class }))
  }
  return found
}

/**
 * A full draft runs no more: it keeps its lines as a draft of the same visit and stay, and the next line
 * opens another. No dose and no day in bed is refused because a stay is long.
 */
async function draftWithRoom(
  caller: Caller,
  asked: DraftOf,
): Promise<{ bill: Bill; room: number }> {
  const { hospital_id } = caller
  const draft = await runningDraft(caller, asked)
  const there = await bill_items.count({ hospital_id, bill_id: draft.id })
  if (there < lines_max) return { bill: draft, room: lines_max - there }
  await bills.change({ hospital_id, id: draft.id }, { running: false })
  return { bill: await runningDraft(caller, asked), room: lines_max }
}

/** Prices and gates go by the price list's category, income by the one that the area names. */
const categoriesOf = ({ category }: ChargeLine, priced: Priced): Partial<Wanted> => ({
  category: priced.category ?? categories.find((one) => one === category) ?? null,
  income_category: category === priced.category ? null : category,
})

async function refuseUnpriced(caller: Caller, { code }: ChargeLine, bill: Bill): Promise<void> {
  if ((await policyOf(caller)).unpriced_charge === 'FLAG') return
  throw conflict(`No price for ${code} in the price list of ${bill.payer ?? 'Self'}.`, 'unpriced')
}

/**
 * BIL-2: while the bill is a draft the quantity follows; afterwards the line stands. The planned day
 * moves with its booking, at the price that was told.
 */
async function again(
  caller: Caller,
  before: Item,
  { service_date = before.service_date }: ChargeLine,
  quantity: number,
): Promise<Item> {
  const bill = await billRecord.locked(caller, before.bill_id)
  const item = await itemRecord.get(caller, before.id)
  if (bill.status !== 'DRAFT') return item
  if (item.quantity === quantity && item.service_date === service_date) return item
  const amounts = lineAmounts({ ...item, quantity })
  const changes = {
    quantity,
    service_date,
    ...amounts,
    patient_share: amounts.amount,
    balance: amounts.amount,
  }
  await bill_items.change({ hospital_id: caller.hospital_id, id: item.id }, changes)
  const { items } = await summed(caller, bill)
  const after = items.find(({ id }) => id === item.id) ?? { ...item, ...changes }
  noted(caller, 'bill.quantity', bill, after)
  return after
}

async function answered(caller: Caller, items: readonly Item[]): Promise<ChargedLine[]> {
  const clearances = await clearancesOfItems(caller, items)
  return items.map((item, at) => {
    const { bill_id, id: item_id, description, unit_price, amount, covered, patient_share } = item
    const clearance = clearances[at] as Clearance
    return { bill_id, item_id, description, unit_price, amount, covered, patient_share, clearance }
  })
}

/** BIL-30. A line of an issued bill is taken back by a credit note. */
export async function uncharge(
  caller: Caller,
  source: string,
  source_id: string,
  reason: string,
): Promise<void> {
  const item = await bySource(caller, source, source_id)
  if (item === undefined) return
  const bill = await billRecord.locked(caller, item.bill_id)
  const now = await itemRecord.get(caller, item.id)
  if (now.service_status === 'DONE') {
    throw conflict(`${now.description} was already done: make a credit note.`, 'done')
  }
  if (bill.status !== 'DRAFT') {
    await takeBack(caller, now, reason)
    return
  }
  await dropped(caller, bill, now, reason)
}

export async function dropped(
  caller: Caller,
  bill: Bill,
  item: Item,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  await bill_items.change(
    { hospital_id, id: item.id },
    { service_status: 'CANCELLED', balance: 0, cancel_reason: reason.slice(0, 300) },
  )
  await summed(caller, bill)
  noted(caller, 'bill.uncharge', bill, item, reason)
}

/** Where nothing was charged there is nothing to tell of. */
export const billOf = (caller: Caller, item: Item): Promise<Bill> =>
  billRecord.get(caller, item.bill_id)

export function noted(
  caller: Caller,
  action: string,
  bill: Bill,
  item: Item,
  reason: string | null = null,
): void {
  record(caller, action, {
    entity_type: 'bill',
    entity_id: bill.id,
    entity_label: `${item.description}, ${item.quantity / 1000}`,
    patient_id: bill.patient_id,
    reason,
  })
}
