// The patient's side of the conversations with the desk (POR-13).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, days, startOfDay } from '../../../core/clock.ts'
import { row, within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { writable } from '../patients/rows.ts'
import { documentsMustBe } from './documents.ts'
import { authoriseOwnRead } from './record.ts'
import { portal_threads } from './tables.ts'
import {
  answerBy,
  markRead,
  say,
  shownThreads,
  threadRecord,
  type ThreadRow,
  threadRow,
} from './thread-rows.ts'
import type { OwnThread, OwnThreadInput, ReplyInput } from './thread-shapes.ts'
import { languageOf, type Whose, whose } from './whose.ts'

const threads_a_month = 20
/** A new message reopens what was closed no longer ago than this (3.7). */
const reopens_for = days(30)

export async function list(
  caller: Caller,
  asked: PageAsked & { status?: ThreadRow['status'] },
): Promise<Page<OwnThread>> {
  const { caller: by, patient } = await authoriseOwnRead(caller, 'portal.messages', 'MESSAGES')
  const found = await pageFrom(portal_threads, asked, {
    from: sql` from portal_threads${where([
      sql`hospital_id = ${by.hospital_id}`,
      sql`patient_id = ${patient.id}`,
      when(asked.status, sql`status = ${asked.status}`),
    ])}`,
    order: sql` order by last_at desc, id desc`,
  })
  const shown = await shownThreads(by, found.rows, { reader: 'PATIENT', whole: false })
  return { rows: found.rows.map(({ id }) => shown.get(id) as OwnThread), meta: found.meta }
}

/** For routes whose body is judged after the record is found. */
export async function ownThread(caller: Caller, id: string): Promise<ThreadRow> {
  const { caller: by, patient } = await whose(caller, 'MESSAGES')
  return threadRow(by, id, patient.id)
}

export async function find(caller: Caller, id: string): Promise<OwnThread> {
  const { caller: by, patient } = await authoriseOwnRead(caller, 'portal.message', 'MESSAGES')
  const found = await threadRow(by, id, patient.id)
  await within(() => markRead(by, id, 'STAFF'))
  return view(by, found)
}

export async function open(caller: Caller, input: OwnThreadInput): Promise<OwnThread> {
  const mine = await writing(caller)
  const { caller: by } = mine
  // One after another, so that two at once do not both count nineteen.
  const patient = await writable(by, mine.patient.id)
  await mayStart(mine)
  await documentsMustBe(by, patient.id, input.attachment_ids)
  const at = clock.instant()
  const made = await threadRecord.created(by, {
    patient_id: patient.id,
    subject: input.subject,
    topic: input.topic ?? 'OTHER',
    status: 'OPEN',
    started_by: 'PATIENT',
    last_at: at,
    answer_by: await answerBy(by, patient),
  })
  await say(by, made.id, { ...input, side: 'PATIENT', name: nameOf(mine) })
  await warn(mine, made.id)
  return view(by, made)
}

export async function reply(caller: Caller, id: string, input: ReplyInput): Promise<OwnThread> {
  const mine = await writing(caller)
  const { caller: by, patient } = mine
  const before = await threadRow(by, id, patient.id, true)
  threadRecord.check(before, 'ask')
  if (before.closed_at !== null && clock.ms() - Date.parse(before.closed_at) > reopens_for) {
    throw conflict('This conversation is closed. Please start a new one.', 'state')
  }
  await documentsMustBe(by, patient.id, input.attachment_ids)
  await say(by, id, { ...input, side: 'PATIENT', name: nameOf(mine) })
  // Who asks once more waits since the first time.
  const answer_by = before.answer_by ?? (await answerBy(by, patient))
  const asked = { answer_by, closed_at: null, last_at: clock.instant() }
  return view(by, await threadRecord.moved(by, before, 'ask', asked))
}

export async function close(caller: Caller, id: string): Promise<OwnThread> {
  const { caller: by, patient } = await whose(caller, 'MESSAGES')
  const before = await threadRow(by, id, patient.id, true)
  const closed = { closed_at: clock.instant(), answer_by: null, told_at: null }
  return view(by, await threadRecord.moved(by, before, 'close', closed))
}

async function writing(caller: Caller): Promise<Whose> {
  const mine = await whose(caller, 'MESSAGES')
  if (!mine.settings.messages_enabled) throw conflict('Messages here are switched off.', 'off')
  return mine
}

async function mayStart({ caller, patient }: Whose): Promise<void> {
  const { hospital_id } = caller
  const { timezone, support_phone } = await hospitalOf(caller)
  const month = startOfDay(timezone, `${dayIn(timezone).slice(0, 8)}01`)
  const started = await row<{ n: number }>(
    sql`select count(*) as n from portal_threads where hospital_id = ${hospital_id}
      and patient_id = ${patient.id} and started_by = 'PATIENT' and created_at >= ${month}`,
  )
  if (Number(started?.n ?? 0) < threads_a_month) return
  throw conflict(
    `You have started ${threads_a_month} conversations this month. Please call ${support_phone ?? 'the hospital'}.`,
    'threads',
  )
}

/** The first answer, before anybody has read the question; it leaves the patient waiting. */
async function warn(mine: Whose, thread_id: string): Promise<void> {
  const { caller } = mine
  const language = languageOf(mine)
  const { name, support_phone } = await hospitalOf(caller)
  const phone = support_phone ?? (language === 'sw' ? 'hospitali' : 'the hospital')
  const text =
    language === 'sw'
      ? `Hapa si kwa dharura. Kwa dharura fika hospitali au piga ${phone}.`
      : `This is not for emergencies. In an emergency come to the hospital or call ${phone}.`
  await say(caller, thread_id, { side: 'STAFF', name, text, read: true })
}

const nameOf = ({ patient, holder }: Whose): string =>
  holder === null ? patient.full_name : `${holder.full_name} for ${patient.full_name}`

const view = async (caller: Caller, one: ThreadRow): Promise<OwnThread> =>
  (await shownThreads(caller, [one], { reader: 'PATIENT', whole: true })).get(one.id) as OwnThread
