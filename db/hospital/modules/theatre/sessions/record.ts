// A session as it is kept, and when it begins and ends.

import type { Caller } from '../../../../core/caller.ts'
import { instantAt } from '../../../../core/clock.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { session_states } from '../words.ts'
import { theatre_session_moves, theatre_sessions } from './tables.ts'

export type SessionRow = RowOf<(typeof theatre_sessions)['columns']>

export const session_life = life('session', session_states, {
  publish: { from: ['OPEN'], to: 'PUBLISHED', permission: 'theatre:book', house: true },
  close: { from: ['OPEN', 'PUBLISHED'], to: 'CLOSED', house: true },
  cancel: {
    from: ['OPEN', 'PUBLISHED'],
    to: 'CANCELLED',
    permission: 'theatre:book',
    reason: 'required',
  },
})

export const sessionRecord = recordWithLife(theatre_sessions, {
  life: session_life,
  type: 'theatre_session',
  called: ({ number }) => number,
  history: historyIn(theatre_session_moves),
  sequence: 'theatre_session',
})

export async function hoursOf(
  caller: Caller,
  { facility_id, date, starts_at, ends_at }: SessionRow,
): Promise<{ from: string; to: string; minutes: number }> {
  const zone = await zoneOf(caller, facility_id)
  const from = instantAt(zone, date, starts_at)
  const to = instantAt(zone, date, ends_at)
  return { from, to, minutes: minutesBetween(from, to) }
}

export const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
