// What accounts need to know of staff records. Staff records belong to an area that leans on this
// one, so it hands its answers in at start; until then there are no staff records to link.

import type { Caller } from '../../../../core/caller.ts'

export interface Employment {
  exists(caller: Caller, staff_id: string): Promise<boolean>
  /** The employment state of each staff record, by id. */
  states(caller: Caller, staff_ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Staff records whose people are no longer employed. */
  left(caller: Caller): Promise<readonly string[]>
}

const none: Employment = {
  exists: async () => false,
  states: async () => new Map(),
  left: async () => [],
}

let current = none

export const employment = (): Employment => current

export const setEmployment = (answers: Employment | null): void => {
  current = answers ?? none
}
