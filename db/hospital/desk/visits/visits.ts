// One visit as the door opens, shows and changes it.

import type { Caller } from '../../../core/caller.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { isId } from '../../../core/ids.ts'
import { fresh } from '../../../core/versions.ts'
import { difference } from '../../office/audit/record.ts'
import { changePayer } from '../../neighbours/billing.ts'
import { type OpenReferral, openReferralOf } from '../../neighbours/visits.ts'

import { patientRecord } from '../patients/rows.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { requireModule } from '../../office/places/switches.ts'
import * as points from '../service-points/service-points.ts'
import { advanceVisit } from './moves/advance.ts'
import { chargeOtherKind } from './moves/charges.ts'
import { cancel as cancelVisit, checkOut as checkOutVisit } from './moves/close.ts'
import { entriesOf, ticketOf } from './queue/entry-view.ts'
import { moved } from './moves/events.ts'
import { flowOf } from './moves/flows.ts'
import { lookAtGates } from './moves/gating.ts'
import { type Gone, nextStep } from './moves/go.ts'
import { hold as holdVisit } from './moves/hold.ts'
import { ofPatient, type VisitFilter } from './list.ts'
import { openVisit } from './moves/open.ts'
import { authorised, read as readPayer } from './moves/payers.ts'
import { resume as resumeVisit } from './moves/resume.ts'
import { alreadyClosed, isOpen, visitRecord, type Visit } from './rows.ts'
import type {
  AdvanceInput,
  CheckOutInput,
  HoldInput,
  PayerChange,
  SeenVisit,
  VisitChange,
  VisitInput,
  VisitView,
} from './shapes.ts'
import { mustBeStaff } from './staff.ts'
import { visits } from './tables.ts'
import { chargesView, viewVisits } from './view.ts'
import { modules_of_kinds } from './words.ts'

export async function open(caller: Caller, input: VisitInput): Promise<VisitView> {
  if (await madeBefore(caller, visits, input.id)) {
    return { ...((await find(caller, input.id ?? '')) as VisitView), charges: [], warnings: [] }
  }
  const opened = await openVisit(caller, input)
  return {
    ...(await gone(caller, opened)),
    charges: await chargesView(caller, opened.charges),
    open_referral: await sentAway(caller, opened.visit),
  }
}

export async function find(caller: Caller, id: string): Promise<SeenVisit> {
  const visit = await visitRecord.get(caller, id)
  const [seen] = await viewVisits(caller, [visit])
  if (seen === undefined || !('number' in seen)) return seen as SeenVisit
  return {
    ...seen,
    queue_entries: await entriesOf(caller, visit.id),
    next_gates: await nextGates(caller, visit),
    open_referral: await sentAway(caller, visit),
  }
}

/** REF-9: of a visit that goes on; one that sent the patient on itself says so in its outcome. */
const sentAway = async (caller: Caller, visit: Visit): Promise<OpenReferral | null> =>
  isOpen(visit) ? openReferralOf(caller, visit.patient_id) : null

/** GAT-7: what would stand at the next due step; the move asks again. */
async function nextGates(caller: Caller, visit: Visit) {
  if (!isOpen(visit) || visit.status === 'ADMITTED') return []
  if (visit.status === 'WAITING' || visit.status === 'CALLED') {
    const here = await points.servicePointRecord.get(caller, visit.service_point_id ?? '')
    return lookAtGates(caller, 'visit.serve', visit, here)
  }
  const wanted =
    visit.wanted_point_id === null
      ? (await nextStep(caller, visit)).point
      : await points.servicePointRecord.get(caller, visit.wanted_point_id)
  if (wanted !== undefined) return lookAtGates(caller, 'visit.queue', visit, wanted)
  return lookAtGates(caller, 'visit.close', visit, null)
}

export async function ofOne(
  caller: Caller,
  patient_id: string,
  asked: Pick<VisitFilter, 'page' | 'per_page' | 'status' | 'kind' | 'from' | 'to'>,
) {
  const patient = await patientRecord.get(caller, patient_id)
  return ofPatient(caller, patient.merged_into_id ?? patient.id, asked)
}

