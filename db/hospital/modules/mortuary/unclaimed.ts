// Who lies here and nobody comes for (MOR-15): how far it is until the authority may bury. Pure.

import type { NoticeKind, unclaimed_stages } from './words.ts'
import type { Settings } from './part-tables.ts'
import { days } from '../../../core/clock.ts'

export interface Unclaimed {
  days: number
  stage: (typeof unclaimed_stages)[number]
}

export interface Waiting {
  received_at: string | null
  now: string
  notices: readonly { kind: NoticeKind; at: string }[]
  settings: Settings
}

const daysBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / days(1))

/** Due, then a notice of every kind, then the days after the last of them. */
export function unclaimedOf({ received_at, now, notices, settings }: Waiting): Unclaimed {
  if (received_at === null) return { days: 0, stage: 'NONE' }
  const waited = daysBetween(received_at, now)
  if (waited <= settings.unclaimed_after_days) return { days: waited, stage: 'NONE' }
  const given = notices.filter(({ at }) => at <= now)
  const whole = settings.notice_kinds.every((wanted) => given.some(({ kind }) => kind === wanted))
  if (!whole) return { days: waited, stage: 'DUE' }
  const last = given.reduce((latest, { at }) => (at > latest ? at : latest), received_at)
  const cleared =
    daysBetween(last, now) >= settings.notice_days && waited >= settings.authority_after_days
  return { days: waited, stage: cleared ? 'CLEARED' : 'NOTICED' }
}
