// A pair of permissions that conflict, for the length of one test.

import { type Pair, shipped_pairs } from '../../db/hospital/access/conflict-pairs.ts'
import type { Tap } from './boot.ts'

/** Of codes that exist from the first day; those of PLT-47 come with their areas. */
export function conflicting(tap: Tap, ...pair: Pair): void {
  const pairs = shipped_pairs as Pair[]
  pairs.push(pair)
  tap.teardown(() => {
    pairs.splice(pairs.indexOf(pair), 1)
  })
}
