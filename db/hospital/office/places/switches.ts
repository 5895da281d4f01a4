// Which modules run where. Asked at nearly every request, so kept for a moment and dropped at once
// where a switch is moved; other daemons follow within the moment.

import type { Caller } from '../../../core/caller.ts'
import { afterCommit, inTransaction } from '../../../store/connection.ts'
import { type Module, modules, switchedOff } from '../../modules.ts'
import { facilities, facility_modules } from './tables.ts'
import { onOtherDatabase } from '../../../store/kept.ts'

export type Switches = Record<Module, boolean>

interface Kept {
  name: string
  on: Switches
  until: number
}

const kept_ms = 3000
const kept = new Map<string, Kept>()
onOtherDatabase(() => kept.clear())

export async function switchesOf(
  hospital_id: string,
  facility_id: string,
): Promise<{ name: string; on: Switches }> {
  const known = kept.get(facility_id)
  if (known !== undefined && known.until > performance.now() && !inTransaction()) return known
  const facility = await facilities.find({ hospital_id, id: facility_id })
  const rows = await facility_modules.all({ hospital_id, facility_id })
  const on = Object.fromEntries(
    modules.map((module) => [module, rows.some((row) => row.module === module && row.enabled)]),
  ) as Switches
  const found = { name: facility?.name ?? '', on, until: performance.now() + kept_ms }
  if (!inTransaction()) kept.set(facility_id, found)
  return found
}

/** Called by every rule that moves a switch or renames a branch. */
export const forgetSwitches = (facility_id: string): void =>
  afterCommit(() => kept.delete(facility_id))

export async function requireModule(caller: Caller, module: Module): Promise<void> {
  if (caller.facility_id === null) return
  const { name, on } = await switchesOf(caller.hospital_id, caller.facility_id)
  if (!on[module]) throw switchedOff(module, name)
}
