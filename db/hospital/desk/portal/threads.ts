// The desk's side of the conversations with patients (POR-13).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { patientTyped } from '../patients/privacy/lists.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { clinicianNamed } from '../appointments/clinicians.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { notify } from '../../office/notifications/notify.ts'
import { messagePatient } from '../patient-messages/message.ts'

import { writable } from '../patients/rows.ts'
import { patientRows } from '../patients/register/view.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { handOver } from './documents.ts'
import { portal_threads } from './tables.ts'
import {
  markRead,
  say,
  shownThreads,
  thread_life,
  threadRecord,
  type ThreadRow,
  threadRow,
} from './thread-rows.ts'
import type { AssignInput, OwnThread, ReplyInput, Thread, ThreadInput } from './thread-shapes.ts'

export interface Filter extends PageAsked {
  search?: string
  status?: ThreadRow['status']
  topic?: ThreadRow['topic']
  /** `me`: whose account is linked to this staff record. */
  assigned_to?: string
  department?: string
  patient_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<Thread>> {
  const words = asked.search?.trim() ?? ''
  const to = asked.assigned_to === 'me' ? await ownId(caller) : asked.assigned_to
  const found = await pageFrom(portal_threads, asked, {
    from: sql` from portal_threads${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.topic, sql`topic = ${asked.topic}`),
      when(to, sql`assigned_to = ${to}`),
      when(asked.department, sql`department = ${asked.department}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      words === '' ? undefined : called(caller, words),
    ])}`,
    order: sql` order by last_at desc, id desc`,
  })
  await recordRead(caller, 'portal_thread.list', { rows: found.rows.length, query: { words } })
  return { rows: await viewAll(caller, found.rows, false), meta: found.meta }
}

const ownId = async (caller: Caller): Promise<string> =>
  (await signerOf(caller)).staff_id ?? caller.user_id ?? ''

const called = (caller: Caller, words: string) =>
  sql`patient_id in (select p.id from patients p where p.hospital_id = ${caller.hospital_id}
    and ${patientTyped(caller, words)})`

export async function find(caller: Caller, id: string): Promise<Thread> {
  const found = await threadRow(caller, id)
  await within(() => markRead(caller, id, 'PATIENT'))
  return view(caller, found)
}

export async function open(caller: Caller, input: ThreadInput): Promise<Thread> {
  const patient = await writable(caller, input.patient_id)
  if (patient.portal !== 'ACTIVE') {
    throw conflict(`${patient.full_name} has no account in the portal.`)
  }
  const made = await threadRecord.created(caller, {
    patient_id: patient.id,
    subject: input.subject,
    topic: input.topic ?? 'OTHER',
    status: 'WAITING_PATIENT',
    started_by: 'STAFF',
    last_at: clock.instant(),
  })
  await say(caller, made.id, { side: 'STAFF', name: caller.name, text: input.text })
  await tellPatient(caller, made)
  return view(caller, made)
}

export async function reply(caller: Caller, id: string, input: ReplyInput): Promise<Thread> {
  const before = await begin(caller, id)
  await writable(caller, before.patient_id)
  threadRecord.check(before, 'reply')
  await handOver(caller, before.patient_id, input.attachment_ids)
  await markRead(caller, id, 'PATIENT')
  await say(caller, id, { ...input, side: 'STAFF', name: caller.name })
  const after = await threadRecord.moved(caller, before, 'reply', {
    last_at: clock.instant(),
    answer_by: null,
    told_at: null,
  })
  await tellPatient(caller, before)
  return view(caller, after)
}

export async function assign(caller: Caller, id: string, input: AssignInput): Promise<Thread> {
  const before = await begin(caller, id)
  const { staff_id, department } = input
  if ((staff_id === undefined) === (department === undefined)) {
    throw invalid('staff_id', 'is required, or department; not both.')
  }
  if (before.status === 'CLOSED') throw thread_life.refusal(before.status, before.subject)
  const to =
    staff_id === undefined
      ? { department: (await resolveDepartment(caller, department ?? '')).name }
      : await personOf(caller, staff_id)
  return view(caller, await threadRecord.changed(caller, before, 'assign', to))
}

async function personOf(caller: Caller, staff_id: string) {
  const { id, name } = await clinicianNamed(caller, { clinician_id: staff_id })
  return { assigned_to: id, assigned_name: name }
}

export async function close(
  caller: Caller,
  id: string,
  note: string | null | undefined,
): Promise<Thread> {
  const before = await begin(caller, id)
  const closed = { closed_at: clock.instant(), answer_by: null, told_at: null }
  return view(caller, await threadRecord.moved(caller, before, 'close', closed, note || null))
}

async function begin(caller: Caller, id: string): Promise<ThreadRow> {
  const before = await threadRow(caller, id, undefined, true)
  fresh(caller, before)
  return before
}

/** That there is something to read, and nothing of what it says (PTM-3). */
const tellPatient = (caller: Caller, { id, patient_id }: ThreadRow) =>
  messagePatient(caller, {
    patient_id,
    template: 'MESSAGE_REPLY',
    data: {},
    entity: { type: 'portal_thread', id },
  })

/** POR-13: unanswered for two working days; told once for each question. */
export const tellUnanswered = (caller: Caller, most = 100): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const late = await portal_threads.read(
      sql`select ${portal_threads.selection()} from portal_threads
        where hospital_id = ${hospital_id} and answer_by <= ${clock.instant()}
        and told_at is null order by answer_by, id limit ${most}`,
    )
    for (const { id, topic } of late) {
      await portal_threads.change({ hospital_id, id }, { told_at: clock.instant() })
      await notify(caller, {
        to: { permission: 'portal:messages' },
        kind: 'portal.unanswered',
        title: 'A patient waits for an answer',
        body: `A message about ${topic} has had no answer for two working days.`,
        entity: { type: 'portal_thread', id },
      })
    }
    return late.length
  }, 'jobs')

const view = async (caller: Caller, one: ThreadRow): Promise<Thread> =>
  (await viewAll(caller, [one], true))[0] as Thread

async function viewAll(
  caller: Caller,
  found: readonly ThreadRow[],
  whole: boolean,
): Promise<Thread[]> {
  const people = await patientRows(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const shown = await shownThreads(caller, found, { reader: 'STAFF', whole })
  return found.flatMap((one) => {
    const patient = people.get(one.patient_id)
    const words = shown.get(one.id)
    if (patient === undefined || words === undefined) return []
    const { assigned_to: id, assigned_name: name } = one
    const hidden: Partial<OwnThread> =
      patient.restricted === true ? { subject: 'Restricted record', messages: [] } : {}
    return [
      {
        ...words,
        ...hidden,
        patient,
        assigned_to: id === null ? null : { id, name: name ?? '' },
        moves: threadRecord.moves(caller, one),
        version: one.version,
      },
    ]
  })
}
