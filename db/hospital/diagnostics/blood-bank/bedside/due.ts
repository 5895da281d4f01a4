// When the patient is looked at next, and when a unit has run too long (BLD-72, BLD-74). Pure.

import { hours, minutes } from '../../../../core/clock.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import type { ObservationRow, TransfusionRow } from './record.ts'

const first = minutes(15)
const then = minutes(60)

/** A quarter of an hour after the start, then every hour. */
export function nextDue(
  { status, started_at }: Pick<TransfusionRow, 'status' | 'started_at'>,
  seen: readonly Pick<ObservationRow, 'at' | 'point'>[],
): string | null {
  if (status !== 'RUNNING') return null
  const since = seen.filter(({ point }) => point !== 'BEFORE').map(({ at }) => at)
  const last = since.toSorted().at(-1)
  const due = last === undefined ? Date.parse(started_at) + first : Date.parse(last) + then
  return new Date(due).toISOString()
}

/** Four hours after the start, or after it could have started at the latest. */
export function latestEnd(
  { max_hours, start_minutes }: Pick<BloodSettings, 'max_hours' | 'start_minutes'>,
  { started_at }: Pick<TransfusionRow, 'started_at'>,
  issued_at: string | null,
): number {
  const from_issue = Date.parse(issued_at ?? started_at) + minutes(start_minutes)
  return Math.min(Date.parse(started_at), from_issue) + hours(max_hours)
}
