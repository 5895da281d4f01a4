// Which backups are kept, and for which reasons (OPS-117). A backup may be kept for several; what is
// kept for none may go.

import { clock, dayIn, days } from '../../core/clock.ts'
import type { Backup } from './list.ts'

export interface Policy {
  keep_within_ms: number
  daily: number
  weekly: number
  monthly: number
  yearly: number
  time_zone: string
}

export interface Kept {
  backup: Backup
  reasons: string[]
}

const close_years = 10
const updates_kept = 3

/** Damaged ones count for nothing; those dated in the future are neither counted nor removed. */
export function keptOf(backups: readonly Backup[], policy: Policy): Kept[] {
  const now = clock.ms()
  const newest_first = [...backups].sort((a, b) => (a.at < b.at ? 1 : -1))
  const sound = newest_first.filter(({ state, at }) => state === 'MADE' && Date.parse(at) <= now)
  const reasons = new Map<string, string[]>(backups.map(({ name }) => [name, []]))
  const keep = (backup: Backup | undefined, why: string): void => {
    if (backup !== undefined) reasons.get(backup.name)?.push(why)
  }
  for (const backup of sound) {
    if (now - Date.parse(backup.at) <= policy.keep_within_ms) keep(backup, 'recent')
    if (isOfClose(backup, now)) keep(backup, 'close of a year')
    if (isPinned(backup, now)) keep(backup, 'pinned')
  }
  for (const [why, count, periodOf] of calendar(policy)) {
    const seen = new Set<string>()
    for (const backup of sound) {
      const period = periodOf(dayIn(policy.time_zone, new Date(backup.at)))
      if (seen.has(period) || seen.size >= count) continue
      seen.add(period)
      keep(backup, why)
    }
  }
  keep(sound.find(isVerified), 'newest verified')
  for (const backup of sound.filter(({ tag }) => tag === 'before-update').slice(0, updates_kept)) {
    keep(backup, 'before an update')
  }
  for (const backup of newest_first) if (Date.parse(backup.at) > now) keep(backup, 'dated ahead')
  // What is damaged in one file may be the only one that holds the rest.
  if (sound.length === 0) for (const backup of newest_first) keep(backup, 'none is whole')
  return newest_first.map((backup) => ({ backup, reasons: reasons.get(backup.name) ?? [] }))
}

export const isVerified = ({ level }: Backup): boolean => level === 'RESTORE' || level === 'BOOT'

const isOfClose = ({ tag, at }: Backup, now: number): boolean =>
  tag.startsWith('before-close-') && now - Date.parse(at) <= days(365.25 * close_years)

const isPinned = ({ pinned }: Backup, now: number): boolean =>
  pinned !== null && (pinned.until === null || Date.parse(pinned.until) > now)

type Period = (day: string) => string

const calendar = (policy: Policy): readonly (readonly [string, number, Period])[] => [
  ['daily', policy.daily, (day) => day],
  ['weekly', policy.weekly, weekOf],
  ['monthly', policy.monthly, (day) => day.slice(0, 7)],
  ['yearly', policy.yearly, (day) => day.slice(0, 4)],
]

/** Its Monday. */
function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const since_monday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - days(since_monday)).toISOString().slice(0, 10)
}
