// A person's own notices (PLT-97). Nobody reads another's.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { afterCommit, row, rows, run, within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { noSuch } from '../../../core/refusal.ts'
import { oneOf, type Sql, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { Notification, ReadAll } from './shapes.ts'
import { notifications } from './tables.ts'
import { nudge } from './waiting.ts'
import type { Urgency } from './words.ts'

type Row = RowOf<(typeof notifications)['columns']>

export interface NoticeFilter extends PageAsked {
  status?: 'unread' | 'read'
  kind?: string
  urgency?: Urgency
  /** An instant: what came after it. */
  since?: string
  from?: string
  to?: string
}

const own = (caller: Caller): Sql =>
  sql`hospital_id = ${caller.hospital_id} and user_id = ${caller.user_id}`

export async function list(caller: Caller, asked: NoticeFilter): Promise<Page<Notification>> {
  const { timezone } = await hospitalOf(caller)
  const { since, from, to } = asked
  const found = await pageFrom(notifications, asked, {
    from: sql` from notifications${where([
      own(caller),
      when(asked.status === 'unread', sql`read_at is null`),
      when(asked.status === 'read', sql`read_at is not null`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.urgency, sql`urgency = ${asked.urgency}`),
      since === undefined
        ? undefined
        : sql`created_at > ${new Date(Date.parse(since)).toISOString()}`,
      ...withinDays(sql`created_at`, timezone, { from, to }),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Notification> =>
  view(await rowOf(caller, id))

/** Reading twice keeps the first time. */
export async function read(caller: Caller, id: string): Promise<Notification> {
  const { read_at } = await rowOf(caller, id)
  if (read_at === null) {
    const { hospital_id } = caller
    await notifications.change({ hospital_id, id, read_at: null }, { read_at: clock.instant() })
    nudgeOwn(caller)
  }
  return find(caller, id)
}

/** URGENT ones are acknowledged one by one. */
export async function readAll(
  caller: Caller,
  asked: ReadAll,
): Promise<{ read: number; left_urgent: number }> {
  const unread = where([
    own(caller),
    sql`read_at is null`,
    when(asked.kind, sql`kind = ${asked.kind}`),
    asked.before === undefined
      ? undefined
      : sql`created_at < ${new Date(Date.parse(asked.before)).toISOString()}`,
  ])
  const now = clock.instant()
  const changed = await run(
    sql`update notifications set read_at = ${now}, updated_at = ${now}${unread} and urgency <> 'URGENT'`,
  )
  const left = await row<{ n: number }>(sql`select count(*) as n from notifications${unread}`)
  if (changed > 0) nudgeOwn(caller)
  return { read: changed, left_urgent: Number(left?.n ?? 0) }
}

/** Nothing more is to be read about it: by one person, or by everybody. */
export async function readAbout(
  caller: Pick<Caller, 'hospital_id'>,
  { type, id }: { type: string; id: string },
  user_id?: string,
): Promise<void> {
  const now = clock.instant()
  await run(
    sql`update notifications set read_at = ${now}, updated_at = ${now}${where([
      sql`hospital_id = ${caller.hospital_id} and entity_type = ${type} and entity_id = ${id}`,
      sql`read_at is null`,
      when(user_id, sql`user_id = ${user_id}`),
    ])}`,
  )
  if (user_id !== undefined) afterCommit(() => nudge([user_id]))
}

const nudgeOwn = ({ user_id }: Caller): void => {
  if (user_id !== null) afterCommit(() => nudge([user_id]))
}

async function rowOf(caller: Caller, id: string): Promise<Row> {
  const { hospital_id, user_id } = caller
  const found =
    user_id === null ? undefined : await notifications.find({ hospital_id, user_id, id })
  if (found === undefined) throw noSuch('notice')
  return found
}

const view = ({ hospital_id: _h, user_id: _u, escalation_id: _e, ...notice }: Row): Notification =>
  notice

/** For the timetable: one piece, so that the writer is never held for long. */
export async function eraseRead(before: string, piece = 1000): Promise<number> {
  return within(async () => {
    const old = await rows<{ id: string }>(
      sql`select id from notifications where read_at is not null and read_at < ${before} limit ${piece}`,
    )
    if (old.length === 0) return 0
    return run(sql`delete from notifications where id${oneOf(old.map(({ id }) => id))}`)
  }, 'jobs')
}
