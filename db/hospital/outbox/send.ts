// Writing to people: a row in the caller's transaction, carried out of the house after it.

import type { Caller } from '../../caller.ts'
import { row } from '../../connection.ts'
import { maskedEmail, maskedPhone } from '../../kinds/phone.ts'
import { sql } from '../../sql.ts'
import type { Language } from '../hospitals/words.ts'

export interface Message {
  user_id?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  language: Language
  event: string
  data: Readonly<Record<string, string | number | null | undefined>>
  entity?: { type: string; id: string } | undefined
}

export interface Sent {
  channel: 'email' | 'sms'
  sent_to: string
}

export async function sendTo(caller: Caller, message: Message): Promise<Sent | null> {
  let { email = null, phone = null } = message
  if (email === null && phone === null && typeof message.user_id === 'string') {
    const account = await row<{ email: string | null; phone: string | null }>(
      sql`select email, phone from users where hospital_id = ${caller.hospital_id} and id = ${message.user_id}`,
    )
    email = account?.email ?? null
    phone = account?.phone ?? null
  }
  if (email !== null) return { channel: 'email', sent_to: maskedEmail(email) }
  if (phone !== null) return { channel: 'sms', sent_to: maskedPhone(phone) }
  return null
}
