// The pay profiles of a month.

import type { StaffRow } from '../../staff/records/rows.ts'
import type { Period } from '../runs/period.ts'
import type { ProfileRow } from './profiles.ts'

/** Those of the month, and the last that began before it; none of a service that is over. */
export function inForce(
  all: readonly ProfileRow[],
  { hired_on }: Pick<StaffRow, 'hired_on'>,
  { first, last }: Pick<Period, 'first' | 'last'>,
): ProfileRow[] {
  const own = all.filter(({ effective_from: from }) => from >= hired_on && from <= last)
  const before = own.filter(({ effective_from }) => effective_from <= first).at(-1)
  const within = own.filter(({ effective_from }) => effective_from > first)
  return before === undefined ? within : [before, ...within]
}
