// Stand-in: the outbox is built beside this and takes this file's place.

import type { Caller } from '../../caller.ts'
import type { Language } from '../hospitals/words.ts'

export interface Message {
  user_id?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  language: Language
  event: string
  data: Record<string, string | number>
  entity?: { type: string; id: string } | undefined
  class?: 'ESSENTIAL' | 'SERVICE' | 'PROMOTION' | undefined
  not_before?: string | undefined
}

/** What would have been sent, for tests, until the outbox is there. */
export const stand_in: Message[] = []

export async function sendTo(
  _caller: Caller,
  message: Message,
): Promise<{ channel: 'email' | 'sms'; sent_to: string } | null> {
  stand_in.push(message)
  const contact = message.email ?? message.phone ?? null
  return contact === null
    ? null
    : { channel: message.email === null ? 'sms' : 'email', sent_to: contact }
}
