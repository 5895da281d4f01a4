// Announcements: written, published to those they are for, acknowledged, taken back (platform 3.7).

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { row, run, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { readAbout } from '../notifications/notices.ts'
import { notify } from '../notifications/notify.ts'
import { audienceRead, audiencesOf, isFor, keep, type Reader, readersFor } from './audience.ts'
import { forgetLive } from './must-read.ts'
import { announcementRecord, type AnnouncementRow } from './record.ts'
import type { AnnouncementChange, AnnouncementInput } from './shapes.ts'
import { announcement_readers } from './tables.ts'
import { live_max } from './words.ts'

export const manages = (caller: Caller): boolean => can(caller, 'announcement:manage')

export async function write(caller: Caller, input: AnnouncementInput): Promise<AnnouncementRow> {
  const { audience, level = 'INFO', starts_at = null, ends_at = null, ...words } = input
  refuseTimes({ starts_at, ends_at })
  const made = await announcementRecord.created(caller, {
    ...words,
    level,
    starts_at,
    ends_at,
    by_name: caller.name,
  })
  await keep(caller, made.id, await audienceRead(caller, audience ?? {}))
  return made
}

/** Once it is published only its end may change; what people read stays as they read it. */
export async function change(
  caller: Caller,
  id: string,
  input: AnnouncementChange,
): Promise<AnnouncementRow> {
  const before = await announcementRecord.locked(caller, id)
  fresh(caller, before)
  const { status, title } = before
  const { audience, ...fields } = input
  if (status === 'ENDED' || status === 'WITHDRAWN') {
    throw conflict(
      `Announcement "${title}" is ${status}. Nothing more can be done with it.`,
      'state',
    )
  }
  const said = Object.keys(input).filter((field) => field !== 'ends_at')
  if (status === 'PUBLISHED' && said.length > 0) {
    throw conflict(
      `Announcement "${title}" is PUBLISHED: only ends_at can be changed. Withdraw it and write another.`,
      'state',
    )
  }
  if (status === 'SCHEDULED' && fields.starts_at === null) {
    throw invalid('starts_at', 'is what it waits for: give another time, or withdraw it.')
  }
  refuseTimes({ ...before, ...fields })
  if (audience !== undefined) {
    const now = (await audiencesOf(caller, [id])).get(id)
    await keep(caller, id, await audienceRead(caller, { ...now, ...audience }))
  }
  return announcementRecord.changed(caller, before, 'update', fields)
}

function refuseTimes({ starts_at, ends_at }: Pick<AnnouncementRow, 'starts_at' | 'ends_at'>): void {
  if (ends_at === null) return
  if (ends_at <= clock.instant()) throw invalid('ends_at', 'is in the past.')
  if (starts_at !== null && ends_at <= starts_at)
    throw invalid('ends_at', 'is not after starts_at.')
}

/** At once, or at the time that it names. */
export async function publish(caller: Caller, id: string): Promise<AnnouncementRow> {
  const before = await announcementRecord.begin(caller, id, 'publish')
  const { starts_at, ends_at, title } = before
  const now = clock.instant()
  if (ends_at !== null && ends_at <= now) {
    throw conflict(`Announcement "${title}" would be over already: give another ends_at.`, 'state')
  }
  if (starts_at !== null && starts_at > now) {
    return announcementRecord.moved(caller, before, 'publish', { status: 'SCHEDULED' })
  }
  await refuseTooMany(caller)
  return shownToAll(caller, before, 'publish')
}

async function refuseTooMany({ hospital_id }: Caller): Promise<void> {
  const live = await row<{ n: number }>(
    sql`select count(*) as n from announcements where hospital_id = ${hospital_id} and status = 'PUBLISHED'`,
  )
  if (Number(live?.n ?? 0) < live_max) return
  throw conflict(`${live_max} announcements are published; withdraw one, or give some an end.`)
}

/** Those it is for now get a notice; who comes later finds it in the list. */
export async function shownToAll(
  caller: Caller,
  before: AnnouncementRow,
  move: 'publish' | 'begin',
): Promise<AnnouncementRow> {
  const { id, title, body, level } = before
  const published_at = clock.instant()
  const after = await announcementRecord.moved(caller, before, move, {
    status: 'PUBLISHED',
    published_at,
  })
  forgetLive()
  await notify(caller, {
    to: { user: (await readersOf(caller, id)).map((one) => one.id) },
    kind: 'announcement.published',
    urgency: level === 'MUST_READ' ? 'WARNING' : 'INFO',
    title,
    body,
    entity: entity(id),
  })
  return after
}

const entity = (id: string) => ({ type: 'announcement', id })

/** By name. */
export async function readersOf(of: Pick<Caller, 'hospital_id'>, id: string): Promise<Reader[]> {
  const audiences = await audiencesOf(of, [id])
  const readers = await readersFor(of, audiences)
  return readers.filter((reader) => [...audiences.values()].every((one) => isFor(one, reader)))
}

export async function withdraw(
  caller: Caller,
  id: string,
  reason: string,
): Promise<AnnouncementRow> {
  const before = await announcementRecord.begin(caller, id, 'withdraw')
  const after = await announcementRecord.moved(caller, before, 'withdraw', {}, reason)
  await over(caller, id)
  return after
}

/** Its time is over: nobody is asked to read it any more. */
export async function ended(caller: Caller, before: AnnouncementRow): Promise<void> {
  await announcementRecord.moved(caller, before, 'end')
  await over(caller, before.id)
}

async function over(caller: Caller, id: string): Promise<void> {
  forgetLive()
  await readAbout(caller, entity(id))
}

/** Whoever writes announcements sees each; others what is, or was, published to them. */
export async function visible(caller: Caller, id: string): Promise<AnnouncementRow> {
  const found = await announcementRecord.get(caller, id)
  if (manages(caller) || (await isForCaller(caller, found))) return found
  throw noSuch('announcement')
}

async function isForCaller(caller: Caller, { id, status }: AnnouncementRow): Promise<boolean> {
  if (caller.user_id === null || (status !== 'PUBLISHED' && status !== 'ENDED')) return false
  const audiences = await audiencesOf(caller, [id])
  const [reader] = await readersFor(caller, audiences, [caller.user_id])
  return reader !== undefined && [...audiences.values()].every((one) => isFor(one, reader))
}

/** Opened by somebody it is for: seen, from the first time on. */
export async function open(caller: Caller, id: string): Promise<AnnouncementRow> {
  const found = await visible(caller, id)
  if (await isForCaller(caller, found)) await within(() => seen(caller, id))
  return found
}

async function seen({ hospital_id, user_id }: Caller, announcement_id: string): Promise<void> {
  const now = clock.instant()
  await run(
    sql`insert into announcement_readers (announcement_id, user_id, hospital_id, seen_at)
      values (${announcement_id}, ${user_id}, ${hospital_id}, ${now})
      on conflict (announcement_id, user_id) do nothing`,
  )
}

/** PLT-101: of any level; the first time stays. */
export async function acknowledge(caller: Caller, id: string): Promise<AnnouncementRow> {
  const found = await visible(caller, id)
  const { hospital_id, user_id } = caller
  if (user_id === null || !(await isForCaller(caller, found))) throw noSuch('announcement')
  await seen(caller, id)
  const first = await announcement_readers.change(
    { hospital_id, announcement_id: id, user_id, acknowledged_at: null },
    { acknowledged_at: clock.instant() },
  )
  if (first > 0) {
    record(caller, 'announcement.acknowledge', {
      entity_type: 'announcement',
      entity_id: id,
      entity_label: found.title,
    })
  }
  await readAbout(caller, entity(id), user_id)
  return found
}
