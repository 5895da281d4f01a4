// What others ask of theatre (OT-28), what is still open in it (MOD-3), and what a death, a merge and somebody
// who leaves make of it.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../store/sql.ts'
import { admissionOf } from '../../neighbours/care.ts'
import type * as asked_of from '../../neighbours/theatre.ts'
import { switchedOff } from '../../modules.ts'
import { switchesOf } from '../../office/places/switches.ts'
import type { OnDeath, OpenWork, PerformedServices, WorkLeftBy, WorkOpen } from '../../registry.ts'
import { procedure_source, time_source } from './charging.ts'
import { request } from './cases/asking.ts'
import { holdSessions } from './cases/booking.ts'
import { cancelled } from './cases/putting-off.ts'
import { caseRecord, type CaseRow } from './cases/record.ts'
import { theatre_cases } from './cases/tables.ts'
import { theatres } from './rooms/tables.ts'
import { in_theatre_states } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

export async function inTheatre({ hospital_id }: Of, patient_id: string): Promise<string | null> {
  const found = await theatre_cases.all({
    hospital_id,
    patient_id,
    status: [...in_theatre_states],
  })
  // Who died on the table is nowhere else any more.
  return found.find(({ outcome }) => outcome !== 'DIED_IN_THEATRE')?.number ?? null
}

/** Whoever was in theatre counts, whether or not it came to an incision. */
export async function operatedSince(
  { hospital_id }: Of,
  { patient_id, since, until }: Parameters<typeof asked_of.operatedSince>[1],
): Promise<string | null> {
  const [found] = await rows<{ number: string }>(
    sql`select c.number from theatre_cases c join theatre_stamps s on s.case_id = c.id
      where c.hospital_id = ${hospital_id} and c.patient_id = ${patient_id}
        and s.name in ('IN_THEATRE', 'PROCEDURE_DONE', 'ROOM_LEFT')
        and s.at >= ${since} and s.at <= ${until}
      order by s.at desc limit 1`,
  )
  return found?.number ?? null
}

export async function caseOf(
  caller: Caller,
  asked: Parameters<typeof asked_of.caseOf>[1],
): Promise<asked_of.CaseBrief | null> {
  const row = await caseAsked(caller, asked)
  if (row === undefined) return null
  const { hospital_id } = caller
  const room =
    row.theatre_id === null ? undefined : await theatres.find({ hospital_id, id: row.theatre_id })
  return {
    case_id: row.id,
    patient_id: row.patient_id,
    number: row.number,
    status: row.status,
    planned_start: row.planned_start,
    theatre: room?.name ?? null,
    ward: (await admissionOf(caller, row.patient_id))?.ward ?? null,
  }
}

