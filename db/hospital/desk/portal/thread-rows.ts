// Conversations as they are kept: looked for, written to, shown (POR-13).

import type { Caller } from '../../../core/caller.ts'
import { clock, instantAt, timeIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { noSuch } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { nextWorkingDay, zoneOf } from '../../office/places/hours.ts'
import type { Row as Patient } from '../patients/rows.ts'
import { portal_messages, portal_threads } from './tables.ts'
import type { OwnThread } from './thread-shapes.ts'
import { type message_sides, thread_states } from './words.ts'

export type ThreadRow = RowOf<(typeof portal_threads)['columns']>
type MessageRow = RowOf<(typeof portal_messages)['columns']>
type Side = (typeof message_sides)[number]

/** What one conversation shows at most; nobody reads further back. */
const shown_most = 500

export const thread_life = life('conversation', thread_states, {
  reply: {
    from: ['OPEN', 'WAITING_PATIENT'],
    to: 'WAITING_PATIENT',
    permission: 'portal:messages',
  },
  assign: { from: ['OPEN'], to: 'OPEN', permission: 'portal:messages' },
  close: { from: ['OPEN', 'WAITING_PATIENT'], to: 'CLOSED', permission: 'portal:messages' },
  ask: { from: ['OPEN', 'WAITING_PATIENT', 'CLOSED'], to: 'OPEN', house: true },
})

export const threadRecord = recordWithLife(portal_threads, {
  life: thread_life,
  type: 'portal_thread',
  called: ({ subject }) => subject,
  label: ({ topic }) => topic,
})

export async function threadRow(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
  patient_id?: string,
  lock = false,
): Promise<ThreadRow> {
  const of = patient_id === undefined ? {} : { patient_id }
  const found = await portal_threads.find({ hospital_id, id, ...of }, { lock })
  if (found === undefined) throw noSuch('conversation')
  return found
}

export interface Said {
  side: Side
  name: string
  text: string
  attachment_ids?: readonly string[] | undefined
  read?: boolean
}

export async function say(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  thread_id: string,
  { side, name, text, attachment_ids = [], read = false }: Said,
): Promise<void> {
  const at = clock.instant()
  await portal_messages.insert({
    hospital_id,
    thread_id,
    side,
    name: name.slice(0, 160),
    text,
    attachment_ids: [...new Set(attachment_ids)],
    at,
    read_at: read ? at : null,
  })
}

/** What the other side has written is read now. */
export async function markRead(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  thread_id: string,
  side: Side,
): Promise<void> {
  await portal_messages.change(
    { hospital_id, thread_id, side, read_at: null },
    { read_at: clock.instant() },
  )
}

/** Two working days from now, at this hour: the patient has waited too long then. */
export async function answerBy(caller: Caller, { facility_id }: Patient): Promise<string> {
  const zone = await zoneOf(caller, facility_id)
  const first = await nextWorkingDay(caller, await today(caller), facility_id)
  return instantAt(zone, await nextWorkingDay(caller, first, facility_id), timeIn(zone))
}

/** In a list each stands with its last message alone; whole only where one is opened. */
export async function shownThreads(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  threads: readonly ThreadRow[],
  { reader, whole }: { reader: Side; whole: boolean },
): Promise<Map<string, OwnThread>> {
  const ids = threads.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const said = await portal_messages.read(
    whole
      ? sql`select ${portal_messages.selection()} from portal_messages
          where hospital_id = ${hospital_id} and thread_id${oneOf(ids)}
          order by at desc, id desc limit ${shown_most}`
      : sql`select ${portal_messages.selection('m')} from portal_messages m
          where m.hospital_id = ${hospital_id} and m.id in (
            select max(l.id) from portal_messages l
            where l.hospital_id = ${hospital_id} and l.thread_id${oneOf(ids)}
            group by l.thread_id)`,
  )
  const unread = await rows<{ thread_id: string; n: number }>(
    sql`select thread_id, count(*) as n from portal_messages where hospital_id = ${hospital_id}
      and thread_id${oneOf(ids)} and side <> ${reader} and read_at is null group by thread_id`,
  )
  const counted = new Map(unread.map(({ thread_id, n }) => [thread_id, Number(n)]))
  return new Map(
    threads.map((one) => [
      one.id,
      {
        id: one.id,
        subject: one.subject,
        topic: one.topic,
        status: one.status,
        department: one.department,
        messages: said
          .filter(({ thread_id }) => thread_id === one.id)
          .map(messageOf)
          .reverse(),
        last_at: one.last_at,
        unread: counted.get(one.id) ?? 0,
      },
    ]),
  )
}

const messageOf = ({ id, side, name, text, attachment_ids, at, read_at }: MessageRow) => ({
  id,
  from: side,
  name,
  text,
  attachment_ids,
  at,
  read_at,
})
