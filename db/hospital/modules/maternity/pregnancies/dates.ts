// How far a pregnancy is (MAT-2): from the last period, a scan, or the height of the womb.

import { nextDay } from '../../../../core/clock.ts'
import type { edd_bases } from '../words.ts'

export interface Gestation {
  weeks: number
  days: number
}

export interface Scan extends Gestation {
  on: string
}

export interface Dating {
  lmp: string | null
  lmp_sure: boolean
  ultrasound: Scan | null
  /** In cm, and the day on which it was measured. */
  fundal_height?: { cm: number; on: string } | null
}

export interface Dated {
  edd: string | null
  edd_basis: (typeof edd_bases)[number] | null
}

const term = 280
const day_ms = 86_400_000
const between = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day_ms)
const asDays = ({ weeks, days }: Gestation): number => weeks * 7 + days

export function datedBy({ lmp, lmp_sure, ultrasound, fundal_height }: Dating): Dated {
  const by_lmp = lmp !== null && lmp_sure ? nextDay(lmp, term) : null
  const by_scan = ultrasound === null ? null : nextDay(ultrasound.on, term - asDays(ultrasound))
  if (by_lmp !== null && by_scan !== null && ultrasound !== null) {
    const at_scan = between(lmp ?? '', ultrasound.on)
    return scanWins(at_scan, Math.abs(between(by_lmp, by_scan)))
      ? { edd: by_scan, edd_basis: 'ULTRASOUND' }
      : { edd: by_lmp, edd_basis: 'LMP' }
  }
  if (by_lmp !== null) return { edd: by_lmp, edd_basis: 'LMP' }
  if (by_scan !== null) return { edd: by_scan, edd_basis: 'ULTRASOUND' }
  return byHeight(fundal_height ?? null)
}

/** More than 7 days before 14 weeks, 10 days before 22 weeks; later the first basis stays. */
function scanWins(days_at_scan: number, apart: number): boolean {
  if (days_at_scan < 14 * 7) return apart > 7
  return days_at_scan < 22 * 7 && apart > 10
}

function byHeight(measured: { cm: number; on: string } | null): Dated {
  if (measured === null || measured.cm < 20 || measured.cm > 36) {
    return { edd: null, edd_basis: null }
  }
  const edd = nextDay(measured.on, term - Math.round(measured.cm) * 7)
  return { edd, edd_basis: 'FUNDAL_HEIGHT' }
}

export function gestationOn(edd: string | null, on: string): Gestation | null {
  if (edd === null) return null
  const gone = Math.max(0, term - between(on, edd))
  return { weeks: Math.floor(gone / 7), days: gone % 7 }
}

/** On this day the pregnancy is so many weeks old. */
export const dayOfWeek = (edd: string, weeks: number): string => nextDay(edd, weeks * 7 - term)

export const trimesterOf = ({ weeks }: Gestation): number => (weeks < 14 ? 1 : weeks < 28 ? 2 : 3)
