// Parts that an operator took and of which nothing was heard since: asked after with query_sm, where
// the link offers it (MSG 2.6, 7).

import { rows } from '../../store/connection.ts'
import { raw, sql } from '../../store/sql.ts'

export interface Unheard {
  part_id: string
  message_id: string
  operator_message_id: string
  sender_id: string
  phone: string
  valid_until: string
}

/** The next of them in the order of their ends; the last one's end and id continue. */
export const unheardParts = (
  link_id: string,
  sent_before: string,
  after: { valid_until: string; message_id: string },
  limit: number,
): Promise<Unheard[]> =>
  rows<Unheard>(sql`
    select p.id as part_id, m.id as message_id, p.operator_message_id, m.sender_id, m.phone,
      m.valid_until
    from msg_messages m join msg_parts p on p.message_id = m.id
    where m.status in ('queued', 'sent') and m.mode = 'live' and m.link_id = ${link_id}
      and p.state = 'accepted' and p.match_id is not null and p.submitted_at <= ${sent_before}
      and (m.valid_until > ${after.valid_until}
        or (m.valid_until = ${after.valid_until} and m.id > ${after.message_id}))
    order by m.valid_until, m.id limit ${raw(String(limit))}`)
