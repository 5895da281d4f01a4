// Leave that waits for an answer, and leave that was given: who furnishes the world uses up the first of each.

import { row } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import type { Person } from './people.ts'

export async function leaveAskedFor(one: Person, other: Person, hospital_id: string) {
  const who = await row<{ id: string }>(
    sql`select id from staff where hospital_id = ${hospital_id} order by id desc limit 1`,
  )
  const asked = async (day: string): Promise<string> => {
    const { status, message, data } = await one.post('/hr/leave', {
      staff_id: who?.id,
      type_code: 'UNPAID',
      starts_on: day,
      ends_on: day,
      reason: 'Agreed',
    })
    if (status >= 300) throw new Error(message)
    return data.id
  }
  const given = await other.post(`/hr/leave/${await asked('2026-05-04')}/approve`, {
    accept_short_reason: 'Agreed',
  })
  if (given.status >= 300) throw new Error(given.message)
  await asked('2026-05-18')
}
