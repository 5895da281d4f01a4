// Numbers that were given, and whose records a restore left behind (OPS-129). They are never given
// again, and a series without gaps has none where they stood.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { LostNumbers } from '../../registry.ts'
import { everySeries } from './reached.ts'

export interface LostRow {
  kind: string
  place: string
  period: string
  first: number
  last: number
  note: string
}

export const howMany = (lost: readonly LostNumbers[] | null): number =>
  (lost ?? []).reduce((n, { first, last }) => n + last - first + 1, 0)

/** The register of them, newest last in each series. */
export async function lostNumbers(caller: Caller): Promise<LostRow[]> {
  const { timezone } = await hospitalOf(caller)
  const all = await everySeries(caller.hospital_id)
  return all.flatMap(({ kind, place, period, lost }) =>
    (lost ?? []).map(({ first, last, at }) => {
      const note = `Lost in the restore of ${dayIn(timezone, new Date(at))}`
      return { kind, place, period, first, last, note }
    }),
  )
}
