// How an SQLite file is opened (OPS-48): nothing answered is lost with the power, references hold, and a
// reader writes nothing.

import { join } from 'node:path'
import t from 'tap'
import { openSqlite } from '../../../db/store/engines/sqlite.ts'
import { on_addon } from '../../support/database.ts'
import { folder } from '../../support/folder.ts'

t.test('every connection keeps what it answered, and holds references (OPS-48)', async (t) => {
  const engine = await openSqlite({ file: join(folder(t), 'kituo.db') })
  t.teardown(() => engine.close())
  const asked = ['journal_mode', 'synchronous', 'foreign_keys', 'journal_size_limit', 'query_only']
  const said = async (read: (text: string) => Promise<object[]>): Promise<unknown[]> => {
    const answers: unknown[] = []
    for (const one of asked) answers.push(Object.values((await read(`pragma ${one}`))[0] ?? {})[0])
    return answers
  }
  const writer = await engine.write((it) => said((text) => it.all(text, [])), 'people')
  // The runtime's own is synced beside the loop before anybody is answered (log-sync.test.ts).
  t.same(writer, ['wal', on_addon ? 2 : 1, 1, 64 * 1024 ** 2, 0])
  const [mode, , references, , only_reads] = await said((text) => engine.read(text, []))
  t.same([mode, references, only_reads], ['wal', 1, 1])
})

t.test('a transaction that writes begins as one (OPS-48)', async (t) => {
  const file = join(folder(t), 'kituo.db')
  const [one, other] = [
    await openSqlite({ file, write_wait_ms: 50 }),
    await openSqlite({ file, write_wait_ms: 50 }),
  ]
  t.teardown(() => Promise.all([one.close(), other.close()]))
  await one.script('create table things (id integer primary key)')
  await one.write(async () => {
    // Nothing was written yet, and the file is its own all the same; a reader never waits for that.
    await t.rejects(
      other.write(async () => undefined, 'people'),
      { status: 503, message: 'The database is busy: try again in a moment.' },
    )
    t.same(await other.read('select id from things', []), [])
  }, 'people')
})
