// The second baseline: a bare fastify handler that reads the same rows by prepared statements and
// answers them as JSON. Sent what to read, answers its port.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import Fastify from 'fastify'
import pg from 'pg'
import type { DatabaseAddress } from '../../db/store/connection.ts'

export interface Reading {
  address: DatabaseAddress
  /** Text and values of each statement; the rows of the last are the data. */
  statements: readonly { text: string; values: readonly unknown[] }[]
}

type Ask = () => Promise<unknown[]>

process.once('message', (reading: Reading) => {
  void serve(reading)
  process.once('message', () => process.exit(0))
})

async function serve({ address, statements }: Reading): Promise<void> {
  const asks =
    address.engine === 'postgres'
      ? preparedOnPostgres(address, statements)
      : preparedOnSqlite(address, statements)
  const app = Fastify()
  app.get('/', async (_, reply) => {
    const found = await Promise.all(asks.map((ask) => ask()))
    const data = found.at(-1)
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ success: true, message: 'OK', data, meta: found[0]?.[0] }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
}

/** The least that a statement can cost: prepared once, on the thread that answers. */
function preparedOnSqlite(address: DatabaseAddress, statements: Reading['statements']): Ask[] {
  const file = new DatabaseSync(address.file ?? '', { readOnly: true })
  file.exec('pragma mmap_size=268435456; pragma cache_size=-16000')
  return statements.map(({ text, values }) => {
    const statement = file.prepare(text)
    return async () => statement.all(...(values as SQLInputValue[]))
  })
}

function preparedOnPostgres(address: DatabaseAddress, statements: Reading['statements']): Ask[] {
  const pool = new pg.Pool({ connectionString: address.url, max: 10 })
  return statements.map(({ text, values }, index) => async () => {
    const { rows } = await pool.query({ name: `s${index}`, text, values: [...values] })
    return rows
  })
}
