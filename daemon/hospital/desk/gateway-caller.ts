import type { Caller } from '../../../db/core/caller.ts'
import type { Actor } from '../../../db/messaging/caller.ts'

/** Who did it, as messaging's own audit names people of the platform. */
export const by = (caller: Caller): Actor => ({
  actor: `user:${caller.user_id ?? caller.name}`,
  address: caller.ip,
})
