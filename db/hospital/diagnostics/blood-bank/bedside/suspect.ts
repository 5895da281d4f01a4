// When an observation looks like a reaction (BLD-76). Pure.

import type { Sign } from '../words.ts'

export interface Measured {
  temperature: number
  pulse: number
  systolic: number
  respiratory_rate: number
  oxygen_saturation?: number | null | undefined
  signs?: readonly Sign[] | undefined
}

const fever = 38
const saturation = 90
const fall = 30
const share = 0.3
const faster = 30
const breaths = 10

/** Degrees to the tenth, as they are read. */
const tenths = (degrees: number): number => Math.round(degrees * 10)

export function isSuspect(before: Measured | null, now: Measured, rise: number): boolean {
  const has_sign = (now.signs ?? []).some((sign) => sign !== 'ANXIETY')
  const { oxygen_saturation = null } = now
  if (has_sign || (oxygen_saturation !== null && oxygen_saturation < saturation)) return true
  if (before === null) return false
  const warmer = tenths(now.temperature) >= tenths(before.temperature) + tenths(rise)
  const dropped = before.systolic - now.systolic
  return (
    (warmer && now.temperature >= fever) ||
    dropped >= fall ||
    dropped >= before.systolic * share ||
    now.pulse - before.pulse >= faster ||
    now.respiratory_rate - before.respiratory_rate >= breaths
  )
}

export const stop_words =
  'Possible reaction: stop the transfusion, keep the line open, check the patient and the bag, call the doctor and the blood bank.'
