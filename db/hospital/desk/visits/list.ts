// Visits as a list: the queue of the branch when nothing is asked (VIS-18).

import type { Caller } from '../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid } from '../../../core/refusal.ts'
import { join, oneOf, raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { visitsDue } from '../../neighbours/billing.ts'
import { find as findPatients } from '../patients/register/find.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import type { PointKind } from '../service-points/words.ts'
import type { SeenVisit } from './shapes.ts'
import { visits } from './tables.ts'
import { viewVisits } from './view.ts'
import {
  type Acuity,
  type payer_kinds,
  visit_states,
  type VisitClass,
  type VisitKind,
  type VisitState,
} from './words.ts'

export interface VisitFilter extends PageAsked {
  search?: string
  status?: string
  stage?: PointKind
  service_point_id?: string
  kind?: VisitKind
  visit_class?: VisitClass
  patient_id?: string
  clinician_id?: string
  staff_id?: string
  department?: string
  acuity?: Acuity
  priority?: number
  due?: boolean
  payer_kind?: (typeof payer_kinds)[number]
  from?: string
  to?: string
  facility_id?: string
}

const queued: readonly VisitState[] = visit_states.slice(0, 6)

export async function list(caller: Caller, asked: VisitFilter): Promise<Page<SeenVisit>> {
  const found = await pageFrom(visits, asked, {
    alias: 'v',
    from: sql` from visits v${where(await conditionsOf(caller, asked))}`,
    order: raw(orderOf(asked)),
  })
  const { page, per_page, ...query } = asked
  await recordRead(caller, 'visit.list', {
    rows: found.rows.length,
    query: { ...query, page, per_page },
  })
  return { rows: await viewVisits(caller, found.rows), meta: found.meta }
}

/** Which visits a person asked for, of the branches that are his. */
export async function conditionsOf(
  caller: Caller,
  asked: VisitFilter,
): Promise<(Sql | undefined)[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  return [
    sql`v.hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`v.facility_id${oneOf(scope)}`,
    ...(await narrowing(caller, asked)),
    await searching(caller, asked.search),
  ]
}

/** Of one patient, at every branch, newest first. */
export async function ofPatient(
  caller: Caller,
  patient_id: string,
  asked: Pick<VisitFilter, 'page' | 'per_page' | 'status' | 'kind' | 'from' | 'to'>,
): Promise<Page<SeenVisit>> {
  const found = await pageFrom(visits, asked, {
    alias: 'v',
    from: sql` from visits v${where([
      sql`v.hospital_id = ${caller.hospital_id}`,
      sql`v.patient_id = ${patient_id}`,
      asked.status === undefined ? undefined : sql`v.status${oneOf(statesOf(asked.status))}`,
      when(asked.kind, sql`v.kind = ${asked.kind}`),
      ...(await days(caller, asked)),
    ])}`,
    order: sql` order by v.opened_at desc, v.id desc`,
  })
  return { rows: await viewVisits(caller, found.rows), meta: found.meta }
}

/** Closed ones newest first; the queue as it is called, a part of it too. */
function orderOf({ status, from, to }: VisitFilter): string {
  const states = status === undefined ? queued : statesOf(status)
  const is_queue =
    from === undefined && to === undefined && states.every((one) => queued.includes(one))
  return is_queue
    ? ' order by v.priority, v.waiting_since, v.id'
    : ' order by v.opened_at desc, v.id desc'
}

async function narrowing(caller: Caller, asked: VisitFilter): Promise<(Sql | undefined)[]> {
  const { status, from, to, due } = asked
  const plain = status === undefined && from === undefined && to === undefined
  const states = plain ? queued : status === undefined ? visit_states : statesOf(status)
  const clinician = asked.clinician_id ?? asked.staff_id
  return [
    sql`v.status${oneOf(states)}`,
    ...(await days(caller, asked)),
    when(asked.stage, sql`v.stage = ${asked.stage}`),
    when(asked.service_point_id, sql`v.service_point_id = ${asked.service_point_id}`),
    when(asked.kind, sql`v.kind = ${asked.kind}`),
    when(asked.visit_class, sql`v.visit_class = ${asked.visit_class}`),
    when(asked.patient_id, sql`v.patient_id = ${asked.patient_id}`),
    when(clinician, sql`v.clinician_id = ${clinician}`),
    when(asked.department, sql`v.department = ${asked.department}`),
    when(asked.acuity, sql`v.acuity = ${asked.acuity}`),
    when(asked.priority, sql`v.priority = ${asked.priority}`),
    when(asked.payer_kind, sql`v.payer_kind = ${asked.payer_kind}`),
    due === undefined ? undefined : await owing(caller, due),
  ]
}

async function owing(caller: Caller, due: boolean): Promise<Sql> {
  const ids = await visitsDue(caller)
  return due ? sql`v.id${oneOf(ids)}` : sql`not (v.id${oneOf(ids)})`
}

async function days(
  caller: Caller,
  { from, to }: Pick<VisitFilter, 'from' | 'to'>,
): Promise<(Sql | undefined)[]> {
  if (from === undefined && to === undefined) return []
  const { timezone } = await hospitalOf(caller)
  return [...withinDays(sql`v.opened_at`, timezone, { from, to })]
}

export function statesOf(typed: string): VisitState[] {
  const words = typed.split(',').map((word) => word.trim())
  if (words.some((word) => !(visit_states as readonly string[]).includes(word))) {
    throw invalid('status', `must be among ${visit_states.join(', ')}.`)
  }
  return words as VisitState[]
}

/** A token, a visit's number, or a patient as the register finds one. */
async function searching(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const words = typed?.trim() ?? ''
  if (words === '') return undefined
  const word = words.toUpperCase()
  const ways = [sql`v.token = ${word}`, sql`v.number = ${word}`]
  if ([...words].length >= 2) {
    const { rows } = await findPatients(caller, words)
    ways.push(sql`v.patient_id${oneOf(rows.map(({ id }) => id))}`)
  }
  return sql`(${join(ways, ' or ')})`
}
