// Each minute: what waited for its time is published, and what is over ends. Done twice it does
// nothing more.

import { system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { ended, shownToAll } from './announcements.ts'
import { announcementRecord } from './record.ts'

const at_once = 200

export async function passTime(
  now: string = clock.instant(),
): Promise<{ published: number; ended: number }> {
  const done = { published: 0, ended: 0 }
  const waiting = await rows<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from announcements where status = 'SCHEDULED' and starts_at <= ${now}
      order by starts_at, id limit ${at_once}`,
  )
  for (const one of waiting) if (await within(() => begin(one), 'jobs')) done.published += 1
  const over = await rows<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from announcements where status = 'PUBLISHED' and ends_at <= ${now}
      order by ends_at, id limit ${at_once}`,
  )
  for (const one of over) if (await within(() => end(one), 'jobs')) done.ended += 1
  return done
}

interface Due {
  id: string
  hospital_id: string
}

/** Of several daemons the one that finds it waiting does it. */
async function begin({ id, hospital_id }: Due): Promise<boolean> {
  const caller = system(hospital_id)
  const before = await announcementRecord.locked(caller, id)
  if (before.status !== 'SCHEDULED') return false
  await shownToAll(caller, before, 'begin')
  return true
}

async function end({ id, hospital_id }: Due): Promise<boolean> {
  const caller = system(hospital_id)
  const before = await announcementRecord.locked(caller, id)
  if (before.status !== 'PUBLISHED') return false
  await ended(caller, before)
  return true
}
