// What the front office asks of memberships (BIL-169), and what becomes of them at a merge (BIL-170).

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import type * as asked from '../../neighbours/billing.ts'
import type { Repoint } from '../../registry.ts'
import { memberships, schemes } from './scheme-tables.ts'
import { whyNot } from './schemes.ts'

/** What is shorter has no index to be found by. */
const number_min = 3
const members_max = 200

/** By priority, usable today: the membership and its scheme both count. */
export async function membershipsOf(
  caller: Caller,
  patient_id: string,
): Promise<asked.Membership[]> {
  const { hospital_id } = caller
  const day = await hospitalDay(caller)
  const own = await memberships.all(
    { hospital_id, patient_id, status: 'ACTIVE' },
    { order: ['priority', 'created_at', 'id'] },
  )
  if (own.length === 0) return []
  const known = await schemes.all({ hospital_id, id: own.map(({ scheme_id }) => scheme_id) })
  const by_id = new Map(known.map((scheme) => [scheme.id, scheme]))
  return own.flatMap(({ id, scheme_id, member_no, status, valid_from, valid_to }) => {
    const scheme = by_id.get(scheme_id)
    const out = valid_from > day || (valid_to !== null && valid_to < day)
    if (scheme === undefined || out || whyNot(scheme, day) !== null) return []
    const needs_authorisation = scheme.authorisation_required
    return { id, scheme_id, scheme: scheme.name, member_no, status, valid_to, needs_authorisation }
  })
}

/** PAT-29: found by the index of fragments, then held against the whole number. */
export async function membersUnder({ hospital_id }: Caller, typed: string): Promise<string[]> {
  const number = typed.trim().toLowerCase()
  const alike = matching('memberships', number, 'm')
  if (number.length < number_min || alike === undefined) return []
  const found = await rows<{ patient_id: string }>(
    sql`select distinct m.patient_id from memberships m where m.hospital_id = ${hospital_id}
      and m.status <> 'ENDED' and ${alike}
      and (lower(m.member_no) = ${number} or lower(m.card_no) = ${number}) limit ${members_max}`,
  )
  return found.map(({ patient_id }) => patient_id)
}

/** Of two memberships of one scheme the kept record's goes on, the other is ended. */
export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const chosen = only === undefined ? sql`` : sql` and id${oneOf(only['memberships'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from memberships where hospital_id = ${hospital_id}
      and patient_id = ${from}${chosen}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await run(
    sql`update memberships set status = 'ENDED', end_reason = 'Two records became one'
      where hospital_id = ${hospital_id} and id${oneOf(ids)} and status = 'ACTIVE'
        and scheme_id in (select scheme_id from memberships
          where hospital_id = ${hospital_id} and patient_id = ${to} and status = 'ACTIVE')`,
  )
  await run(
    sql`update memberships set patient_id = ${to}
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return { memberships: ids }
}
