// A database as it is at one moment, for as long as a move looks at it.

import type { Connection, Engine } from '../../store/engines/engine.ts'

/** The other side may be the slower one, by more than a server bears a transaction that asks nothing. */
export const atOneMoment = <T>(
  engine: Engine,
  work: (connection: Connection) => Promise<T>,
): Promise<T> =>
  engine.snapshot(async (connection) => {
    if (engine.dialect === 'postgres') {
      await connection.run('set local idle_in_transaction_session_timeout = 0', [])
    }
    return work(connection)
  })
