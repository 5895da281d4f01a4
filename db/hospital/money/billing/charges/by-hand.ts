// Bills that a person makes, and the lines of drafts (3.1, BIL-19 to BIL-23).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { NewRow } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { record } from '../../../office/audit/record.ts'
import { currency, hospitalOf, today as hospitalDay } from '../../../office/hospitals/hospitals.ts'
import { type Row as Patient, patientRecord } from '../../../desk/patients/rows.ts'
import { visitOf, type VisitFacts } from '../../../desk/visits/for-areas.ts'
import { dropped } from './charge.ts'
import { summed } from '../bills/drafts.ts'
import type { BillInput, ItemInput } from '../bills/input-shapes.ts'
import { itemRecord, itemsOf, type Row as Item } from './items.ts'
import { type Line, linesByHand } from './lines-by-hand.ts'
import { type Owing, payerByHand } from '../bills/payers.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from '../bills/rows.ts'
import { bill_items, bills } from '../bills/tables.ts'
import type { BillState } from '../words.ts'

export async function open(caller: Caller, input: BillInput): Promise<Bill> {
  const day = input.service_date ?? (await hospitalDay(caller))
  const patient = await billable(caller, input.patient_id, day)
  const visit = await visitFor(caller, patient, input.visit_id ?? null)
  const owing = await payerByHand(caller, patient.id, input, day)
  const bill = await openBill(caller, {
    kind: 'MANUAL',
    patient,
    visit,
    owing,
    day,
    notes: input.notes ?? null,
    authorisation_no: input.authorisation_no ?? null,
  })
  await put(caller, bill, input.items, visit)
  return (await summed(caller, bill)).bill
}

export interface Opening {
  kind: 'MANUAL' | 'SALE'
  patient: Patient
  visit: VisitFacts | null
  owing: Owing
  day: string
  notes?: string | null
  authorisation_no?: string | null
  customer?: Bill['customer']
  facility_id?: string | null
}

/** A draft of its own: charges of other areas never gather on it. */
const openBill = async (caller: Caller, given: Opening): Promise<Bill> =>
  moved(caller, await bills.insert(await newBill(caller, given)), 'open', {})

export async function newBill(
  caller: Caller,
  given: Opening,
): Promise<NewRow<(typeof bills)['columns']>> {
  const { patient, visit, owing, day, kind } = given
  const id = newId()
  return {
    id,
    hospital_id: caller.hospital_id,
    facility_id: given.facility_id ?? visit?.facility_id ?? (await actingBranch(caller)),
    status: 'DRAFT',
    kind,
    running: false,
    running_key: id,
    patient_id: patient.id,
    patient_number: patient.number,
    patient_name: patient.full_name,
    customer: given.customer ?? null,
    visit_id: visit?.id ?? null,
    admission_id: visit?.admission_id ?? null,
    ...owing,
    authorisation_no: given.authorisation_no ?? null,
    service_date: day,
    currency: (await currency(caller)).code,
    notes: given.notes ?? null,
    created_by_name: caller.name,
  }
}

/** BIL-20: not merged away, alive on the day of the service (today where none is said), born by then. */
export async function billable(caller: Caller, id: string, of_day?: string): Promise<Patient> {
  const patient = await patientRecord.get(caller, id)
  if (patient.status === 'MERGED' && patient.merged_into_id !== null) {
    const kept = await patientRecord.get(caller, patient.merged_into_id)
    throw conflict(`This record was merged into ${kept.number}.`, 'merged')
  }
  const today = await hospitalDay(caller)
  const day = of_day ?? today
  if (day > today) throw invalid('service_date', 'must not be in the future.')
  if (day < patient.birth_date) throw invalid('service_date', 'is before the patient was born.')
  if (patient.status === 'DECEASED') {
    const { timezone } = await hospitalOf(caller)
    const on = dayIn(timezone, new Date(patient.death?.died_at ?? patient.updated_at))
    if (on < day) throw conflict(`The patient died on ${on}.`, 'deceased')
  }
  return patient
}

