// A pair of permissions that conflict, for the length of one test.

import type { Pair } from '../../db/hospital/office/access/roles/conflict-pairs.ts'
import { shipped_security } from '../../db/hospital/office/settings/security.ts'
import type { Tap } from './boot.ts'

/** Of codes that exist from the first day; those of PLT-47 come with their areas. */
export function conflicting(tap: Tap, ...pair: Pair): void {
  const pairs = shipped_security.conflicting_permissions
  const added = [...pair]
  pairs.push(added)
  tap.teardown(() => {
    pairs.splice(pairs.indexOf(added), 1)
  })
}
