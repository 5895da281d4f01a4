// What stays behind when a branch switches its blood bank off (PLT-57, BLD-97).

import { row } from '../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../store/sql.ts'
import type { OpenWork } from '../../registry.ts'
import { open_states } from './requests/record.ts'

const counts: readonly (readonly [label: string, of: (of: Sql) => Sql])[] = [
  [
    'transfusions running',
    (of) => sql`select count(*) as n from blood_transfusions where ${of} and status = 'RUNNING'`,
  ],
  [
    'units reserved or issued',
    (of) =>
      sql`select count(*) as n from blood_units where ${of} and status in ('RESERVED', 'ISSUED')`,
  ],
  [
    'open requests for blood',
    (of) => sql`select count(*) as n from blood_requests where ${of}
      and status${oneOf(open_states)}`,
  ],
  [
    'donations in test',
    (of) => sql`select count(*) as n from donations where ${of}
      and status in ('ACCEPTED', 'COLLECTED', 'TESTED')`,
  ],
]

export const openWork: OpenWork = async ({ hospital_id }, module, facility_id) => {
  if (module !== 'blood_bank') return []
  const of = sql`hospital_id = ${hospital_id} and facility_id = ${facility_id}`
  const found = await Promise.all(
    counts.map(async ([label, count]) => {
      const counted = await row<{ n: number }>(count(of))
      return { label, count: Number(counted?.n ?? 0) }
    }),
  )
  return found.filter(({ count }) => count > 0)
}
