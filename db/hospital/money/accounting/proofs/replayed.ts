// What areas share when they build the entries of their documents anew (ACC-93).

import type { ReplayEvent, ReplayLine } from '../../../neighbours/books.ts'
import type { OtherDrawers } from '../posting/reverse.ts'

export const at_once = 500

/** Of which days documents are read; all, where nobody says. */
export interface Days {
  from: string
  to: string
}

/** Documents in the order of their ids, which is the order in which they were made. */
export async function* inBatches<R extends { id: string }>(
  read: (after: string) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let after = ''
  for (;;) {
    const found = await read(after)
    const last = found.at(-1)
    if (last === undefined) return
    yield found
    if (found.length < at_once) return
    after = last.id
  }
}

/** An event taken back: the same lines on the other side, some of them on another account (ACC-12). */
export function takenBack(
  event: ReplayEvent,
  date: string | null,
  replace: OtherDrawers = {},
): ReplayEvent {
  return {
    ...event,
    source: `${event.source}_REVERSAL`,
    date,
    lines: event.lines.map((line) => mirrored(line, replace)),
  }
}

function mirrored(line: ReplayLine, replace: OtherDrawers): ReplayLine {
  const { account_id, debit = 0, credit = 0 } = line
  const other = account_id === undefined ? undefined : replace[account_id]
  return {
    ...line,
    ...other,
    debit: credit,
    credit: debit,
  }
}

export const withReversals = (sources: readonly string[]): string[] =>
  sources.flatMap((source) => [source, `${source}_REVERSAL`])
