// What was typed wrongly: exit 2, a sentence, and never more than a little of it echoed.

import { Refusal } from '../../../db/core/refusal.ts'

const echoed_max = 60

export const usage = (what: string, message: string): Refusal =>
  new Refusal(400, `usage.${what}`, message)

/** OPS-39: what is typed stands in the list of processes. */
export const seenByEverybody = (instead: string): Refusal =>
  usage(
    'value',
    `a password on the command line is seen by everybody on this machine: use ${instead}.`,
  )

/** A word as it may be repeated to a person: short, and without what a terminal would obey. */
export function echo(typed: string): string {
  const clean = typed.replace(/\p{C}/gu, '?')
  return clean.length > echoed_max ? `${clean.slice(0, echoed_max)}…` : clean
}
