// The way of each kind of visit (2.4), and which step of it is due next (VIS-13).

import type { Caller } from '../../../../core/caller.ts'
import { openPrescriptions, openProcedureOrders } from '../../../neighbours/care.ts'
import { accountsOfVisits } from '../../../neighbours/billing.ts'
import { lastResultAt, pendingFor } from '../../../neighbours/diagnostics.ts'
import type { PointKind } from '../../service-points/words.ts'
import { type FlowStep, visit_flows } from '../tables.ts'
import type { ChargeEvent, StepWhen, VisitKind } from '../words.ts'

export interface Flow {
  kind: VisitKind
  charge_event: ChargeEvent | null
  steps: FlowStep[]
  active: boolean
}

const step = (point_kind: PointKind, when: StepWhen = 'ALWAYS'): FlowStep => ({ point_kind, when })
const laboratory = step('LABORATORY', 'IF_ORDERS')
const imaging = step('IMAGING', 'IF_ORDERS')
const pharmacy = step('PHARMACY', 'IF_PRESCRIPTION')
const consulting = [
  step('TRIAGE'),
  step('CONSULTATION'),
  laboratory,
  imaging,
  step('CONSULTATION', 'IF_RESULTS'),
  step('PROCEDURE', 'IF_ORDERS'),
  pharmacy,
]
const mothers = [
  step('TRIAGE'),
  step('MATERNITY'),
  laboratory,
  step('MATERNITY', 'IF_RESULTS'),
  pharmacy,
]
const clinic = [step('CLINIC'), pharmacy]

const shipped: Readonly<Record<VisitKind, readonly [ChargeEvent | null, readonly FlowStep[]]>> = {
  OUTPATIENT: ['CONSULTATION', consulting],
  FOLLOW_UP: ['FOLLOW_UP', consulting],
  SPECIALIST: ['CONSULTATION', consulting],
  EMERGENCY: ['EMERGENCY', [step('EMERGENCY')]],
  INPATIENT: [null, []],
  DAY_CASE: [null, []],
  ANTENATAL: ['CONSULTATION', mothers],
  POSTNATAL: ['CONSULTATION', mothers],
  CHILD_HEALTH: [null, clinic],
  IMMUNISATION: [null, clinic],
  FAMILY_PLANNING: [null, clinic],
  DENTAL: ['CONSULTATION', [step('DENTAL'), pharmacy]],
  EYE: ['CONSULTATION', [step('EYE'), pharmacy]],
  PHYSIOTHERAPY: ['CONSULTATION', [step('PHYSIOTHERAPY'), pharmacy]],
  TB: [null, [step('CLINIC'), laboratory, pharmacy]],
  CTC: [null, [step('CLINIC'), laboratory, pharmacy]],
  PROCEDURE: [null, [step('CASHIER', 'IF_BALANCE'), step('PROCEDURE'), pharmacy]],
  DIAGNOSTIC_ONLY: [null, [laboratory, imaging]],
  PHARMACY_ONLY: [null, [step('PHARMACY')]],
  OUTREACH: [null, [step('CLINIC')]],
}

export const shippedFlow = (kind: VisitKind): Flow => {
  const [charge_event, steps] = shipped[kind]
  return { kind, charge_event, steps: [...steps], active: true }
}

export async function flowOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  kind: VisitKind,
): Promise<Flow> {
  const own = await visit_flows.find({ hospital_id, kind })
  if (own === undefined) return shippedFlow(kind)
  return { kind, charge_event: own.charge_event, steps: own.steps, active: own.active }
}

export interface Served {
  kind: PointKind
  finished_at: string | null
}

interface Case {
  visit_id: string
  flow: Flow
  /** Points at which the patient was served, in order; the current one last. */
  served: readonly Served[]
}

/** Kinds of points that are due next, the nearest first; only the first is gone to. */
export async function dueKinds(caller: Caller, asked: Case): Promise<PointKind[]> {
  const { flow, served, visit_id } = asked
  const at = reached(flow.steps, served)
  const tests = new Set<PointKind>(['LABORATORY', 'IMAGING'])
  const now = served.at(-1)?.kind
  const was = new Set(served.map(({ kind }) => kind))
  const left = flow.steps.filter(
    ({ point_kind }, index) =>
      index > at ||
      // Of laboratory and imaging the nearer came first: the other is still to do.
      (index === at - 1 &&
        tests.has(point_kind) &&
        now !== undefined &&
        tests.has(now) &&
        !was.has(point_kind)),
  )
  const due: PointKind[] = []
  for (const one of left) {
    if (await isDue(caller, visit_id, one, served)) due.push(one.point_kind)
    // An always step is never passed: what comes after it is decided there.
    if (due.length > 0 && !tests.has(one.point_kind)) break
  }
  return due
}

/** The furthest step that the points already served have come to. */
function reached(steps: readonly FlowStep[], served: readonly Served[]): number {
  let at = -1
  for (const { kind } of served) {
    const next = steps.findIndex(({ point_kind }, index) => index > at && point_kind === kind)
    if (next >= 0) at = next
  }
  return at
}

async function isDue(
  caller: Caller,
  visit_id: string,
  { point_kind, when }: FlowStep,
  served: readonly Served[],
): Promise<boolean> {
  switch (when) {
    case 'ALWAYS':
      return true
    case 'IF_ORDERS':
      return hasOrders(caller, visit_id, point_kind)
    case 'IF_RESULTS': {
      const last = served.findLast(({ kind }) => kind === point_kind)
      const at = await lastResultAt(caller, visit_id)
      return at !== null && (last === undefined || at > (last.finished_at ?? ''))
    }
    case 'IF_PRESCRIPTION':
      return (await openPrescriptions(caller, visit_id)).length > 0
    case 'IF_BALANCE':
      return ((await accountsOfVisits(caller, [visit_id])).get(visit_id)?.due ?? 0) > 0
  }
}

async function hasOrders(caller: Caller, visit_id: string, kind: PointKind): Promise<boolean> {
  if (kind === 'LABORATORY' || kind === 'IMAGING') {
    const wanted = kind === 'LABORATORY' ? 'LAB' : kind
    const pending = await pendingFor(caller, { visit_id })
    return pending.some(({ discipline }) => discipline === wanted)
  }
  return (await openProcedureOrders(caller, visit_id)).length > 0
}