export async function visitFor(
  caller: Caller,
  patient: Patient,
  visit_id: string | null,
): Promise<VisitFacts | null> {
  if (visit_id === null || visit_id === '') return null
  const visit = await visitOf(caller, visit_id)
  if (visit.patient_id !== patient.id) {
    throw conflict(`This visit is not ${patient.full_name}'s.`, 'visit')
  }
  return visit
}

async function put(
  caller: Caller,
  bill: Bill,
  given: readonly ItemInput[],
  visit: VisitFacts | null,
): Promise<void> {
  const there = await itemsOf(caller, bill.id)
  const lines = await linesByHand(caller, given, {
    field: 'items',
    bill,
    visit_class: visit?.visit_class ?? null,
    priced: false,
    first_position: (there.at(-1)?.position ?? 0) + 1,
    notes: bill.notes,
  })
  await keepLines(lines)
}

export async function keepLines(lines: readonly Line[]): Promise<void> {
  await bill_items.insertMany(lines).catch((error: unknown) => {
    if (!isTaken(error, 'source_id')) throw error
    throw conflict('One of these lines is on a bill already.', 'source')
  })
}

export async function addItems(
  caller: Caller,
  id: string,
  items: readonly ItemInput[],
): Promise<Bill> {
  const bill = await draft(caller, id)
  if (bill.patient_id !== null) await billable(caller, bill.patient_id, bill.service_date)
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  await put(caller, bill, items, visit)
  const after = (await summed(caller, bill)).bill
  note(caller, 'bill.items', after, `${items.length} lines`)
  return after
}

/** 409 where the bill has left the draft; the version that the caller saw must stand (BIL-23). */
export async function draft(caller: Caller, id: string): Promise<Bill> {
  const bill = await billRecord.locked(caller, id)
  fresh(caller, bill)
  if (bill.status !== 'DRAFT') throw bill_life.refusal(bill.status as BillState, called(bill))
  return bill
}

export async function lineOf(caller: Caller, bill: Bill, item_id: string): Promise<Item> {
  const item = await itemRecord.get(caller, item_id)
  if (item.bill_id !== bill.id) return itemRecord.get(caller, '')
  return item
}

/** PLT-1: what the path names is looked for before the fields are judged. */
export async function billWithLine(caller: Caller, id: string, item_id: string): Promise<Bill> {
  const bill = await billRecord.get(caller, id)
  await lineOf(caller, bill, item_id)
  return bill
}

/** BIL-21: what came from an area is changed there. */
export function refuseSource({ source }: Item): void {
  if (source === null) return
  const from = sources[source] ?? source.toLowerCase().replaceAll('_', ' ')
  throw conflict(`This line comes from ${from}: change it there.`, 'source')
}

const sources: Readonly<Record<string, string>> = {
  CHARGE_RULE: 'the visit',
  lab: 'the laboratory',
  order: 'the laboratory',
  LAB_ORDER: 'the laboratory',
}

export async function cancelItem(
  caller: Caller,
  id: string,
  item_id: string,
  reason: string,
): Promise<Bill> {
  const bill = await draft(caller, id)
  const item = await lineOf(caller, bill, item_id)
  refuseSource(item)
  if (item.service_status === 'CANCELLED') throw conflict('This line is CANCELLED.', 'state')
  await dropped(caller, bill, item, reason)
  return billRecord.locked(caller, id)
}

export async function discard(caller: Caller, id: string, reason: string): Promise<Bill> {
  const bill = await billRecord.locked(caller, id)
  const status = bill_life.move('discard', bill.status, called(bill))
  const live = (await itemsOf(caller, id)).filter((item) => item.service_status !== 'CANCELLED')
  const sourced = live.find(({ source }) => source !== null)
  if (sourced !== undefined) refuseSource(sourced)
  const { hospital_id } = caller
  await bill_items.change(
    { hospital_id, bill_id: id, service_status: ['PENDING', 'AUTHORISED'] },
    { service_status: 'CANCELLED', balance: 0, cancel_reason: reason.slice(0, 300) },
  )
  return moved(caller, bill, 'discard', { status, running: false, balance: 0 }, reason)
}

function note(caller: Caller, action: string, bill: Bill, label: string): void {
  record(caller, action, {
    entity_type: 'bill',
    entity_id: bill.id,
    entity_label: `${called(bill)}: ${label}`,
    patient_id: bill.patient_id,
  })
}
