// Sending a patient on: out of where he is, into the queue of where he goes; or to the cashier first
// (3.2 queue, await payment, settled).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { isRefusal, notPermitted } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import type { GateResult, Override } from '../../gates/shapes.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { patientById } from '../../patients/patients.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import type { PointKind } from '../../service-points/words.ts'
import { chargeArrival, newDepartment } from './charges.ts'
import { enter, finish, servedElsewhere } from '../queue/entries.ts'
import { moved } from './events.ts'
import { dueKinds, flowOf, type Served } from './flows.ts'
import { passGates } from './gating.ts'
import { type Entry, openEntry, type Visit } from '../rows.ts'
import type { Warning } from '../shapes.ts'
import { kindsAt, nearest } from '../queue/targets.ts'

export interface Going {
  point: PointRow
  /** The entry that was ended already, where somebody else did it. */
  from?: Entry | undefined
  move?: string
  overrides?: readonly Override[] | undefined
  /** QUE-4: instead of now. */
  sort_at?: string | undefined
  clinician_id?: string | null | undefined
  note?: string | null | undefined
  reason?: string | null | undefined
  /** The gate was passed already: whoever is cleared is not asked again. */
  cleared?: boolean
  /** A gate that does not open refuses instead of sending to the cashier. */
  refuse?: boolean
}

export interface Gone {
  visit: Visit
  entry: Entry | null
  warnings: Warning[]
}

export async function go(caller: Caller, visit: Visit, going: Going): Promise<Gone> {
  const { point } = going
  const passed = going.cleared === true ? [] : await queueGates(caller, visit, going)
  if (passed === null) return awaitPayment(caller, visit, going)
  const department = newDepartment(visit, point)
  const arrival = department === null ? undefined : await chargeArrival(caller, visit, department)
  const left = (await leave(caller, visit)) ?? going.from
  const now = clock.instant()
  const first_waiting_at = visit.first_waiting_at ?? now
  const clinician_id = going.clinician_id ?? visit.clinician_id
  const entry = await enter(caller, {
    visit: { ...visit, clinician_id },
    point,
    from: left,
    sort_at: going.sort_at,
    clinician_id: going.clinician_id,
    note: going.note,
  })
  const after = await moved(
    caller,
    visit,
    going.move ?? 'queue',
    {
      status: 'WAITING',
      stage: point.kind,
      service_point_id: point.id,
      wanted_point_id: null,
      queue_entry_id: entry.id,
      token: entry.token,
      clinician_id,
      first_waiting_at,
      waiting_since: now,
      hold_reason: null,
      restricted: visit.restricted || point.restricted,
      ...(department === null ? {} : { department }),
      ...(arrival?.free_revisit === true ? { free_revisit: true } : {}),
    },
    { reason: going.reason, detail: { point: point.code, token: entry.token } },
  )
  return { visit: after, entry, warnings: [...passed, ...(arrival?.warnings ?? [])] }
}

/** Null: payment stands in the way, and nothing else may at this action. */
async function queueGates(
  caller: Caller,
  visit: Visit,
  { point, overrides, refuse }: Going,
): Promise<GateResult[] | null> {
  try {
    return await passGates(caller, 'visit.queue', visit, point, overrides)
  } catch (error) {
    // Refused before anything was written: the patient goes to the cashier instead.
    if (refuse !== true && isRefusal(error) && error.code === 'gate') return null
    throw error
  }
}

async function awaitPayment(caller: Caller, visit: Visit, going: Going): Promise<Gone> {
  const left = (await leave(caller, visit)) ?? going.from
  const cashier = await nearest(caller, visit, ['CASHIER'])
  const now = clock.instant()
  const entry =
    cashier === undefined ? null : await enter(caller, { visit, point: cashier, from: left })
  const after = await moved(
    caller,
    visit,
    'await payment',
    {
      status: 'AWAITING_PAYMENT',
      stage: cashier?.kind ?? null,
      service_point_id: cashier?.id ?? null,
      wanted_point_id: going.point.id,
      queue_entry_id: entry?.id ?? null,
      token: entry?.token ?? visit.token,
      first_waiting_at: visit.first_waiting_at ?? now,
      waiting_since: now,
      hold_reason: null,
    },
    { reason: going.reason, detail: { wanted: going.point.code } },
  )
  const message =
    cashier === undefined
      ? `Payment comes first: ${going.point.name} waits until it is cleared.`
      : `Payment comes first: go to ${cashier.name}, then to ${going.point.name}.`
  return { visit: after, entry, warnings: [{ gate: 'VIS_UNPAID', level: 'BLOCK', message }] }
}

/** Ends the open entry: served, or gone without having been. */
export async function leave(caller: Caller, visit: Visit): Promise<Entry | undefined> {
  const entry = await openEntry(caller, visit.id)
  if (entry === undefined) return undefined
  const served = entry.status === 'SERVING' || visit.status === 'AWAITING_PAYMENT'
  await finish(caller, entry, served ? 'DONE' : 'TRANSFERRED')
  return entry
}

/** VIS-9: who is called or served is moved by whoever called or serves him. */
export async function mustBeMine(caller: Caller, visit: Visit, entry: Entry | undefined) {
  if (entry === undefined || !['CALLED', 'SERVING'].includes(entry.status)) return
  // While payment is awaited the cashier's entry says nothing of where the visit goes (VIS-21).
  if (visit.status === 'AWAITING_PAYMENT') return
  if (entry.called_by === null || entry.called_by === caller.user_id) return
  if (can(caller, 'queue:manage')) return
  const staff = await staffOf(caller)
  if (staff && staff.staff_id === visit.clinician_id) return
  const { full_name } = await patientById(caller, visit.patient_id)
  const point = await points.servicePointRecord.get(caller, entry.service_point_id)
  await servedElsewhere(caller, full_name, entry, point)
}

/** Points at which this visit was served, in order. */
export async function servedAt(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<Served[]> {
  return rows<{ kind: PointKind; finished_at: string | null }>(
    sql`select p.kind, e.finished_at from queue_entries e
      join service_points p on p.id = e.service_point_id
      where e.hospital_id = ${hospital_id} and e.visit_id = ${visit_id}
        and e.started_at is not null and e.status in ('SERVING', 'DONE', 'ON_HOLD')
      order by e.entered_at, e.id`,
  )
}

export interface Next {
  /** Kinds that are due; none: the visit is over. */
  kinds: PointKind[]
  /** The point to go to; absent when none of them is open. */
  point: PointRow | undefined
}

/** VIS-13: what is due next, at a point of this branch. */
export async function nextStep(caller: Caller, visit: Visit): Promise<Next> {
  const flow = await flowOf(caller, visit.kind)
  const there = await kindsAt(caller, visit.facility_id)
  const steps = flow.steps.filter(({ point_kind }) => there.has(point_kind))
  const served = await servedAt(caller, visit.id)
  const kinds = await dueKinds(caller, { visit_id: visit.id, flow: { ...flow, steps }, served })
  return { kinds, point: kinds.length === 0 ? undefined : await nearest(caller, visit, kinds) }
}

export function mayPrioritise(caller: Caller, priority: number | undefined): void {
  if (priority !== undefined && priority < 5 && !can(caller, 'queue:prioritise')) {
    throw notPermitted('queue:prioritise')
  }
}
