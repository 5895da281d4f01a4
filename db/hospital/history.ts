// What happened to a record, move by move, whichever table of moves it is written to.

import type { Caller } from '../core/caller.ts'
import { clock } from '../core/clock.ts'
import { AnyObject, Instant, listOf, nullable, shape, Text } from '../core/kinds/kinds.ts'
import type { Column } from '../store/columns.ts'
import type { Columns, NewRow, RowOf, Table, Where } from '../store/table.ts'

/** What a reply holds under `history`. */
const move_shown = {
  at: Instant,
  by_name: Text(0, 160),
  move: Text(1, 40),
  from: nullable(Text(0, 40)),
  to: Text(1, 40),
  reason: nullable(Text(0, 500)),
}
export const History = listOf(shape(move_shown))

/** Of what is signed and amended: field by field what it was and what it became. */
export const AmendedHistory = listOf(shape({ ...move_shown, changes: nullable(AnyObject) }))

interface MoveRow<State> {
  at: string
  by_name: string
  move: string
  from_state: State | null
  to_state: State
  reason: string | null
}

interface AmendmentRow extends MoveRow<string> {
  changes?: Record<string, unknown> | null
}

export interface MoveShown<State = string> {
  at: string
  by_name: string
  move: string
  from: State | null
  to: State
  reason: string | null
}

export interface AmendmentShown extends MoveShown {
  changes: Record<string, unknown> | null
}

/** A move as it was made. */
export interface Made {
  move: string
  from_state: string | null
  to_state: string
  reason: string | null
  changes?: Record<string, [unknown, unknown]> | undefined
}

export interface HistoryOf<C extends Columns = Columns> {
  write(caller: Caller, id: string, made: Made): Promise<void>
  /** As the table holds them; `falling` for the newest first. */
  rows(caller: Of, id: string, falling?: 'falling'): Promise<RowOf<C>[]>
  of(caller: Of, id: string): Promise<MoveShown[]>
  /** With what each changed. */
  amendments(caller: Of, id: string): Promise<AmendmentShown[]>
}

type Of = Pick<Caller, 'hospital_id'>
type MoveColumns = Columns & { [K in keyof MoveRow<string>]: Column }

/**
 * The history that `table` keeps, whose rows name their record in the column `of`; `shared` is what
 * stands in every row of a table that several kinds of records share.
 */
export function historyIn<C extends MoveColumns>(
  table: Table<C>,
  of: keyof C & string = 'record_id',
  shared: Partial<RowOf<C>> = {},
): HistoryOf<C> {
  const { columns } = table
  const rows = ({ hospital_id }: Of, id: string, falling?: 'falling'): Promise<RowOf<C>[]> => {
    const order = falling === undefined ? ['at', 'id'] : ['-at', '-id']
    return table.all({ ...shared, hospital_id, [of]: id } as unknown as Where<C>, { order })
  }
  return {
    rows,
    async write(caller, id, made) {
      const row = {
        hospital_id: caller.hospital_id,
        [of]: id,
        at: clock.instant(),
        by_id: caller.user_id,
        user_id: caller.user_id,
        by_name: caller.name,
        ...made,
        reason: clipped(made.reason, columns.reason.length),
        ...shared,
      }
      const kept = Object.entries(row).filter(([key]) => key in columns)
      await table.insert(Object.fromEntries(kept) as NewRow<C>)
    },
    of: async (caller, id) => movesShown((await rows(caller, id)) as unknown as MoveRow<string>[]),
    async amendments(caller, id) {
      const found = (await rows(caller, id)) as unknown as AmendmentRow[]
      return movesShown(found).map((move, at) => ({ ...move, changes: found[at]?.changes ?? null }))
    },
  }
}

/** As much as the column holds; a longer note stands whole where it was written. */
const clipped = (text: string | null, most?: number): string | null =>
  text?.slice(0, most).toWellFormed() ?? null

export const movesShown = <State>(moves: readonly MoveRow<State>[]): MoveShown<State>[] =>
  moves.map(({ at, by_name, move, from_state, to_state, reason }) => ({
    at,
    by_name,
    move,
    from: from_state,
    to: to_state,
    reason,
  }))
