import type { Caller } from '../../db/core/caller.ts'
import type { Module } from '../../db/hospital/modules.ts'

/** A command has no edge: the switch of the branch is asked here (MOD-1). */
export async function runsHere(by: Caller, module: Module): Promise<Caller> {
  const { requireModule } = await import('../../db/hospital/office/places/switches.ts')
  await requireModule(by, module)
  return by
}
