// A database of a test's own on PostgreSQL, where one is there to test against.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Test } from 'tap'

export const server: string | undefined = process.env['KITUO_TEST_DATABASE_URL']
export const without_server: string | false =
  server === undefined ? 'needs KITUO_TEST_DATABASE_URL' : false

export async function serverDatabase(t: Test): Promise<string> {
  const name = `kituo_test_${randomUUID().slice(0, 8)}`
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await ask(`create database ${name}`)
  t.teardown(() => ask(`drop database ${name} with (force)`))
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  return url.toString()
}
