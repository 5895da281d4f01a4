// When a group is confirmed, and how long a sample is good (BLD-52, BLD-55). Pure.

import { hours, minutes } from '../../../../core/clock.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import type { Abo, BloodGroup, Rhd } from '../words.ts'

export interface Determined {
  source: 'SAMPLE' | 'LABORATORY' | 'EARLIER'
  sample_id: string | null
  abo: Abo
  rhd: Rhd
  counts: boolean
  collected_at: string
  collected_by_id: string | null
  by_id: string | null
}

/** A patient who is weakly positive is given RhD-negative blood. */
export const groupOfPatient = ({ abo, rhd }: Pick<Determined, 'abo' | 'rhd'>): BloodGroup =>
  `${abo}${rhd === 'POS' ? '+' : '-'}`

export interface Standing {
  group: BloodGroup | null
  confirmed: boolean
}

const apart = minutes(15)

/** Two samples, taken at different times by different people, or a quarter of an hour apart by one. */
export function standingOf(
  found: readonly Determined[],
  { two_sample }: Pick<BloodSettings, 'two_sample'>,
): Standing {
  const counted = found.filter(({ counts, source }) => counts && source !== 'EARLIER')
  const last = counted.at(-1)
  if (last === undefined) return { group: null, confirmed: false }
  const group = groupOfPatient(last)
  const agreeing = counted.filter((one) => groupOfPatient(one) === group)
  const confirmed = agreeing.some((one, at) =>
    agreeing.slice(at + 1).some((other) => arePair(one, other, two_sample)),
  )
  return { group, confirmed }
}

function arePair(one: Determined, other: Determined, rule: BloodSettings['two_sample']): boolean {
  if (one.sample_id !== null && one.sample_id === other.sample_id) {
    return rule === 'SECOND_TEST' && one.by_id !== other.by_id
  }
  const gap = Math.abs(Date.parse(one.collected_at) - Date.parse(other.collected_at))
  return gap >= apart || (gap > 0 && one.collected_by_id !== other.collected_by_id)
}

export function validUntil(
  collected_at: string,
  { sample_hours, sample_days }: Pick<BloodSettings, 'sample_hours' | 'sample_days'>,
  short: boolean,
): string {
  const lasts = short ? hours(sample_hours) : hours(24 * sample_days)
  return new Date(Date.parse(collected_at) + lasts).toISOString()
}
