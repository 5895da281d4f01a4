// Moves of a record as people see them, from whichever table of moves they were written to.

interface MoveRow<State> {
  at: string
  by_name: string
  move: string
  from_state: State | null
  to_state: State
  reason: string | null
}

export interface MoveShown<State> {
  at: string
  by_name: string
  move: string
  from: State | null
  to: State
  reason: string | null
}

export const movesShown = <State>(moves: readonly MoveRow<State>[]): MoveShown<State>[] =>
  moves.map(({ at, by_name, move, from_state, to_state, reason }) => ({
    at,
    by_name,
    move,
    from: from_state,
    to: to_state,
    reason,
  }))
