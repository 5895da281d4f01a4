// Looking for work, one look at a time: who asks while one is under way gets another that follows it,
// because the first may have read before there was anything to find.

import { outside } from '../../db/store/connection.ts'

export interface Turns {
  look(): Promise<void>
  /** The look that is under way. */
  now(): Promise<void> | null
  /** Nobody is followed any more. */
  end(): void
}

export function takeTurns(
  work: () => Promise<void>,
  fault: (error: unknown) => void,
  after: () => void = () => undefined,
): Turns {
  let turn: Promise<void> | null = null
  let again = false
  let ended = false

  async function once(): Promise<void> {
    try {
      do {
        again = false
        await work()
      } while (again && !ended)
    } catch (error) {
      fault(error)
    } finally {
      turn = null
      after()
    }
  }

  return {
    look() {
      if (turn === null) turn = outside(once)
      else again = true
      return turn
    },
    now: () => turn,
    end: () => void (ended = true),
  }
}
