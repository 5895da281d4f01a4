// The engine of a process that dies at the statement it is told to die at: before it, while the database works on
// it, at the commit, or when it is written and nobody has heard of it.

import { database } from '../../../db/store/connection.ts'
import type { Connection, Engine } from '../../../db/store/engines/engine.ts'

const die = (): boolean => process.kill(process.pid, 'SIGKILL')

/** The whole part names the statement; a half after it, that it was sent; three quarters, answered. */
export function diesAt(dies_at: number): { sayStatements(): Promise<never> } {
  let count = 0
  const dying = (connection: Connection): Connection => {
    const passed = async <T>(ask: () => Promise<T>): Promise<T> => {
      count += 1
      if (count === dies_at) die()
      if (count + 0.5 === dies_at) setImmediate(die)
      return ask()
    }
    return {
      all: (text, values) => passed(() => connection.all(text, values)),
      run: (text, values) => passed(() => connection.run(text, values)),
    }
  }
  const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
  const { write } = engine
  engine.write = async (piece, lane) => {
    const answer = await write(async (connection) => {
      const answer = await piece(dying(connection))
      // Everything is written and the commit is asked for.
      await dying({ ...connection, run: async () => 0 }).run('commit', [])
      return answer
    }, lane)
    // It is written, and nobody has heard of it.
    if (count + 0.75 === dies_at) die()
    return answer
  }
  return {
    async sayStatements() {
      // A death that was set comes before a good end, however quick the database was.
      await new Promise((turn) => setImmediate(turn))
      process.stdout.write(`${count}\n`)
      process.exit(0)
    },
  }
}
