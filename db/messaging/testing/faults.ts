// Faults that a developer plans for the next calls of a test key, to rehearse what a client does about
// them (MSG-583).

import { kept } from '../../store/kept.ts'
import { within } from '../../store/connection.ts'
import { type Fault, keepFaults, keptFaults } from '../accounts/faults.ts'
import type { FaultKind } from '../accounts/words.ts'
import type { Owner } from '../caller.ts'

const delay_ms_default = 1000

export interface AskedFault {
  kind: FaultKind
  count: number
  delayMs?: number | undefined
}

/** Whether any are planned: asked at every call, and seldom true. */
const planned = kept<boolean>(
  async (account_id) => (await keptFaults({ account_id })).length > 0,
  1000,
)

export async function planFaults(owner: Owner, asked: AskedFault): Promise<{ faults: Fault[] }> {
  const before = await keptFaults(owner, { lock: true })
  const next = {
    kind: asked.kind,
    remaining: asked.count,
    delayMs: asked.kind === 'slow' ? (asked.delayMs ?? delay_ms_default) : 0,
  }
  const faults = [...before, next].slice(-100)
  await keep(owner, faults)
  return { faults }
}

export const clearFaults = (owner: Owner): Promise<void> => keep(owner, [])

/** The fault of the call in hand; it is used up with it. */
export async function takeFault(owner: Owner): Promise<Fault | null> {
  if (!(await planned.get(owner.account_id))) return null
  return within(async () => {
    const [first, ...others] = await keptFaults(owner, { lock: true })
    if (first === undefined) return null
    const left = { ...first, remaining: first.remaining - 1 }
    await keep(owner, left.remaining > 0 ? [left, ...others] : others)
    return first
  })
}

async function keep(owner: Owner, faults: Fault[]): Promise<void> {
  await keepFaults(owner, faults)
  planned.forget(owner.account_id)
}

export const forgetFaults = ({ account_id }: Owner): void => planned.forget(account_id)
