// Announcements as they are listed and shown, and who has acknowledged one.

import { type Caller, asks } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom, pageOf } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { staffAccounts } from '../access/users/named-accounts.ts'
import { manages, readersOf } from './announcements.ts'
import { audiencesOf, isFor, readersFor } from './audience.ts'
import { announcementRecord, type AnnouncementRow } from './record.ts'
import type {
  Acknowledgement,
  Announcement,
  AnnouncementFilter,
  AnnouncementOpened,
  Audience,
} from './shapes.ts'
import { announcement_readers, announcements } from './tables.ts'

/** One's own begin with what must be read and was not acknowledged. */
export async function list(
  caller: Caller,
  asked: AnnouncementFilter & PageAsked,
): Promise<Page<Announcement>> {
  const all = asked.scope === 'all'
  if (all) asks(caller, 'announcement:manage')
  const waits = sql`(a.level = 'MUST_READ' and not exists (select 1 from announcement_readers r
    where r.announcement_id = a.id and r.user_id = ${caller.user_id ?? ''}
    and r.acknowledged_at is not null))`
  const found = await pageFrom(announcements, asked, {
    alias: 'a',
    from: sql` from announcements a${where([
      sql`a.hospital_id = ${caller.hospital_id}`,
      all ? undefined : sql`a.id${oneOf(await ownIds(caller))}`,
      when(asked.status, sql`a.status = ${asked.status}`),
      when(asked.level, sql`a.level = ${asked.level}`),
      matching('announcements', asked.search, 'a'),
    ])}`,
    order: all
      ? sql` order by a.created_at desc, a.id desc`
      : sql` order by case when ${waits} then 0 else 1 end, a.published_at desc, a.id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

/** Of what is published, at most `live_max`. */
async function ownIds(caller: Caller): Promise<string[]> {
  const { hospital_id, user_id } = caller
  if (user_id === null) return []
  const live = await rows<{ id: string }>(
    sql`select id from announcements where hospital_id = ${hospital_id} and status = 'PUBLISHED'`,
  )
  const audiences = await audiencesOf(
    caller,
    live.map(({ id }) => id),
  )
  const [reader] = await readersFor(caller, audiences, [user_id])
  if (reader === undefined) return []
  return [...audiences].filter(([, audience]) => isFor(audience, reader)).map(([id]) => id)
}

async function shownMany(
  caller: Caller,
  found: readonly AnnouncementRow[],
): Promise<Announcement[]> {
  const ids = found.map(({ id }) => id)
  const audiences = await audiencesOf(caller, ids)
  const own = await ownAcknowledged(caller, ids)
  const counts = manages(caller) ? await countsOf(caller, audiences) : undefined
  return found.map((row) => ({
    ...row,
    audience: audiences.get(row.id) as Audience,
    ...(counts?.get(row.id) ?? uncounted),
    acknowledged_at: own.get(row.id) ?? null,
    moves: announcementRecord.moves(caller, row),
  }))
}

export async function shown(caller: Caller, row: AnnouncementRow): Promise<AnnouncementOpened> {
  const [found] = await shownMany(caller, [row])
  const history = manages(caller) ? await announcementRecord.history(caller, row.id) : []
  return { ...(found as Announcement), history }
}

const uncounted = { audience_count: null, seen_count: null, acknowledged_count: null }

async function countsOf(caller: Caller, audiences: ReadonlyMap<string, Audience>) {
  const ids = [...audiences.keys()]
  const readers = await readersFor(caller, audiences)
  const read = await rows<{ id: string; seen: number; acknowledged: number }>(
    sql`select announcement_id as id, count(*) as seen, count(acknowledged_at) as acknowledged
      from announcement_readers where announcement_id${oneOf(ids)} group by announcement_id`,
  )
  const by_id = new Map(read.map((one) => [one.id, one]))
  return new Map(
    [...audiences].map(([id, audience]) => [
      id,
      {
        audience_count: readers.filter((reader) => isFor(audience, reader)).length,
        seen_count: Number(by_id.get(id)?.seen ?? 0),
        acknowledged_count: Number(by_id.get(id)?.acknowledged ?? 0),
      },
    ]),
  )
}

async function ownAcknowledged(
  { hospital_id, user_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (user_id === null || ids.length === 0) return new Map()
  const read = await announcement_readers.all({
    hospital_id,
    user_id,
    announcement_id: [...ids],
  })
  return new Map(read.map((one) => [one.announcement_id, one.acknowledged_at]))
}

/** Everybody it is for, and whoever acknowledged it and is no more among them. */
export async function acknowledgements(
  caller: Caller,
  id: string,
  asked: { state?: 'yes' | 'no' } & PageAsked,
): Promise<Page<Acknowledgement>> {
  await announcementRecord.get(caller, id)
  const { hospital_id } = caller
  const readers = await readersOf(caller, id)
  const read = new Map(
    (await announcement_readers.all({ hospital_id, announcement_id: id })).map((one) => [
      one.user_id,
      one,
    ]),
  )
  const among = new Set(readers.map((one) => one.id))
  const gone = [...read.values()].filter((one) => one.acknowledged_at && !among.has(one.user_id))
  const others = await staffAccounts(
    caller,
    gone.map(({ user_id }) => user_id),
  )
  const all = [...readers, ...others].map(({ id: user_id, full_name }) => ({
    user: { id: user_id, full_name },
    seen_at: read.get(user_id)?.seen_at ?? null,
    at: read.get(user_id)?.acknowledged_at ?? null,
  }))
  return pageOf(
    asked,
    all.filter(({ at }) => asked.state === undefined || (at === null) === (asked.state === 'no')),
  )
}
