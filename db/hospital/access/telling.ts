// Notices inside the house. They belong to an area that leans on this one (it asks who holds what),
// so that area hands its `notify` in at start; until then nobody is told but the audit log.

import type { Caller } from '../../caller.ts'

export interface AccountNotice {
  to: { user?: string | readonly string[]; role?: string; permission?: string }
  kind: 'account.roles_wanted' | 'account.role_ending' | 'account.access_flag' | 'account.ready'
  title: string
  body: string
  entity?: { type: string; id: string }
}

type Tell = (caller: Caller, notice: AccountNotice) => Promise<unknown>

let telling: Tell | null = null

export const tellBy = (tell: Tell | null): void => {
  telling = tell
}

export async function tell(caller: Caller, notice: AccountNotice): Promise<void> {
  await telling?.(caller, notice)
}
