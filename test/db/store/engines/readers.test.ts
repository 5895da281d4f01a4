// Readers of an SQLite file: opened when they are needed, handed on in turn, all of them closed.

import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { FarLine } from '../../../../db/store/engines/sqlite-far.ts'
import { Reader } from '../../../../db/store/engines/sqlite-reader.ts'
import { Readers } from '../../../../db/store/engines/sqlite-readers.ts'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { on_addon } from '../../../support/database.ts'
import { folder } from '../../../support/folder.ts'
import { handlesOn } from '../../../support/handles.ts'

t.test('a reader is opened when one is needed, and no more than may be', async (t) => {
  const file = join(folder(t), 'kituo.db')
  const engine = await openSqlite({ file, readers: 3 })
  // Of threads one is left for single questions.
  const at_once = on_addon ? 3 : 2
  t.equal(handlesOn(file), 1, 'the writer alone')
  await engine.read('select 1', [])
  await engine.read('select 1', [])
  t.equal(handlesOn(file), 2, 'one after the other needs one reader')

  const order: number[] = []
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const readings = Array.from({ length: 7 }, (_, index) =>
    engine.snapshot(async (reader) => {
      order.push(index)
      if (order.length === at_once) letGo()
      if (index < at_once) await held
      await reader.all('select 1', [])
    }),
  )
  await Promise.all(readings)
  t.same(
    order.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6],
    'each of them once',
  )
  t.ok(handlesOn(file) <= 4, 'never more than three')
  await engine.close()
  t.equal(handlesOn(file), 0)
})

t.test('whoever waits is served in turn', async (t) => {
  // One alone: of two the second may be overtaken on its way from the thread.
  const engine = await openSqlite({ file: join(folder(t), 'kituo.db'), readers: 1 })
  const order: number[] = []
  const readings = Array.from({ length: 7 }, (_, index) =>
    engine.snapshot(async (reader) => {
      order.push(index)
      await reader.all('select 1', [])
    }),
  )
  await Promise.all(readings)
  t.same(order, [0, 1, 2, 3, 4, 5, 6])
  await engine.close()
})

t.test('a file that is not where it was gets no new reader', async (t) => {
  const dir = folder(t)
  const file = join(dir, 'kituo.db')
  const engine = await openSqlite({ file, readers: 1 })
  renameSync(file, join(dir, 'elsewhere'))
  const another = await openSqlite({ file })
  const asked = await Promise.allSettled([engine.read('select 1', []), engine.read('select 1', [])])
  t.same(
    asked.map(({ status }) => status),
    ['rejected', 'rejected'],
    'nor does whoever waited for it wait for ever',
  )
  await another.close()
  renameSync(join(dir, 'elsewhere'), file)
  t.same(await engine.read('select 1 as one', []), [{ one: 1 }], 'it is back')
  await engine.close()
})

t.test('what is open serves everybody where no more can be had', async (t) => {
  const file = join(folder(t), 'kituo.db')
  const engine = await openSqlite({ file, readers: 3 })
  await engine.read('select 1', [])
  renameSync(file, `${file}.away`)
  const asked = Array.from({ length: 5 }, () => engine.read('select 1 as one', []))
  t.same(await Promise.all(asked), Array(5).fill([{ one: 1 }]))
  renameSync(`${file}.away`, file)
  await engine.close()
})

const skip = on_addon && 'its readers are connections and no threads'

t.test('of readers with nothing to do one stays open', { skip }, async (t) => {
  const file = join(folder(t), 'kituo.db')
  await (await openSqlite({ file, driver: 'node' })).close()
  const opening = { file, setup: ['pragma query_only=on'], makes: false }
  const readers = new Readers({ opening, most: 3, check: () => undefined, idle_ms: 1 })
  const opened = t.capture(Reader, 'open', Reader.open.bind(Reader))
  // oxlint-disable-next-line typescript/unbound-method -- called on the connection that is closed
  const { close } = FarLine.prototype
  t.teardown(() => Object.assign(FarLine.prototype, { close }))
  let closed = 0
  FarLine.prototype.close = function counted(this: FarLine) {
    closed += 1
    return close.call(this)
  }
  const long = `with recursive c(n) as (select 1 union all select n + 1 from c where n < 6000000)
    select count(*) as n from c`
  await Promise.all([1, 2, 3].map(() => readers.read(long, [])))
  const more = opened().length - 1
  t.ok(more > 0, 'what waits behind something long needs another')
  while (closed < more) await pause(5)
  t.same(await readers.read('select 1 as one', []), [{ one: 1 }])
  t.equal(closed, more, 'the first of them reads on')
  await readers.close()
})
