// What of claims and remittances stands in the way of a year's close (ACC-69, ACC-70): C05, W06, W07.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Stop } from '../../neighbours/books.ts'

interface Named {
  id: string
  reference: string
}

export async function stopsOfClaims(
  { hospital_id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const remittances = await rows<Named>(
    sql`select id, number as reference from remittances where hospital_id = ${hospital_id}
      and status = 'DRAFT' and received_on between ${from} and ${to} order by received_on, id`,
  )
  const waiting = await rows<Named>(
    sql`select c.id, c.number as reference from claims c where c.hospital_id = ${hospital_id}
      and c.status in ('DRAFT', 'READY', 'BATCHED')
      and exists (select 1 from claim_lines l where l.claim_id = c.id
        and l.service_date <= ${to}) order by c.created_at, c.id`,
  )
  const undecided = await rows<Named>(
    sql`select l.id, l.description as reference from claim_lines l
      where l.hospital_id = ${hospital_id} and l.denied > 0 and l.decision = 'NONE'
        and l.denied_on <= ${to} order by l.denied_on, l.id`,
  )
  const stop =
    (code: string, kind: string) =>
    ({ id, reference }: Named): Stop => ({ code, kind, id, reference: reference.slice(0, 120) })
  return [
    ...remittances.map(stop('C05', 'remittance')),
    ...waiting.map(stop('W06', 'claim')),
    ...undecided.map(stop('W07', 'claim_line')),
  ]
}
