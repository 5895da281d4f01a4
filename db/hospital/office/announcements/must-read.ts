// What must be read stays among the unread notices until it is acknowledged (PLT-101), also for who
// came after it was published and never got a notice of it.

import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { audiencesOf, isFor, membersFor } from './audience.ts'

interface Live {
  id: string
  hospital_id: string
  published_at: string
}

export async function mustRead(user_ids: readonly string[]): Promise<Map<string, Live[]>> {
  const live = await rows<Live>(
    sql`select id, hospital_id, published_at from announcements
      where status = 'PUBLISHED' and level = 'MUST_READ'
      and hospital_id in (select hospital_id from users where id${oneOf(user_ids)})`,
  )
  const left = new Map<string, Live[]>()
  for (const [hospital_id, of_hospital] of Map.groupBy(live, (one) => one.hospital_id)) {
    const ids = of_hospital.map(({ id }) => id)
    const audiences = await audiencesOf({ hospital_id }, ids)
    const read = await acknowledged(ids, user_ids)
    for (const member of await membersFor({ hospital_id }, audiences.values(), user_ids)) {
      const own = of_hospital.filter(({ id }) => {
        const audience = audiences.get(id)
        return audience !== undefined && isFor(audience, member) && !read.has(`${id} ${member.id}`)
      })
      if (own.length > 0) left.set(member.id, own)
    }
  }
  return left
}

async function acknowledged(
  ids: readonly string[],
  user_ids: readonly string[],
): Promise<Set<string>> {
  const found = await rows<{ announcement_id: string; user_id: string }>(
    sql`select announcement_id, user_id from announcement_readers
      where announcement_id${oneOf(ids)} and user_id${oneOf(user_ids)} and acknowledged_at is not null`,
  )
  return new Set(found.map((one) => `${one.announcement_id} ${one.user_id}`))
}
