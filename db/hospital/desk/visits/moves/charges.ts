// What billing is told of a visit's beginning and of its ways (VIS-5, VIS-6). Opening and moving
// never fail because a price is missing: the reply says so.

import type { Caller } from '../../../../core/caller.ts'
import { type Charged, chargeVisit, unchargeVisit } from '../../../neighbours/billing.ts'
import { staffById } from '../../../neighbours/people.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import type { PointKind } from '../../service-points/words.ts'
import { flowOf } from './flows.ts'
import type { Visit } from '../rows.ts'
import type { Warning } from '../shapes.ts'
import type { ChargeEvent, VisitKind } from '../words.ts'

export interface Charges {
  charges: Charged[]
  free_revisit: boolean
  warnings: Warning[]
}

const plain = (message: string): Warning => ({ gate: null, level: 'WARN', message })

export async function chargeOpening(caller: Caller, visit: Visit): Promise<Charges> {
  const { charge_event } = await flowOf(caller, visit.kind)
  const registration = await chargeVisit(caller, {
    visit_id: visit.id,
    event: 'REGISTRATION',
    visit_kind: visit.kind,
  })
  if (charge_event === null) {
    return { charges: registration.charged, free_revisit: false, warnings: [] }
  }
  const seen = await chargeEvent(caller, visit, charge_event, visit.department)
  return { ...seen, charges: [...registration.charged, ...seen.charges] }
}

export async function chargeEvent(
  caller: Caller,
  visit: Visit,
  event: ChargeEvent,
  department: string | null,
): Promise<Charges> {
  const clinician = visit.clinician_id === null ? null : await staffById(caller, visit.clinician_id)
  const answer = await chargeVisit(caller, {
    visit_id: visit.id,
    event,
    department,
    visit_kind: visit.kind,
    clinician_grade: clinician?.grade ?? null,
    urgent: visit.visit_class === 'EMERGENCY',
  })
  const warnings = answer.warning === undefined ? [] : [plain(answer.warning)]
  return { charges: answer.charged, free_revisit: answer.free_revisit, warnings }
}

/** Points at which a patient is seen, so that another department is another consultation. */
const seeing: readonly PointKind[] = [
  'CONSULTATION',
  'EMERGENCY',
  'CLINIC',
  'MATERNITY',
  'DENTAL',
  'EYE',
  'PHYSIOTHERAPY',
]

/** The department that a patient comes to, where it is another than before. */
export const newDepartment = (visit: Visit, point: PointRow): string | null =>
  point.department !== null && point.department !== visit.department && seeing.includes(point.kind)
    ? point.department
    : null

export async function chargeArrival(
  caller: Caller,
  visit: Visit,
  department: string,
): Promise<Charges> {
  const { charge_event } = await flowOf(caller, visit.kind)
  if (charge_event === null) return { charges: [], free_revisit: false, warnings: [] }
  if (visit.seen_by_clinician_at === null) {
    await unchargeVisit(caller, {
      visit_id: visit.id,
      event: charge_event,
      department: visit.department,
      reason: `Sent to ${department} before being seen`,
    })
  }
  return chargeEvent(caller, visit, charge_event, department)
}

/** The kind changed before anybody served the patient: the other kind's event is charged. */
export async function chargeOtherKind(
  caller: Caller,
  visit: Visit,
  kind: VisitKind,
): Promise<Charges> {
  const before = await flowOf(caller, visit.kind)
  const after = await flowOf(caller, kind)
  if (before.charge_event === after.charge_event) {
    return { charges: [], free_revisit: visit.free_revisit, warnings: [] }
  }
  if (before.charge_event !== null) {
    await unchargeVisit(caller, {
      visit_id: visit.id,
      event: before.charge_event,
      department: visit.department,
      reason: `The kind of visit is ${kind}`,
    })
  }
  if (after.charge_event === null) return { charges: [], free_revisit: false, warnings: [] }
  return chargeEvent(caller, { ...visit, kind }, after.charge_event, visit.department)
}
