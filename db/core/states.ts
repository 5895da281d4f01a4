// A life as data: which moves a record has, from where to where, and who may make them.

import { capital } from './capital.ts'
import { type Caller, can } from './caller.ts'
import { conflict, type Refusal } from './refusal.ts'

export interface Move<S extends string> {
  from: readonly S[]
  /** Where a move may end in one of several states, the rule that makes it says in which. */
  to: S | readonly S[]
  permission?: string
  /** Made by the house alone: never offered to people. */
  house?: boolean
  /** Nobody makes it without saying why. */
  reason?: 'required'
}

export interface Life<S extends string, M extends string> {
  readonly thing: string
  readonly states: readonly S[]
  readonly moves: Readonly<Record<M, Move<S>>>
  /** What its moves are called, for the wire. */
  readonly names: readonly M[]
  /** The state a move leads to; throws the refusal of section 3 when it is not open. */
  move(move: M, from: S, reference: string, to?: S): S
  refusal(from: S, reference: string): Refusal
  /** The moves open to this caller now, for interfaces to draw buttons from. */
  open(caller: Caller, from: S): M[]
}

export function life<const S extends string, const M extends string>(
  thing: string,
  states: readonly S[],
  moves: Record<M, Move<S>>,
): Life<S, M> {
  const names = Object.keys(moves) as M[]
  const reached = new Set<S>([states[0] as S, ...names.flatMap((name) => moves[name].to)])
  const lost = states.filter((state) => !reached.has(state))
  if (lost.length > 0) throw new Error(`${thing} never comes to ${lost.join(', ')}`)

  const possible = (from: S): M[] =>
    names.filter((name) => moves[name].house !== true && moves[name].from.includes(from))
  const refusal = (from: S, reference: string): Refusal => {
    const left = possible(from)
    const start = `${capital(thing)} ${reference} is ${from}.`
    return conflict(
      left.length === 0
        ? `${start} Nothing more can be done with it.`
        : `${start} It can: ${left.join(', ')}.`,
      'state',
      { facts: { state: from, moves: left } },
    )
  }
  return {
    thing,
    states,
    moves,
    names,
    refusal,
    move(move, from, reference, to) {
      // A record with two lives is asked for moves that one of them does not know.
      if (!moves[move]?.from.includes(from)) throw refusal(from, reference)
      const ends = [moves[move].to].flat() as S[]
      const end = to ?? ends[0]
      if (end === undefined || !ends.includes(end)) {
        throw new Error(`${move} of ${thing} leads to ${ends.join(', ')}, not to ${to}`)
      }
      return end
    },
    open: (caller, from) =>
      possible(from).filter((name) => {
        const { permission } = moves[name]
        return permission === undefined || can(caller, permission)
      }),
  }
}
