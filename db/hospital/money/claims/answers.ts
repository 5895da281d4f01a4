// What claims say to the questions of others, and what becomes of them at a merge (BIL-170).

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { ClaimOfItem } from '../../neighbours/claims.ts'
import type { Repoint } from '../../registry.ts'
import { claims } from './tables.ts'
import { early_states } from './words.ts'
import { noteWritten } from '../../../store/table.ts'

/** BIL-72: in a batch that is sealed or beyond, nothing changes by a credit note. */
export async function claimsOfItems(
  { hospital_id }: Caller,
  item_ids: readonly string[],
): Promise<ClaimOfItem[]> {
  if (item_ids.length === 0) return []
  const found = await rows<{
    item_id: string
    scheme_id: string
    number: string
    status: (typeof early_states)[number]
    batch_status: string | null
  }>(
    sql`select l.item_id, l.scheme_id, c.number, c.status, b.status as batch_status from claim_lines l
      join claims c on c.id = l.claim_id left join claim_batches b on b.id = c.batch_id
      where l.hospital_id = ${hospital_id} and l.item_id${oneOf(item_ids)} and l.live`,
  )
  return found.map(({ item_id, scheme_id, number, status, batch_status }) => {
    const early = early_states.includes(status) || (status === 'BATCHED' && batch_status === 'OPEN')
    return { item_id, scheme_id, number, submitted: !early }
  })
}

/** For the list of schemes: claims that are not closed, and what of them is not paid. */
export async function claimsOfSchemes(
  { hospital_id }: Caller,
  scheme_ids: readonly string[],
): Promise<ReadonlyMap<string, { open: number; unpaid: number }>> {
  const found = await rows<{ scheme_id: string; open: number; unpaid: number }>(
    sql`select scheme_id, count(*) as open, cast(sum(claimed - paid) as bigint) as unpaid
      from claims where hospital_id = ${hospital_id} and scheme_id${oneOf(scheme_ids)}
        and status not in ('CLOSED', 'CANCELLED', 'PAID') group by scheme_id`,
  )
  return new Map(
    found.map((one) => [one.scheme_id, { open: Number(one.open), unpaid: Number(one.unpaid) }]),
  )
}

export async function claimsUseAuthorisation(
  { hospital_id }: Caller,
  about: { visit_id: string; scheme_id: string; number: string | null },
): Promise<string | null> {
  const { visit_id, scheme_id } = about
  const found = await claims.all({ hospital_id, scheme_id, visit_id })
  const used = found.find(({ status }) => status !== 'DRAFT' && status !== 'CANCELLED')
  return used?.number ?? null
}

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const chosen = only === undefined ? sql`` : sql` and id${oneOf(only['claims'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from claims where hospital_id = ${hospital_id} and patient_id = ${from}${chosen}`,
  )
  if (found.length === 0) return {}
  const ids = found.map(({ id }) => id)
  await run(
    sql`update claims set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  noteWritten('claims', ids)
  return { claims: ids }
}
