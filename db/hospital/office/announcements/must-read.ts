// What must be read stays among the unread notices until it is acknowledged (PLT-101), also for who
// came after it was published and never got a notice of it.

import { rows } from '../../../store/connection.ts'
import { kept } from '../../../store/kept.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { hospitalsOf } from '../access/users/members.ts'
import { audiencesOf, isFor, readersFor } from './audience.ts'

interface Live {
  id: string
  hospital_id: string
  published_at: string
}

/** Asked at every count, and seldom other than none. */
const live_kept = kept(() =>
  rows<Live>(
    sql`select id, hospital_id, published_at from announcements
      where status = 'PUBLISHED' and level = 'MUST_READ'`,
  ),
)

/** One was published, or is over. */
export const forgetLive = (): void => live_kept.forget()

export async function mustRead(user_ids: readonly string[]): Promise<Map<string, Live[]>> {
  const live = await live_kept.get('all')
  const left = new Map<string, Live[]>()
  if (live.length === 0) return left
  const read = await acknowledged(user_ids)
  for (const hospital_id of await hospitalsOf(user_ids)) {
    const own = live.filter((one) => one.hospital_id === hospital_id)
    if (own.length === 0) continue
    const audiences = await audiencesOf(
      { hospital_id },
      own.map(({ id }) => id),
    )
    for (const reader of await readersFor({ hospital_id }, audiences, user_ids)) {
      const waiting = own.filter(({ id }) => {
        const audience = audiences.get(id)
        return audience !== undefined && isFor(audience, reader) && !read.has(`${id} ${reader.id}`)
      })
      if (waiting.length > 0) left.set(reader.id, waiting)
    }
  }
  return left
}

async function acknowledged(user_ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ announcement_id: string; user_id: string }>(
    sql`select r.announcement_id, r.user_id from announcement_readers r
      join announcements a on a.id = r.announcement_id
      where a.status = 'PUBLISHED' and a.level = 'MUST_READ' and r.user_id${oneOf(user_ids)}
      and r.acknowledged_at is not null`,
  )
  return new Set(found.map((one) => `${one.announcement_id} ${one.user_id}`))
}
