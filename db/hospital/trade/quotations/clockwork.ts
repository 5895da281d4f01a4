// Each night: what nobody answered in time has expired (commercial 7).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import type { Of } from '../../../store/record-of.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { expired } from './moves.ts'
import { quotationRecord } from './record.ts'

const piece = 200

/** As many as a person looks through. */
const looked_at_most = 1000

export async function unansweredQuotations({
  hospital_id,
}: Of): Promise<{ number: string; client_name: string | null; valid_until: string | null }[]> {
  return rows(
    sql`select number, client_name, valid_until from quotations
      where hospital_id = ${hospital_id} and status = 'SENT'
        and valid_until < ${await today({ hospital_id })} order by valid_until, number
      limit ${looked_at_most}`,
  )
}

export async function expireUnanswered(caller: Caller): Promise<number> {
  const day = await today(caller)
  const found = await rows<{ id: string }>(
    sql`select id from quotations where hospital_id = ${caller.hospital_id} and status = 'SENT'
      and valid_until < ${day} order by id limit ${piece}`,
  )
  for (const { id } of found) {
    const before = await quotationRecord.locked(caller, id)
    if (before.status === 'SENT') await expired(caller, before, null)
  }
  return found.length
}
