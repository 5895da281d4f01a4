// Threads and processes that read: what one is long at, dies over or hangs in keeps nobody else waiting,
// and what was told to stop is ended in the middle of a statement (decision 0326).

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Readers } from '../../../../db/store/engines/sqlite-readers.ts'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { unused } from '../../../../db/store/engines/sqlite-setup.ts'
import { SqliteThread } from '../../../../db/store/engines/sqlite-thread.ts'
import { endingWith } from '../../../../db/store/engines/stopping.ts'
import { on_addon } from '../../../support/database.ts'
import { folder } from '../../../support/folder.ts'

const skip = on_addon && 'its statements run in the thread pool'

/** So many steps: a third of a second of a quiet machine for 4,000,000. */
const long = (steps: number): string =>
  `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${steps}) select count(*) as n from c`

async function fileOf(t: Test): Promise<string> {
  const file = join(folder(t), 'kituo.db')
  const engine = await openSqlite({ file, driver: 'node' })
  await engine.script('create table notes (id integer primary key); insert into notes values (1)')
  await engine.close()
  return file
}

async function readersOn(t: Test, most: number, patience = {}): Promise<Readers> {
  // As readers are opened in a house: a connection that ends keeps the file to itself for a moment.
  const opening = { file: await fileOf(t), setup: [...unused], makes: false }
  const readers = new Readers(Object.assign(patience, { opening, most, check: () => undefined }))
  t.teardown(() => readers.close())
  return readers
}

t.test('what is asked behind something long is asked of another', { skip }, async (t) => {
  const readers = await readersOn(t, 3)
  const order: string[] = []
  const slow = readers.read(long(6_000_000), []).then(() => order.push('long'))
  const quick = Array.from({ length: 20 }, () =>
    readers.read('select id from notes', []).then(() => order.push('quick')),
  )
  await Promise.all([slow, ...quick])
  t.equal(order.at(-1), 'long')
})

t.test('a snapshot has its thread alone and sees one moment', { skip }, async (t) => {
  const engine = await openSqlite({ file: await fileOf(t), readers: 2, driver: 'node' })
  t.teardown(() => engine.close())
  await engine.snapshot(async (one) => {
    const count = async () => (await one.all('select count(*) as n from notes', []))[0]?.['n']
    t.equal(await count(), 1)
    await engine.write((writer) => writer.run('insert into notes values (2)', []), 'people')
    t.equal(await count(), 1)
    const beside = await engine.read('select count(*) as n from notes', [])
    t.same(beside, [{ n: 2 }], 'others read beside it, and what is new')
  })
})

t.test(
  'a thread that dies: the question is asked of another, and not a third time',
  { skip },
  async (t) => {
    const readers = await readersOn(t, 2)
    await readers.read('select 1 as one', [])
    // oxlint-disable-next-line typescript/unbound-method -- called on the thread it was asked of
    const { ask } = SqliteThread.prototype
    t.teardown(() => Object.assign(SqliteThread.prototype, { ask }))
    let deaths = 0
    const dyingOf = (most: number): void => {
      deaths = 0
      SqliteThread.prototype.ask = function dying(this: SqliteThread, task, ...rest) {
        const answer = ask.call(this, task, ...rest)
        if (task.do !== 'all' || deaths === most) return answer
        deaths += 1
        void this.end()
        return answer
      }
    }
    dyingOf(1)
    t.same(await readers.read('select id from notes', []), [{ id: 1 }])
    dyingOf(2)
    await t.rejects(readers.read('select id from notes', []), {
      status: 503,
      message: /does not answer/,
    })
    t.same(await readers.read('select id from notes', []), [{ id: 1 }])
  },
)

t.test(
  'a statement that hangs is given up in words, and others are answered',
  { skip },
  async (t) => {
    const patience: { patience_ms: number } = { patience_ms: Number.POSITIVE_INFINITY }
    const readers = await readersOn(t, 1, patience)
    await readers.read('select 1 as one', [])
    const hanging = readers.read(long(6_000_000), [])
    const behind = readers.read('select id from notes', [])
    patience.patience_ms = 0
    await t.rejects(hanging, { status: 503, message: /database is busy/ })
    patience.patience_ms = Number.POSITIVE_INFINITY
    t.same(await behind, [{ id: 1 }])
  },
)

t.test('what is told to stop ends in the middle of its statement', async (t) => {
  // The third is for what is asked after them: where statements run in the thread pool, all go to readers.
  const engine = await openSqlite({ file: await fileOf(t), readers: 3 })
  t.teardown(() => engine.close())
  const stop = new AbortController()
  const without_end = long(1e12)
  const readings = [
    endingWith(stop.signal, () => engine.read(without_end, [])),
    endingWith(stop.signal, () => engine.snapshot((one) => one.all(without_end, []))),
  ]
  // That both have begun is seen by what is asked after them.
  await engine.read('select 1', [])
  stop.abort(new Error('the daemon stops'))
  for (const outcome of await Promise.allSettled(readings)) {
    t.match(outcome, { status: 'rejected', reason: { message: 'the daemon stops' } })
  }
  t.same(await engine.read('select id from notes', []), [{ id: 1 }])
  const again = new AbortController()
  const rows = endingWith(again.signal, () => engine.read('select id from notes', []))
  t.same(await rows, [{ id: 1 }], 'and the next that may be stopped is answered')
})