export async function change(caller: Caller, id: string, input: VisitChange): Promise<VisitView> {
  const visit = await visitRecord.locked(caller, id)
  fresh(caller, visit)
  if (!isOpen(visit)) throw alreadyClosed()
  const changes = await readChanges(caller, visit, input)
  const after = await moved(caller, visit, 'change', changes.fields, {
    kind: 'CHANGE',
    detail: difference(visit, changes.fields) ?? {},
  })
  return gone(caller, { visit: after, entry: null, warnings: changes.warnings })
}

async function readChanges(caller: Caller, visit: Visit, input: VisitChange) {
  const { clinician_id, department, kind } = input
  if (typeof clinician_id === 'string') await mustBeStaff(caller, clinician_id)
  for (const [field, thing] of [
    ['appointment_id', 'appointment'],
    ['referral_id', 'referral'],
  ] as const) {
    const id = input[field]
    if (typeof id === 'string' && !isId(id)) throw noSuch(thing)
  }
  const fields: Partial<Visit> = { ...input }
  if (department !== undefined) {
    fields.department = department ? (await resolveDepartment(caller, department)).name : null
  }
  if (kind === undefined || kind === visit.kind) return { fields, warnings: [] }
  if (visit.first_served_at !== null) {
    throw conflict('The kind of a visit cannot change once the patient was served.')
  }
  const module = modules_of_kinds[kind]
  if (module !== undefined) await requireModule(caller, module)
  if (!(await flowOf(caller, kind)).active) {
    throw conflict(`Visits of kind ${kind} are not opened at this hospital.`)
  }
  const charged = await chargeOtherKind(caller, visit, kind)
  return {
    fields: {
      ...fields,
      visit_class: kind === 'EMERGENCY' ? ('EMERGENCY' as const) : visit.visit_class,
      free_revisit: charged.free_revisit,
    },
    warnings: charged.warnings,
  }
}

export const advance = async (caller: Caller, id: string, input: AdvanceInput) =>
  gone(caller, await advanceVisit(caller, id, input))

export const hold = async (caller: Caller, id: string, input: HoldInput) =>
  gone(caller, { visit: await holdVisit(caller, id, input), entry: null, warnings: [] })

export const resume = async (
  caller: Caller,
  id: string,
  input: { expected_state?: string | null | undefined },
) => gone(caller, await resumeVisit(caller, id, input))

export async function checkOut(caller: Caller, id: string, input: CheckOutInput) {
  const closed = await checkOutVisit(caller, id, input)
  const seen = await gone(caller, closed)
  return closed.appointment === undefined ? seen : { ...seen, appointment: closed.appointment }
}

export async function cancel(
  caller: Caller,
  id: string,
  input: { reason: string; expected_state?: string | null | undefined },
): Promise<VisitView> {
  const { visit, uncharged } = await cancelVisit(caller, id, input)
  return {
    ...(await gone(caller, { visit, entry: null, warnings: [] })),
    uncharged: await chargesView(caller, uncharged),
  }
}

/** The payer of the visit and of its draft bill (VIS-8). */
export async function pay(caller: Caller, id: string, input: PayerChange): Promise<VisitView> {
  const visit = await visitRecord.locked(caller, id)
  fresh(caller, visit)
  if (!isOpen(visit)) throw alreadyClosed()
  const patient = await patientRecord.get(caller, visit.patient_id)
  const read = await readPayer(caller, patient, input.payer)
  const payer = await authorised(caller, { ...visit, payer: read })
  const answer = await changePayer(caller, { visit_id: id, payer, reason: input.reason })
  const after = await moved(
    caller,
    visit,
    'payer',
    { payer, payer_kind: payer.kind },
    {
      kind: 'PAYER',
      reason: input.reason,
      detail: { from: visit.payer_kind, to: payer.kind },
    },
  )
  return { ...(await gone(caller, { visit: after, entry: null, warnings: [] })), ...answer }
}

/** The visit after a move, with the ticket of where the patient waits and what was warned of. */
export async function gone(caller: Caller, { visit, entry, warnings }: Gone): Promise<VisitView> {
  const [seen] = await viewVisits(caller, [visit])
  return {
    // Whoever moved it is of the care team now.
    ...(seen as VisitView),
    ticket: entry === null ? null : await ticketOf(caller, entry),
    warnings,
  }
}
