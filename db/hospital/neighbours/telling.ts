// Notices from areas that stand above the one that keeps them (access, jobs, imports …). Until that
// one answers, nobody is told but the audit log.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface Notice {
  to: {
    user?: string | readonly string[]
    role?: string
    permission?: string
    /** Whoever holds any permission of these areas. */
    area?: readonly string[]
    facility_id?: string
  }
  /** A kind some area brings. */
  kind: string
  title: string
  body: string
  entity?: { type: string; id: string }
  /** No copy leaves the house: the same words go another way already. */
  inside_only?: boolean
}

/** In the transaction of whatever it is about. */
export const tell = question(
  async (_caller: Caller, _notice: Notice): Promise<unknown> => undefined,
)

/** By person, what he or she must read and has not acknowledged: it counts among the unread (PLT-101). */
export const mustBeRead = question(
  async (
    _user_ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { id: string; published_at: string }[]>> => new Map(),
)
