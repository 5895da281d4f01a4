// Words that go when their message is over, whatever the retention says: those of a code (MSG-247), and
// what the hospital called sensitive (MSG-604).

import { rows, run } from '../../store/connection.ts'
import { oneOf, sql } from '../../store/sql.ts'

interface Ended {
  message_id: string
  batch_id: string
  class: string
  /** Null: it was not sent with a key; what the hospital sends is among these. */
  key_id: string | null
  campaign_id: string | null
}

/** Both kinds are alone in their batch. */
export async function eraseWords(ended: readonly Ended[]): Promise<void> {
  const sensitive = await sensitiveAmong(
    ended.filter((one) => one.class !== 'otp' && one.key_id === null && one.campaign_id === null),
  )
  const over = ended.filter((one) => one.class === 'otp' || sensitive.has(one.message_id))
  if (over.length === 0) return
  await run(sql`update msg_batches set text = null, sent_text = null
    where id${oneOf([...new Set(over.map(({ batch_id }) => batch_id))])}`)
  await run(sql`update msg_messages set text = null
    where id${oneOf(over.map(({ message_id }) => message_id))} and text is not null`)
}

async function sensitiveAmong(ended: readonly Ended[]): Promise<ReadonlySet<string>> {
  if (ended.length === 0) return new Set()
  const found = await rows<{ message_id: string }>(sql`select message_id from msg_bridge
    where message_id${oneOf(ended.map(({ message_id }) => message_id))} and sensitive`)
  return new Set(found.map(({ message_id }) => message_id))
}
