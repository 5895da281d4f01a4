// Files that a referral names must be there.

import type { Caller } from '../../caller.ts'
import { isId } from '../../ids.ts'
import { rowOf } from '../attachments/attachments.ts'
import { noSuch } from '../../refusal.ts'

export async function attachmentsMustBe(caller: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (!isId(id)) throw noSuch('attachment')
    await rowOf(caller, id)
  }
}