async function caseAsked(
  { hospital_id }: Of,
  asked: Parameters<typeof asked_of.caseOf>[1],
): Promise<CaseRow | undefined> {
  if ('case_id' in asked) return theatre_cases.find({ hospital_id, id: asked.case_id })
  const found = await theatre_cases.all(
    { hospital_id, ...asked },
    { order: ['-created_at', '-id'] },
  )
  return found.find(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED') ?? found[0]
}

/** MOD-5: switched off, it says so and throws nothing. */
export async function requestCase(
  caller: Caller,
  { source, source_id, procedures, ...asked }: Parameters<typeof asked_of.requestCase>[1],
): ReturnType<typeof asked_of.requestCase> {
  const { hospital_id, facility_id } = caller
  if (facility_id !== null) {
    const { name, on } = await switchesOf(hospital_id, facility_id)
    if (!on.theatre) return { off: true, message: switchedOff('theatre', name).message }
  }
  const of = { asked_by: source, asked_id: source_id }
  const known = await theatre_cases.find({ hospital_id, ...of })
  const row = known ?? (await request(caller, { ...asked, procedures: [...procedures] }, of))
  return { case_id: row.id, number: row.number }
}

/** A case whose appointment has come stands on that visit (OT-28). */
export async function patientArrived(
  caller: Caller,
  { appointment_id, visit_id }: { appointment_id: string; visit_id: string },
): Promise<void> {
  const { hospital_id } = caller
  const found = await theatre_cases.all({
    hospital_id,
    appointment_id,
    status: ['REQUESTED', 'SCHEDULED'],
  })
  for (const { id } of found) {
    const before = await caseRecord.locked(caller, id)
    await caseRecord.changed(caller, before, 'arrive', { visit_id })
  }
}

export const openWork: OpenWork = async ({ hospital_id }, module, facility_id) => {
  if (module !== 'theatre') return []
  const of = async (label: string, condition: Sql, more: Partial<WorkOpen> = {}) => {
    const found = await rows<{ number: string }>(
      sql`select c.number from theatre_cases c where c.hospital_id = ${hospital_id}
        and c.facility_id = ${facility_id} and ${condition} order by c.number`,
    )
    const references = found.slice(0, 10).map(({ number }) => number)
    return { label, count: found.length, references, people: false, ...more }
  }
  const inside = sql`c.status${oneOf([...in_theatre_states])}
    and (c.outcome is null or c.outcome <> 'DIED_IN_THEATRE')`
  return [
    await of('patients in theatre', inside, { people: true, never: true }),
    await of('cases booked', sql`c.status = 'SCHEDULED'`),
    await of('cases waiting', sql`c.status = 'REQUESTED'`),
    await of('operation notes not signed', unsigned('OPERATION_NOTE')),
    await of(
      'anaesthesia records not signed',
      sql`${unsigned('ANAESTHESIA')} and c.anaesthesia_planned not in ('LOCAL', 'NONE')`,
    ),
  ]
}

const unsigned = (part: string): Sql =>
  sql`c.status${oneOf(['ACCEPTED', 'PROCEDURE_DONE', 'IN_RECOVERY', 'RETURNED'])} and not exists (
    select 1 from theatre_parts p where p.case_id = c.id and p.part = ${part} and p.latest
      and p.status <> 'DRAFT')`

/** PAT-24: what was still to come is cancelled; who is on the table stays there until it is ended. */
export const onDeath: OnDeath = async (caller, patient_id) => {
  const { hospital_id } = caller
  const waiting = await theatre_cases.all(
    { hospital_id, patient_id, status: ['REQUESTED', 'SCHEDULED'] },
    { order: ['id'] },
  )
  await holdSessions(
    caller,
    waiting.map(({ session_id }) => session_id),
  )
  for (const { id } of waiting) {
    const before = await caseRecord.locked(caller, id)
    if (before.status !== 'REQUESTED' && before.status !== 'SCHEDULED') continue
    await cancelled(caller, before, { reason_code: 'DIED', reason: 'The patient has died' })
  }
  return waiting.length === 0 ? {} : { theatre_cases: waiting.map(({ number }) => number) }
}

/** HR-142. */
export const workLeftBy: WorkLeftBy = async ({ hospital_id }, staff_id) => [
  {
    label: 'theatre cases',
    count: await theatre_cases.count({
      hospital_id,
      surgeon_id: staff_id,
      status: ['REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED', 'IN_THEATRE'],
    }),
  },
]

const piece = 200

/** BIL-138: procedures that were done, and time that was used. */
export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await theatre_cases.read(
      sql`select ${theatre_cases.selection('c')} from theatre_cases c
        join theatre_stamps s on s.case_id = c.id and s.name = 'PROCEDURE_DONE'
        where c.hospital_id = ${hospital_id} and c.id > ${after}
          and s.at >= ${asked.from} and s.at <= ${asked.to}
        order by c.id limit ${piece}`,
    )
    const acts = found.flatMap(servicesOf)
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

function servicesOf(row: CaseRow) {
  const of = {
    patient_id: row.patient_id,
    visit_id: row.visit_id,
    department: row.department,
    done_at: row.updated_at,
    performed_by_id: row.surgeon_id,
  }
  const done = row.outcome === 'COMPLETED' || row.outcome === 'CONVERTED'
  return row.charges
    .filter(({ source }) => source === time_source || (source === procedure_source && done))
    .map(({ source, source_id, code, key }) => ({ ...of, source, source_id, code: code ?? key }))
}
