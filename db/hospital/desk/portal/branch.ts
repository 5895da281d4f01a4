// A patient has no branch of work: the one that keeps the record says which modules there are.

import type { Caller } from '../../../core/caller.ts'
import type { Module } from '../../modules.ts'
import { requireModule, switchesOf } from '../../office/places/switches.ts'
import { type Whose, whose } from './whose.ts'

/** PLT-4 for routes of a module. */
export async function requireOwnModule(caller: Caller, module: Module): Promise<void> {
  const { patient } = await whose(caller)
  await requireModule({ ...caller, facility_id: patient.facility_id }, module)
}

/** POR-19 for its part of another page, which is empty then. */
export async function runsThere({ caller, patient }: Whose, module: Module): Promise<boolean> {
  const { on } = await switchesOf(caller.hospital_id, patient.facility_id)
  return on[module]
}
