// A sender ID of test mode is decided by whoever tests (MSG-581).

import type { MessagingCaller } from '../caller.ts'
import { decide } from '../messages/deciding.ts'
import type { Decision } from '../senders/reviewing.ts'
import { findSender, readSender } from '../senders/senders.ts'
import type { Sender } from '../senders/shapes.ts'

export async function decideInTest(
  caller: MessagingCaller,
  id: string,
  asked: Decision,
): Promise<Sender> {
  const found = await readSender(caller, id)
  await decide(caller, found.id, asked)
  return findSender(caller, id)
}
