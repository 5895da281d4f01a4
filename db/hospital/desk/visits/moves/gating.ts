// A visit before its gates: what it is, in the words of their rows (2.6, CAR-51).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days } from '../../../../core/clock.ts'
import { evaluate, gate, type GateAsked } from '../../gates/gate.ts'
import type { GateResult, Override } from '../../gates/shapes.ts'
import { patientRecord } from '../../patients/rows.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { category_of, isFloor } from './gate-kinds.ts'
import type { Visit } from '../rows.ts'

export type VisitAction = 'visit.open' | 'visit.queue' | 'visit.serve' | 'visit.close'

export const passGates = async (
  caller: Caller,
  action: VisitAction,
  visit: Visit,
  point: PointRow | null,
  overrides: readonly Override[] | undefined,
): Promise<GateResult[]> => gate(caller, await askedOf(caller, action, visit, point, overrides))

/** What stands, asked without deciding (GAT-7). */
export const lookAtGates = async (
  caller: Caller,
  action: VisitAction,
  visit: Visit,
  point: PointRow | null,
): Promise<GateResult[]> => evaluate(caller, await askedOf(caller, action, visit, point, undefined))

export async function askedOf(
  caller: Caller,
  action: VisitAction,
  visit: Visit,
  point: PointRow | null,
  overrides: readonly Override[] | undefined,
): Promise<GateAsked> {
  return {
    action,
    subject: { visit, point },
    facts: {
      facility_ids: visit.facility_id,
      departments: visit.department,
      visit_kinds: visit.kind,
      payers: visit.payer_kind,
      acuities: visit.acuity,
      point_kinds: point?.kind,
      services: point === null ? null : (category_of[point.kind] ?? null),
    },
    emergency: isFloor(visit) || (await isNewborn(caller, visit)),
    overrides,
    entity: {
      type: 'visit',
      id: visit.id,
      patient_id: visit.patient_id,
      visit_id: visit.id,
    },
  }
}

async function isNewborn(caller: Caller, { patient_id }: Visit): Promise<boolean> {
  const { birth_date } = await patientRecord.get(caller, patient_id)
  return clock.ms() - Date.parse(`${birth_date}T00:00:00Z`) < days(29)
}
