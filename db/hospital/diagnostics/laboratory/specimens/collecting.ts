// Specimens are collected at the bedside or at the counter (DIA-43 to DIA-46), and received (DIA-47).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { record } from '../../../office/audit/record.ts'
import { type SpecimenTypeRow, specimenTypes } from '../catalogue/lists.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { type OrderRow, orderRecord } from '../orders/record.ts'
import { progress } from '../orders/progress.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { holdOrders } from '../people.ts'
import type { Condition } from '../words.ts'
import { nextNumbers } from './numbers.ts'
import { type SpecimenRow, specimenRecord } from './record.ts'
import type { CollectInput, ReceiveInput } from './shapes.ts'
import { isLive, itemsIn, tubesNamed } from './tubes.ts'
import { passUnpaid } from './unpaid.ts'

const longest_back = 72

/** Whose specimens these are: the door asks whether the record is open, and one call is for one patient. */
export async function collect(caller: Caller, input: CollectInput): Promise<SpecimenRow[]> {
  const tubes = await tubesNamed(caller, input.specimens)
  const [first] = tubes
  if (tubes.some(({ patient_id }) => patient_id !== first?.patient_id)) {
    throw new Refusal(400, 'invalid', 'specimens: one call is for one patient.', {
      field: 'specimens',
    })
  }
  const orders = await ordersHeld(caller, tubes)
  const types = new Map((await specimenTypes(caller)).map((one) => [one.id, one]))
  const done: SpecimenRow[] = []
  for (const [at, { id }] of tubes.entries()) {
    const before = await specimenRecord.begin(caller, id, 'collect')
    const said = input.specimens[at] as CollectInput['specimens'][number]
    const order = orders.get(before.order_id) as OrderRow
    const collected_at = collectedAt(order, said.collected_at, input.brought === true, at)
    const type = types.get(before.type_id)
    if (type?.needs_site === true && !said.site) {
      throw invalid(`specimens[${at}].site`, `is required for ${type.name}.`)
    }
    await payFirst(caller, order, before, input)
    done.push(
      await specimenRecord.moved(caller, before, 'collect', {
        collected_at,
        collected_by_name: caller.name,
        identity_checked: input.identity_checked,
        site: said.site || null,
        volume_ml: said.volume_ml ?? before.volume_ml,
        fasting: said.fasting ?? order.fasting,
        collection_note: said.note || null,
        expires_at: expiryOf(type, collected_at),
      }),
    )
  }
  for (const id of orders.keys()) await progress(caller, id, 'collect')
  return done
}

/**
 * DIA-43: a band that is another's stops everything. Asked before the act, in a transaction of its own, so
 * that the attempt stands in the log although it is refused.
 */
export async function wristbandFits(caller: Caller, input: CollectInput): Promise<boolean> {
  const typed = input.patient_number?.trim()
  if (!typed) return true
  for (const { patient_id, id, number } of await tubesNamed(caller, input.specimens)) {
    const patient = await patientRecord.get(caller, patient_id)
    if (patient.number.toLowerCase() === typed.toLowerCase()) continue
    record(caller, 'specimen.wrong_patient', {
      entity_type: 'specimen',
      entity_id: id,
      entity_label: number,
      patient_id,
      reason: `Scanned: ${typed}`,
    })
    return false
  }
  return true
}

export const wrongPatient = (): Refusal =>
  conflict('This label is for another patient. Stop and check.', 'wrong_patient')

