// The certificate of service (HR-135): dates and posts held, and no word of why somebody went.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import type { Of } from '../../../store/record-of.ts'
import { postingsOf } from '../staff/records/postings.ts'
import { type StaffRow, staffRecord } from '../staff/records/rows.ts'
import { get } from './record.ts'
import { staff_exits } from './tables.ts'

export interface Post {
  from: string
  to: string
  job_title: string
  department: string
}

export async function certificateOf(caller: Caller, id: string) {
  const row = await get(caller, id)
  if (row.status !== 'COMPLETED' || row.completed_at === null) {
    throw conflict(`The certificate is given when ${row.number} is completed.`, 'state')
  }
  const person = await staffRecord.get(caller, row.staff_id)
  return {
    facility_id: person.facility_id,
    facts: {
      number: row.number,
      at: row.completed_at,
      staff: { number: person.number, name: person.full_name },
      from: person.hired_on,
      to: row.last_day,
      posts: await postsOf(caller, person, row.last_day),
    },
  }
}

/** The career from the last hiring on, one line for each post that was another one. */
async function postsOf(
  caller: Caller,
  { id, hired_on }: StaffRow,
  last_day: string,
): Promise<Post[]> {
  const lines = await postingsOf(caller, id)
  const posts: Post[] = []
  for (const { effective_on, to, kind } of lines) {
    if (effective_on < hired_on || kind === 'EXIT') continue
    const { job_title = '', department = '' } = to
    const last = posts.at(-1)
    if (last?.job_title === job_title && last.department === department) continue
    if (last !== undefined) last.to = effective_on
    posts.push({ from: effective_on, to: last_day, job_title, department })
  }
  return posts
}

/** What its code leads to: no name, and whether it was given here. */
export async function genuineCertificate({ hospital_id }: Of, id: string) {
  const found = await staff_exits.find({ hospital_id, id, status: 'COMPLETED' })
  if (found === undefined) return undefined
  return {
    number: found.number,
    date: found.last_day,
    amount: null,
    status: 'VALID' as const,
  }
}
