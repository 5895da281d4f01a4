// Whether a person's no stops a message (MSG-505): `promotional` stops marketing templates, `all`
// every template; a free-form answer goes where the person wrote again after saying no, and what
// confirms the no itself always does (MSG-452).

import { sql } from '../../store/sql.ts'
import { row } from '../../store/connection.ts'
import type { OptOutScope } from '../contacts/words.ts'
import type { NumberRow } from './numbers.ts'

export async function isSuppressed(
  { id }: Pick<NumberRow, 'id'>,
  phone: string,
  category: string,
  scope: OptOutScope,
): Promise<boolean> {
  if (category === 'answer') return false
  if (category === 'marketing') return true
  if (scope === 'promotional') return false
  if (category !== 'session') return true
  const wrote_since = await row(
    sql`select 1 as yes from msg_whatsapp_windows w
        where w.number_id = ${id} and w.phone = ${phone} and w.last_inbound_at >
          (select max(o.updated_at) from msg_opt_outs o
           where o.account_id = w.account_id and o.mode = w.mode and o.phone = w.phone
             and o.lifted_at is null)`,
  )
  return wrote_since === undefined
}
