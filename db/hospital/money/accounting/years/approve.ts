// A second person's word on a year: on its close or on its reopening, whichever was asked.

import { asks, type Caller } from '../../../../core/caller.ts'
import { within } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import * as closing from './close.ts'
import { approveReopen } from './reopen.ts'
import type { FiscalYear } from './shapes.ts'
import { find, rowOf } from './years.ts'

export async function approve(
  caller: Caller,
  id: string,
  plan?: string | null,
): Promise<FiscalYear> {
  const { awaiting, name } = await rowOf(caller, id)
  if (awaiting === null) throw conflict(`Nobody asked for anything about ${name}.`)
  if (awaiting.kind === 'CLOSE') {
    asks(caller, 'fiscalyear:close')
    await closing.approve(caller, id, plan)
    return find(caller, id)
  }
  asks(caller, 'fiscalyear:reopen')
  const { filed_returns } = await within(() => approveReopen(caller, id))
  return { ...(await find(caller, id)), filed_returns }
}
