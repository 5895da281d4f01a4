// A person's WhatsApp: messages both ways, the window, and the bodies in which the provider brought
// them.

import { row, run } from '../../../store/connection.ts'
import { sql, type Sql } from '../../../store/sql.ts'
import { wrongState } from '../../refusals.ts'
import type { Person } from '../../contacts/forgotten.ts'

/** The columns hold a number's fifteen digits. */
const short = (hash: string): string => hash.slice(0, 15)

const ofAccount = ({ owner }: Person): Sql =>
  sql`account_id = ${owner.account_id} and mode = ${owner.mode}`

/** What the provider brought a moment ago would come after the forgetting. */
export async function mustBeRead(person: Person): Promise<void> {
  const unread = await row(
    sql`select 1 as yes from msg_whatsapp_raws
        where read_at is null and ${ofAccount(person)} and body like ${`%${person.phone}%`} limit 1`,
  )
  if (unread !== undefined)
    throw wrongState('A message of this person is just arriving; forget it in a moment.')
}

export async function forgetWhatsapp(person: Person): Promise<void> {
  const { phone, hash } = person
  const own = ofAccount(person)
  await run(sql`delete from msg_whatsapp_windows where ${own} and phone = ${phone}`)
  await run(sql`update msg_whatsapp_messages
    set phone = ${short(hash)}, content = '{}', profile_name = null
    where ${own} and phone = ${phone}`)
  await run(sql`delete from msg_whatsapp_media where ${own} and phone = ${phone}`)
  // They were read; what they said stands in rows of its own.
  await run(sql`delete from msg_whatsapp_raws where ${own} and body like ${`%${phone}%`}`)
}
