// What an operator's answer to a submit means (MSG-317, MSG-340, MSG-376).

import type { Outcome } from '../way.ts'
import type { Answer } from './session.ts'
import { statuses } from './words.ts'
import { hex } from './codec.ts'

const throttled: ReadonlySet<number> = new Set([statuses.queue_full, statuses.throttled])
const later: ReadonlySet<number> = new Set([statuses.system_error, statuses.temporary_app_error])

export function outcomeOf({ status, message_id }: Answer): Outcome {
  if (status === statuses.ok) return { kind: 'accepted', id: message_id }
  const code = hex(status)
  if (throttled.has(status)) return { kind: 'throttled', code }
  if (later.has(status)) return { kind: 'later', code }
  if (status === statuses.wrong_bind_state) return { kind: 'unsent', why: `answered ${code}` }
  return { kind: 'rejected', code, reason: reasonOf(status) }
}

function reasonOf(status: number): string | null {
  if (status === statuses.wrong_destination) return 'unknown_subscriber'
  if (status === statuses.wrong_source) return 'sender_blocked'
  return null
}
