// Writing to people. Until the outbox stands, nothing is kept: only the way is answered.

import type { Caller } from '../../caller.ts'
import { maskedEmail, maskedPhone } from '../../kinds/phone.ts'
import type { Language } from '../hospitals/words.ts'

export interface Message {
  user_id?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  language: Language
  event: string
  data: Record<string, string | number | null | undefined>
  entity?: { type: string; id: string } | undefined
}

export interface Sent {
  channel: 'email' | 'sms'
  sent_to: string
}

export async function sendTo(_caller: Caller, message: Message): Promise<Sent | null> {
  const { email, phone } = message
  if (typeof email === 'string') return { channel: 'email', sent_to: maskedEmail(email) }
  if (typeof phone === 'string') return { channel: 'sms', sent_to: maskedPhone(phone) }
  return null
}
