// Faults that a developer plans for the next calls of a test key, to rehearse what a client does about
// them (MSG-583).

import { kept } from '../../store/kept.ts'
import { within } from '../../store/connection.ts'
import { type Fault, msg_test_states } from '../accounts/tables.ts'
import type { FaultKind } from '../accounts/words.ts'
import type { Owner } from '../caller.ts'

const delay_ms_default = 1000

export interface AskedFault {
  kind: FaultKind
  count: number
  delayMs?: number | undefined
}

/** Whether any are planned: asked at every call, and seldom true. */
const planned = kept<boolean>(async (account_id) => (await faultsOf(account_id)).length > 0, 1000)

const faultsOf = async (account_id: string): Promise<Fault[]> =>
  (await msg_test_states.findAnywhere({ account_id }))?.faults ?? []

export async function planFaults(owner: Owner, asked: AskedFault): Promise<{ faults: Fault[] }> {
  const state = await msg_test_states.findAnywhere({ account_id: owner.account_id }, { lock: true })
  const next = {
    kind: asked.kind,
    remaining: asked.count,
    delayMs: asked.kind === 'slow' ? (asked.delayMs ?? delay_ms_default) : 0,
  }
  const faults = [...(state?.faults ?? []), next].slice(-100)
  await keep(owner, faults)
  return { faults }
}

export const clearFaults = (owner: Owner): Promise<void> => keep(owner, [])

/** The fault of the call in hand; it is used up with it. */
export async function takeFault(owner: Owner): Promise<Fault | null> {
  if (!(await planned.get(owner.account_id))) return null
  return within(async () => {
    const { account_id } = owner
    const state = await msg_test_states.findAnywhere({ account_id }, { lock: true })
    const [first, ...others] = state?.faults ?? []
    if (first === undefined) return null
    const left = { ...first, remaining: first.remaining - 1 }
    await keep(owner, left.remaining > 0 ? [left, ...others] : others)
    return first
  })
}

async function keep({ account_id, hospital_id }: Owner, faults: Fault[]): Promise<void> {
  await msg_test_states.change({ account_id, hospital_id }, { faults })
  planned.forget(account_id)
}

export const forgetFaults = ({ account_id }: Owner): void => planned.forget(account_id)