async function ordersHeld(
  caller: Caller,
  tubes: readonly SpecimenRow[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = [...new Set(tubes.map(({ order_id }) => order_id))].toSorted()
  await holdOrders(caller, ids)
  const held = new Map<string, OrderRow>()
  for (const id of ids) held.set(id, await orderRecord.locked(caller, id))
  return held
}

/** DIA-44. */
function collectedAt(
  order: OrderRow,
  typed: string | null | undefined,
  brought: boolean,
  at: number,
): string {
  if (!typed) return clock.instant()
  const field = `specimens[${at}].collected_at`
  const collected = new Date(typed).toISOString()
  if (collected > clock.instant()) {
    throw new Refusal(400, 'invalid', 'collected_at is in the future.', { field })
  }
  if (collected < instantIn(-hours(longest_back))) {
    throw invalid(field, `is more than ${longest_back} hours ago.`)
  }
  if (!brought && collected < order.ordered_at) throw invalid(field, 'is before the order.')
  return collected
}

/** DIA-45: the tube is taken; what must wait gets another one when it is paid. */
async function payFirst(
  caller: Caller,
  order: OrderRow,
  tube: SpecimenRow,
  input: CollectInput,
): Promise<void> {
  const { gate_at } = await settingsOf(caller)
  if (gate_at !== 'COLLECT') return
  const items = (await itemsIn(caller, [tube.id])).filter(isLive)
  const { overrides, skip_unpaid: skip = false } = input
  const waiting = await passUnpaid(caller, order, items, {
    action: 'specimen.collect',
    overrides,
    skip,
  })
  if (waiting.length === 0) return
  const [number = ''] = await nextNumbers(caller, 1)
  const { facility_id, order_id, patient_id, type_id, type_name, container, colour } = tube
  const other = await specimenRecord.created(
    caller,
    { number, facility_id, order_id, patient_id, type_id, type_name, container, colour },
    'expect',
  )
  for (const { id } of waiting) {
    await diagnostic_items.change(
      { hospital_id: caller.hospital_id, id },
      { specimen_id: other.id },
    )
  }
}

/** In a room, where nobody has written down that it was kept cold. */
const keeps = ({ stability_hours: { room, cold, frozen } }: SpecimenTypeRow): number | null =>
  room ?? cold ?? frozen

const expiryOf = (type: SpecimenTypeRow | undefined, collected_at: string): string | null => {
  const kept = type === undefined ? null : keeps(type)
  return kept === null ? null : instantIn(Date.parse(collected_at) + hours(kept) - clock.ms())
}

export async function receive(caller: Caller, input: ReceiveInput): Promise<SpecimenRow[]> {
  const tubes = await tubesNamed(caller, input.specimens)
  const orders = await ordersHeld(caller, tubes)
  const types = new Map((await specimenTypes(caller)).map((one) => [one.id, one]))
  const done: SpecimenRow[] = []
  for (const [at, { id }] of tubes.entries()) {
    const before = await specimenRecord.begin(caller, id, 'receive')
    const said = input.specimens[at] as ReceiveInput['specimens'][number]
    const order = orders.get(before.order_id) as OrderRow
    const type = types.get(before.type_id)
    const came = broughtIn(before, order, type, said.collected_at, at)
    await payAtReceipt(caller, order, before, input)
    const condition = await conditionOf(caller, { ...before, ...came }, type, said.condition, input)
    done.push(
      await specimenRecord.moved(caller, before, 'receive', {
        ...came,
        condition,
        volume_ml: said.volume_ml ?? before.volume_ml,
        place: input.place || before.place,
        received_at: clock.instant(),
        received_by_name: caller.name,
      }),
    )
  }
  for (const id of orders.keys()) await progress(caller, id, 'receive')
  return done
}

/** What patients collect themselves, and what came with its time, was collected by nobody here. */
function broughtIn(
  tube: SpecimenRow,
  order: OrderRow,
  type: SpecimenTypeRow | undefined,
  typed: string | null | undefined,
  at: number,
): Partial<SpecimenRow> {
  if (tube.status !== 'EXPECTED') return {}
  if (!typed && type?.patient_collects !== true) {
    throw conflict(`${tube.number} is EXPECTED. It can: collect.`, 'state')
  }
  const collected_at = collectedAt(order, typed, true, at)
  return { collected_at, expires_at: expiryOf(type, collected_at), fasting: order.fasting }
}

async function payAtReceipt(
  caller: Caller,
  order: OrderRow,
  tube: SpecimenRow,
  { overrides }: ReceiveInput,
): Promise<void> {
  const { gate_at } = await settingsOf(caller)
  if (gate_at !== 'RECEIVE') return
  const items = (await itemsIn(caller, [tube.id])).filter(isLive)
  await passUnpaid(caller, order, items, { action: 'specimen.receive', overrides })
}

/** DIA-47. */
async function conditionOf(
  caller: Caller,
  tube: SpecimenRow,
  type: SpecimenTypeRow | undefined,
  said: readonly Condition[] | undefined,
  { overrides }: ReceiveInput,
): Promise<Condition[]> {
  const condition = new Set(said)
  const { expires_at, collected_at } = tube
  if (expires_at !== null && collected_at !== null && expires_at < clock.instant()) {
    condition.add('DELAYED')
    const age = Math.floor((clock.ms() - Date.parse(collected_at)) / hours(1))
    const kept = type === undefined ? null : keeps(type)
    const what = `${tube.number} was collected ${age} h ago; it keeps ${kept} h.`
    await gate(caller, {
      action: 'specimen.receive',
      subject: {
        patient_id: tube.patient_id,
        by_gate: {
          DIA_LATE: [
            {
              subject: tube.id,
              what: `${what} Reject it, or let it through with a reason.`,
            },
          ],
        },
      },
      overrides: overrides ?? [],
      entity: { type: 'specimen', id: tube.id, patient_id: tube.patient_id },
    })
  }
  return [...condition].toSorted()
}
