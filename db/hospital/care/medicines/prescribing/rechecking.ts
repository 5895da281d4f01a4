// CAR-39: something is known of a patient that was not when the medicines were signed. What runs is checked once
// more; whoever prescribed it is told, and what the pharmacy has in hand waits. Nothing is stopped by itself.

import type { Caller } from '../../../../core/caller.ts'
import { evaluate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { canSee } from '../../../desk/patients/privacy/privacy.ts'
import { type clinicalFactChanged, closedPrescriptions } from '../../../neighbours/medicines.ts'
import { tell } from '../../../neighbours/telling.ts'
import { situationOf } from '../checks/context.ts'
import { checkLines } from '../checks/engine.ts'
import type { RxGate } from '../checks/situation.ts'
import { putOnHold } from '../dispensing/pulling.ts'
import type { ItemRow, PrescriptionRow } from './record.ts'
import { checkedItems } from './stored.ts'
import { prescription_items, prescriptions } from './tables.ts'

type Asked = Parameters<typeof clinicalFactChanged>[1]

const gates: Readonly<Record<Asked['what'], readonly RxGate[]>> = {
  ALLERGY: ['RX_ALLERGY_EXACT', 'RX_ALLERGY_CLASS'],
  PREGNANCY: ['RX_PREGNANCY', 'RX_LACTATION'],
  PROBLEM: ['RX_CONDITION'],
}

interface Met {
  item: ItemRow
  of: PrescriptionRow
  result: GateResult
}

/** The patient is locked by whoever wrote what is new. */
export async function recheck(
  caller: Caller,
  { patient_id, what }: Asked,
): Promise<{ id: string; message: string }[]> {
  const { hospital_id } = caller
  const items = await prescription_items.all(
    { hospital_id, patient_id, status: ['ACTIVE', 'ON_HOLD', 'TO_COSIGN'] },
    { order: ['id'] },
  )
  if (items.length === 0) return []
  const of = await prescriptionsOf(caller, items)
  const met = await whatIsNew(caller, items, of, { patient_id, what })
  if (met.length === 0) return []
  const stopped = met.filter(({ result }) => what === 'ALLERGY' || result.level === 'BLOCK')
  await putOnHold(
    caller,
    stopped.map(({ item }) => item),
    'Something new is known of the patient',
  )
  await tellPrescribers(caller, met)
  return shownTo(caller, met)
}

async function prescriptionsOf(
  { hospital_id }: Caller,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, PrescriptionRow>> {
  const ids = [...new Set(items.map(({ prescription_id }) => prescription_id))]
  const found = await prescriptions.all({ hospital_id, id: ids })
  return new Map(found.map((one) => [one.id, one]))
}

/** What stands in the way now and was not let through when it was signed. */
async function whatIsNew(
  caller: Caller,
  items: readonly ItemRow[],
  of: ReadonlyMap<string, PrescriptionRow>,
  { patient_id, what }: Asked,
): Promise<Met[]> {
  const lines = await checkedItems(
    caller,
    items,
    ({ prescription_id }) => of.get(prescription_id)?.number ?? '',
  )
  const { findings } = checkLines(lines, await situationOf(caller, { patient_id }))
  const asked = findings.filter(({ gate }) => gates[what].includes(gate))
  const results = await evaluate(caller, {
    action: 'rx.sign',
    subject: { findings: asked },
    entity: { type: 'patient', id: patient_id, patient_id },
  })
  return results.flatMap((result) => {
    const item = items[Number(result.subject) - 1]
    const rx = of.get(item?.prescription_id ?? '')
    if (item === undefined || rx === undefined || result.level === 'WARN') return []
    return wasLetThrough(rx, item, result) ? [] : [{ item, of: rx, result }]
  })
}

/** `Allergy: Line 1, Amoxicillin 250 mg capsule: allergy to penicillin (rash).` from the name of the medicine on. */
const fromTheMedicine = (message: string, medicine: string): string =>
  message.slice(Math.max(0, message.indexOf(medicine)))

const wasLetThrough = (
  { alerts }: PrescriptionRow,
  { medicine }: ItemRow,
  { gate, message }: GateResult,
): boolean =>
  alerts.some(
    (one) =>
      one.gate === gate &&
      one.override !== null &&
      fromTheMedicine(one.message, medicine) === fromTheMedicine(message, medicine),
  )

async function tellPrescribers(caller: Caller, met: readonly Met[]): Promise<void> {
  for (const [, own] of Map.groupBy(met, ({ of }) => of.id)) {
    const [{ of } = {}] = own
    if (of === undefined) continue
    const entity = { type: 'prescription', id: of.id }
    const words = own.length === 1 ? 'one medicine' : `${own.length} medicines`
    const said = {
      kind: 'prescription.recheck',
      title: 'Something new is known of a patient: look at the medicines again',
      body: `${of.number}: ${words} of it.`,
      entity,
    }
    if (of.by_id !== null && of.by_id !== caller.user_id) {
      await tell(caller, { ...said, to: { user: of.by_id } })
    }
    const to = of.admission_id === null ? 'dispense:verify' : 'dose:give'
    await tell(caller, { ...said, to: { permission: to, facility_id: of.facility_id } })
  }
}

const kept_from_you = 'A restricted condition or medicine interacts: ask who prescribed it.'

/** CAR-10: of what is closed to the caller no more is said than that there is something. */
async function shownTo(
  caller: Caller,
  met: readonly Met[],
): Promise<{ id: string; message: string }[]> {
  const closed = await closedPrescriptions(
    caller,
    met.map(({ of }) => of.id),
  )
  const shown: { id: string; message: string }[] = []
  for (const { item, of, result } of met) {
    const { patient_id, visit_id } = of
    const open =
      !closed.has(of.id) &&
      (await canSee(caller, { patient_id, ...(visit_id === null ? {} : { visit_id }) }))
    shown.push({ id: item.id, message: open ? result.message : kept_from_you })
  }
  return shown
}
