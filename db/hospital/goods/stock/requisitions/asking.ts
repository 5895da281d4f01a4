// Asking for goods, and deciding on it (3.4). What is approved is held for whoever asked.

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { record } from '../../../office/audit/record.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { release, reserve } from '../pool/reserve.ts'
import { mayLie } from '../pool/receive.ts'
import { packs, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { mustKeep, ownStore, type StoreRow, storeInUse, storeRecord } from '../stores/keeping.ts'
import { requisition_content, requisitionRecord, type RequisitionRow } from './record.ts'
import type { RequisitionApproving, RequisitionChange, RequisitionInput } from './shapes.ts'
import { requisition_lines } from './tables.ts'

/** What is approved and not fetched is free again after so many days. */
const held_days = 14

export async function open(caller: Caller, input: RequisitionInput): Promise<RequisitionRow> {
  const { said, lines } = await written(caller, input)
  const row = await requisitionRecord.created(caller, {
    ...said,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await requisition_content.add(caller, row.id, lines)
  return input.submit === true ? requisitionRecord.moved(caller, row, 'submit') : row
}

/** A draft is written anew; what is not said of it stays. */
export async function change(
  caller: Caller,
  id: string,
  input: RequisitionChange,
): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'submit')
  await ownStore(caller, before.to_store_id)
  const kept = (await requisition_content.of(caller, id)).map(({ product_id, requested }) => ({
    product_id,
    requested: requested / 1000,
  }))
  const { from_store_id, to_store_id, department, patient_id, priority, needed_by, note } = before
  const { said, lines } = await written(caller, {
    from_store_id,
    to_store_id,
    department,
    patient_id,
    priority,
    needed_by,
    note,
    lines: kept,
    ...input,
  })
  await requisition_content.replace(caller, id, lines)
  return requisitionRecord.changed(caller, before, 'change', said)
}

async function written(caller: Caller, input: RequisitionInput) {
  const to = await ownStore(caller, input.to_store_id)
  const from_id = input.from_store_id || to.supply_store_id
  if (!from_id) throw invalid('from_store_id', `is required: ${to.name} has no store it asks.`)
  const from = await storeInUse(caller, from_id)
  if (from.id === to.id) throw invalid('from_store_id', 'and to_store_id are the same.')
  const lines = await linesRead(caller, input, to)
  await unitsUsed(caller, input.lines)
  const department = input.department
    ? (await resolveDepartment(caller, input.department)).name
    : to.department
  const said = {
    facility_id: to.facility_id,
    from_store_id: from.id,
    to_store_id: to.id,
    department,
    patient_id: input.patient_id || null,
    priority: input.priority ?? ('ROUTINE' as const),
    needed_by: input.needed_by ?? null,
    note: input.note || null,
  }
  return { said, lines }
}

async function linesRead(caller: Caller, { lines }: RequisitionInput, to: StoreRow) {
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const of_each = await packs.ofMany(caller, [...products.keys()])
  return lines.map(({ product_id, requested, unit }, at) => {
    const said = `Line ${at + 1}`
    const product = products.get(product_id) as ProductRow
    if (to.holds_stock) mayLie(to, product)
    const quantity = inBase(
      product,
      of_each.get(product.id) ?? [],
      { quantity: requested, unit },
      said,
    )
    if (quantity < 0) {
      throw new Refusal(400, 'invalid', `${said}: requested must be more than 0.`, { field: said })
    }
    return { product_id, requested: quantity }
  })
}

export async function submit(caller: Caller, id: string): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'submit')
  await mustKeep(caller, await storeRecord.get(caller, before.to_store_id))
  return requisitionRecord.moved(caller, before, 'submit')
}

export async function approve(
  caller: Caller,
  id: string,
  { lines: said, note }: RequisitionApproving,
): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'approve')
  if (before.status !== 'SUBMITTED') return approvedLate(caller, before, note || null)
  await anotherOrUrgent(caller, before)
  const lines = await requisition_content.of(caller, id)
  const { hospital_id } = caller
  for (const [at, { line_id, approved, reason }] of (said ?? []).entries()) {
    const line = lines.find(({ id: of }) => of === line_id)
    const field = `Line ${at + 1}`
    if (line === undefined)
      throw new Refusal(404, 'not_found', `${field}: no such line.`, { field })
    const quantity = Math.round(approved * 1000)
    if (quantity < 0 || quantity / 1000 !== approved) {
      throw new Refusal(400, 'invalid', `${field}: approved must not be negative.`, { field })
    }
    if (quantity > line.requested) {
      throw conflict(`${field}: only ${line.requested / 1000} were asked for.`, 'more')
    }
    Object.assign(line, { approved: quantity, note: reason || line.note })
  }
  for (const line of lines) {
    line.approved ??= line.requested
    const { approved, note: why } = line
    await requisition_lines.change({ hospital_id, id: line.id }, { approved, note: why })
  }
  await holdFor(caller, before)
  const by = { approved_by_name: caller.name }
  return requisitionRecord.moved(caller, before, 'approve', by, note || null)
}

/** STK-56: what was issued in an emergency is approved as it was issued. */
async function approvedLate(
  caller: Caller,
  before: RequisitionRow,
  note: string | null,
): Promise<RequisitionRow> {
  if (before.approved_by_name !== null) {
    throw conflict(`${before.number} is approved already.`, 'state')
  }
  await anotherOrUrgent(caller, before)
  const by = { status: before.status, approved_by_name: caller.name }
  return requisitionRecord.moved(caller, before, 'approve', by, note)
}

/** In an emergency who asked may approve; that is looked at afterwards. */
async function anotherOrUrgent(caller: Caller, row: RequisitionRow): Promise<void> {
  if (row.priority !== 'EMERGENCY') {
    return anotherPerson(caller, row.made_by_id, 'requisition:approve', {
      words: 'You made this requisition: somebody else must approve it.',
    })
  }
  if (caller.user_id === null || caller.user_id !== row.made_by_id) return
  record(caller, 'requisition.alone', {
    entity_type: 'requisition',
    entity_id: row.id,
    entity_label: row.number,
    reason: 'An emergency was approved by who asked.',
  })
}

/** What is approved and not issued is held in the store that was asked, as far as there is some. */
export async function holdFor(caller: Caller, row: RequisitionRow): Promise<void> {
  await release(caller, 'requisition', row.id)
  const open = new Map<string, number>()
  for (const { product_id, approved, issued } of await requisition_content.of(caller, row.id)) {
    const left = (approved ?? 0) - issued
    if (left > 0) open.set(product_id, (open.get(product_id) ?? 0) + left)
  }
  for (const product_id of [...open.keys()].toSorted()) {
    await reserve(caller, {
      product_id,
      store_id: row.from_store_id,
      quantity: (open.get(product_id) ?? 0) / 1000,
      source: 'requisition',
      source_id: row.id,
      reference: row.number,
      until: instantIn(days(held_days)),
    })
  }
}

export async function reject(caller: Caller, id: string, note: string): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'reject')
  return requisitionRecord.moved(caller, before, 'reject', {}, note)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'cancel')
  await mustKeep(caller, await storeRecord.get(caller, before.to_store_id))
  await release(caller, 'requisition', id)
  return requisitionRecord.moved(caller, before, 'cancel', {}, reason)
}
