// Notices from areas that stand above the one that keeps them (access, jobs, imports …): that one
// hands its `notify` in at start (start.ts). Until then nobody is told but the audit log.

import type { Caller } from '../caller.ts'

export interface Notice {
  to: { user?: string | readonly string[]; role?: string; permission?: string }
  /** A kind some area brings. */
  kind: string
  title: string
  body: string
  entity?: { type: string; id: string }
  /** No copy leaves the house: the same words go another way already. */
  inside_only?: boolean
}

type Tell = (caller: Caller, notice: Notice) => Promise<unknown>

let telling: Tell | null = null

export const tellBy = (tell: Tell | null): void => {
  telling = tell
}

/** In the transaction of whatever it is about. */
export async function tell(caller: Caller, notice: Notice): Promise<void> {
  await telling?.(caller, notice)
}
