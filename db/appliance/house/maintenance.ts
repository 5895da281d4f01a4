// The house is being maintained (OPS-17): every daemon of the database answers 503 with one sentence,
// the state survives a restart, and the control socket goes on listening.

import { clock, timeIn } from '../../core/clock.ts'
import { within } from '../../store/connection.ts'
import type { RowOf } from '../../store/table.ts'
import { isGone, isHolder } from './holder.ts'
import { house_holds } from './tables.ts'

export type Hold = RowOf<(typeof house_holds)['columns']>

/** As it was last looked at; every daemon looks every few seconds. */
let known: Hold | null = null

/** This process has let go of its data for a command that needs the house alone (OPS-53). */
let aside: Pick<Hold, 'reason' | 'until'> | null = null
export function setAside(hold: typeof aside): void {
  aside = hold
}

export const maintenance = (): Pick<Hold, 'reason' | 'until'> | null => aside ?? known

/** Changes wait for a person's decision: the database went back (operations 6.2). */
let forked: Hold | null = null
export const closedForChanges = (): Hold | null => forked
export const forkSentence = ({ reason }: Pick<Hold, 'reason'>): string =>
  `Nothing can be saved: ${reason}. Tell the IT desk.`

export async function lookAtMaintenance(): Promise<Hold | null> {
  const holds = await house_holds.allAnywhere({})
  known = holds.find(({ kind }) => kind === 'MAINTENANCE') ?? null
  forked = holds.find(({ kind }) => kind === 'READ_ONLY') ?? null
  if (known !== null && isGone(known.by_name)) await end()
  return known
}

/** False when it stands already: its reason and moment stay. */
export async function begin(
  by: string,
  reason: string,
  until: string | null,
): Promise<{ hold: Hold; began: boolean }> {
  const was = await lookAtMaintenance()
  if (was !== null) return { hold: was, began: false }
  known = await within(() =>
    house_holds.insert({
      kind: 'MAINTENANCE',
      reason,
      by_name: by.slice(0, 160),
      since: clock.instant(),
      until,
    }),
  )
  return { hold: known, began: true }
}

/** What an update began; a person who said so goes on being heard. */
export async function endOfUpdate(): Promise<boolean> {
  const hold = await lookAtMaintenance()
  return hold !== null && isHolder(hold.by_name) && (await end())
}

export async function end(): Promise<boolean> {
  const ended = await within(() => house_holds.remove({ kind: 'MAINTENANCE' }))
  known = null
  return ended > 0
}

export function sentenceOf(
  { reason, until }: Pick<Hold, 'reason' | 'until'>,
  time_zone: string,
): string {
  const back = until === null ? '' : ` Back at about ${timeIn(time_zone, new Date(until))}.`
  return `Kituo is being maintained: ${reason.replace(/\.$/, '')}.${back}`
}
