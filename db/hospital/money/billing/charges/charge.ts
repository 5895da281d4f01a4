// Charges of other areas (BIL-1 to BIL-3, BIL-6, BIL-30): one line for each source, on the draft of
// the visit, and off it again.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { conflict } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { payable } from '../../../desk/patients/rows.ts'
import { today } from '../../../office/places/hours.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { policyOf } from '../../policy/policy.ts'
import { type Priced, priceOf } from '../../tariff/prices.ts'
import type { VisitClass } from '../../tariff/words.ts'
import { lineAmounts } from '../amounts.ts'
import { takeBack } from '../credit/back.ts'
import { type Clearance, clearanceOfItem } from './clearance.ts'
import { type DraftOf, runningDraft, summed } from '../bills/drafts.ts'
import { bySource, itemRecord, itemsOf, newLine, type Row as Item, type Wanted } from './items.ts'
import { payerOfCharge, pricePayer } from '../bills/payers.ts'
import { type Row as Bill, billRecord } from '../bills/rows.ts'
import { bill_items, bills } from '../bills/tables.ts'
import { type BillWarning, categories } from '../words.ts'

export interface Charge {
  patient_id: string
  visit_id?: string | null
  admission_id?: string | null
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
  const quantity = thousandths('quantity', asked.quantity)
  // The patient is locked first: two charges of one patient come one after the other.
  await payable(
    caller,
    asked.patient_id,
    (died_on) =>
      after_death.includes(asked.source) ||
      (asked.service_date !== undefined && asked.service_date <= died_on),
  )
  const before = await bySource(caller, asked.source, asked.source_id)
  if (before !== undefined) return answered(caller, await again(caller, before, asked, quantity))
  const visit = asked.visit_id ? await visitOf(caller, asked.visit_id) : null
  if (visit !== null && visit.patient_id !== asked.patient_id) {
    throw conflict('This visit is of another patient.')
  }
  const { patient_id } = asked
  const day = asked.service_date ?? (await today(caller, visit?.facility_id ?? caller.facility_id))
  const { owing, warning } = await payerOfCharge(caller, patient_id, visit?.payer ?? null, day)
  const bill = await draftWithRoom(caller, {
    patient_id,
    visit_id: visit?.id ?? null,
    admission_id: asked.admission_id ?? visit?.admission_id ?? null,
    facility_id: visit?.facility_id ?? caller.facility_id,
    owing,
  })
  const marked = warning === null ? bill : await warned(caller, bill, warning)
  const visit_class = visit?.visit_class ?? null
  return answered(caller, await put(caller, marked, asked, quantity, day, visit_class))
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
  asked: Charge,
  quantity: number,
  day: string,
  visit_class: VisitClass | null,
): Promise<Item> {
  const price = await priceOf(caller, {
    code: asked.code,
    payer: pricePayer(bill),
    date: day,
    visit_class,
  })
  if ((asked.unit_price ?? price.price) === null) await refuseUnpriced(caller, asked, bill)
  const lines = await itemsOf(caller, bill.id)
  const position = (lines.at(-1)?.position ?? 0) + 1
  const { line, known_department } = await newLine(
    caller,
    bill,
    { ...asked, ...categoriesOf(asked, price), quantity, service_date: day },
    price,
    position,
  )
  const made = await bill_items.insert(line)
  const { items } = await summed(caller, bill, known_department ? [] : ['UNKNOWN_DEPARTMENT'])
  noted(caller, 'bill.charge', bill, made)
  return items.find(({ id }) => id === made.id) ?? made
}

/**
 * A full draft runs no more: it keeps its lines as a draft of the same visit and stay, and the next line
 * opens another. No dose and no day in bed is refused because a stay is long.
 */
async function draftWithRoom(caller: Caller, asked: DraftOf): Promise<Bill> {
  const { hospital_id } = caller
  const draft = await runningDraft(caller, asked)
  if ((await bill_items.count({ hospital_id, bill_id: draft.id })) < lines_max) return draft
  await bills.change({ hospital_id, id: draft.id }, { running: false })
  return runningDraft(caller, asked)
}

/** Prices and gates go by the price list's category, income by the one that the area names. */
const categoriesOf = ({ category }: Charge, priced: Priced): Partial<Wanted> => ({
  category: priced.category ?? categories.find((one) => one === category) ?? null,
  income_category: category === priced.category ? null : category,
})

async function refuseUnpriced(caller: Caller, { code }: Charge, bill: Bill): Promise<void> {
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
  { service_date = before.service_date }: Charge,
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

async function answered(caller: Caller, item: Item): Promise<ChargedLine> {
  const { bill_id, id: item_id, description, unit_price, amount, covered, patient_share } = item
  const clearance = await clearanceOfItem(caller, item)
  return { bill_id, item_id, description, unit_price, amount, covered, patient_share, clearance }
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

/** 3.2: what the gate said at that moment stays on the line. */
export async function serviceDone(
  caller: Caller,
  source: string,
  source_id: string,
  done: { performed_by_id?: string | null; done_at?: string },
): Promise<{ cleared: boolean }> {
  const found = await bySource(caller, source, source_id)
  if (found === undefined) return { cleared: true }
  const bill = await billRecord.locked(caller, found.bill_id)
  const item = await itemRecord.get(caller, found.id)
  const clearance = await clearanceOfItem(caller, item)
  if (item.service_status === 'PENDING' || item.service_status === 'AUTHORISED') {
    await bill_items.change(
      { hospital_id: caller.hospital_id, id: item.id },
      {
        service_status: 'DONE',
        done_clearance: clearance.reason,
        done_at: done.done_at ?? clock.instant(),
        performed_by_id: done.performed_by_id ?? item.performed_by_id,
      },
    )
    noted(caller, 'bill.done', bill, item)
  }
  return { cleared: clearance.may_proceed }
}

/** Where nothing was charged there is nothing to tell of. */
export const billOf = (caller: Caller, item: Item): Promise<Bill> =>
  billRecord.get(caller, item.bill_id)

function noted(
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
