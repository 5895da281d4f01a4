// An odometer never goes back (AMB-7).

import { conflict } from '../../../core/refusal.ts'

const unusual_km = 2000

const said = (km: number): string => km.toLocaleString('en-GB')

/** What it may read now: not less than the last known, and not far beyond it unless somebody looked again. */
export function readOdometer(
  { odometer: known }: { odometer: number | null },
  typed: number,
  confirm_unusual = false,
): number {
  if (known === null) return typed
  if (typed < known) throw conflict(`The odometer was ${said(known)} km.`, 'odometer')
  if (typed > known + unusual_km && !confirm_unusual) {
    throw conflict(
      `The odometer was ${said(known)} km: look again, or send confirm_unusual.`,
      'odometer',
    )
  }
  return typed
}
