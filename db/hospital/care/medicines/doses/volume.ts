// What has gone in of an infusion follows from rates and times (CAR-117).

import { hours } from '../../../../core/clock.ts'
import type { RunningInfusion } from './tables.ts'

/** Σ rate × time; never more than there is in the bag. */
export function wentIn(of: RunningInfusion, at: string): number {
  if (of.paused_at !== null || of.stopped_at !== null) return of.volume_in_ml
  const rate = of.rates.at(-1)?.ml_h ?? 0
  const long = Math.max(0, Date.parse(at) - Date.parse(of.reckoned_at)) / hours(1)
  return Math.min(of.volume_ml, Math.round((of.volume_in_ml + rate * long) * 10) / 10)
}
