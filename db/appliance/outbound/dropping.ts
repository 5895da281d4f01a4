// What somebody drops of a channel instead of letting it go (OPS-134): what messaging has accepted,
// and what waits for it in the outbox.

import type { Caller } from '../../core/caller.ts'
import { dropLetters } from '../../hospital/office/outbox/dropping.ts'
import { dropAccepted, inPieces } from '../../messaging/messages/dropping.ts'
import { endWaitingBefore } from '../../messaging/whatsapp/statuses.ts'
import type { Channel } from './words.ts'

const at_once = 200

/** Answers how much of what was accepted before that moment is given up. */
export async function dropBefore(
  { name }: Pick<Caller, 'name'>,
  channel: Channel,
  before: string,
): Promise<number> {
  const by = { actor: name.slice(0, 160) }
  if (channel === 'webhooks') return dropAccepted(by, channel, before)
  const letters = await inPieces(() => dropLetters(channel, before, at_once))
  if (channel === 'email') return letters
  const accepted =
    channel === 'sms'
      ? await dropAccepted(by, channel, before)
      : await inPieces(() => endWaitingBefore(before, at_once))
  return letters + accepted
}
