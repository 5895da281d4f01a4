// A command has its thread to itself: what it reads is read there, and no thread is started (decision 0467).

import { join } from 'node:path'
import t from 'tap'
import { databaseAway } from '../../../../db/core/refusal.ts'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { endingWith } from '../../../../db/store/engines/stopping.ts'
import { folder } from '../../../support/folder.ts'
import { handlesOn } from '../../../support/handles.ts'

const question = ['select count(*) as n from things', []] as const

async function laidOut(file: string): Promise<void> {
  const engine = await openSqlite({ file, driver: 'node' })
  await engine.script(
    'create table things (id text primary key); insert into things values (1), (2)',
  )
  await engine.close()
}

t.test('a list is read on this thread where nobody waits for it', async (t) => {
  const file = join(folder(t), 'kituo.db')
  await laidOut(file)
  let threads = 0
  const count = (): void => void (threads += 1)
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  for (const read_only of [true, false]) {
    const engine = await openSqlite({ file, driver: 'node', read_only, reads_here: true })
    t.same(await engine.read(...question), [{ n: 2 }])
    await t.rejects(engine.read('select nowhere', []), /nowhere/)
    // A read writes nothing.
    await t.rejects(engine.read('delete from things', []), databaseAway())
    t.equal(handlesOn(file), 1, 'the schema is read once')
    await engine.close()
  }
  t.equal(threads, 0, 'no thread was started')
})

t.test('who reads beside a transaction does not see what it has not kept', async (t) => {
  const file = join(folder(t), 'kituo.db')
  await laidOut(file)
  const engine = await openSqlite({ file, driver: 'node', reads_here: true })
  await engine.write(async (connection) => {
    await connection.run('insert into things values (3)', [])
    t.same(await engine.read(...question), [{ n: 2 }])
  }, 'people')
  t.same(await engine.read(...question), [{ n: 3 }])
  await engine.write((connection) => connection.run('delete from things', []), 'people')
  t.same(await engine.read(...question), [{ n: 0 }], 'and it may still write')
  await engine.close()
})

t.test('what can be told to stop is asked where it can be ended', async (t) => {
  const file = join(folder(t), 'kituo.db')
  await laidOut(file)
  const engine = await openSqlite({ file, driver: 'node', reads_here: true })
  const stop = new AbortController()
  const endless_count = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers)
    select count(*) as n from numbers`
  const counting = endingWith(stop.signal, () => engine.read(endless_count, []))
  stop.abort(new Error('that is enough'))
  await t.rejects(counting, /that is enough/)
  await engine.close()
})
