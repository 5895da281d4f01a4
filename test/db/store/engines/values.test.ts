// Values go into SQLite and come out of it as they are, on this thread and on others.

import { join } from 'node:path'
import t from 'tap'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { on_addon } from '../../../support/database.ts'
import { folder } from '../../../support/folder.ts'

t.test('values', async (t) => {
  const file = join(folder(t), "a b?#%41 'c'.db")
  const engine = await openSqlite({ file, readers: 2 })
  t.teardown(() => engine.close())

  t.test('a whole number is bound as one', async (t) => {
    const text = "select typeof(?) as kind, 7 / ? as shared, ? || '' as said"
    const wanted = [{ kind: 'integer', shared: 3, said: '2' }]
    t.same(await engine.read(text, [1, 2, 2]), wanted)
    t.same(await engine.read(text, [1, 2, 2], true), wanted)
    t.same(await engine.write((one) => one.all(text, [1, 2, 2]), 'people'), wanted)
    t.same(await engine.write((one) => one.all(text, [1, 2, 2]), 'jobs'), wanted)
    t.same(await engine.read('select typeof(?) as kind', [1.5]), [{ kind: 'real' }])
    t.same(await engine.read('select ? as big', [9_000_000_000_000_000]), [{ big: 9e15 }])
  })

  t.test('texts, nothing, and rows as plain objects', async (t) => {
    const strange = 'a\0b "quoted" é \u{1f600}'
    const [row] = await engine.read('select ? as text, ? as none', [strange, null], true)
    t.strictSame(row, { text: strange, none: null })
    t.equal(Object.getPrototypeOf(row), Object.prototype)
    // The addon makes its rows itself, and has no column of such a name. Nor has the product.
    const odd = on_addon ? 'odd' : '__proto__'
    const many = await engine.read(`select value as "${odd}", key as "a b" from json_each(?)`, [
      JSON.stringify(Array.from({ length: 60 }, (_, index) => index)),
    ])
    t.ok(many.every((one, index) => Object.hasOwn(one, odd) && one['a b'] === index))
  })

  t.test('a table that is given a column is read with it', async (t) => {
    await engine.script('create table things (id integer); insert into things values (1)')
    const all = () => engine.read('select * from things', [])
    const here = () => engine.read('select * from things', [], true)
    t.same([await all(), await here()], [[{ id: 1 }], [{ id: 1 }]])
    await engine.script('alter table things add column name text')
    t.same([await all(), await here()], Array(2).fill([{ id: 1, name: null }]))
  })

  t.test('the fault of a statement is a fault, and names it', async (t) => {
    for (const by_key of [false, true]) {
      await t.rejects(
        engine.read('select nowhere', [], by_key),
        /no such column.* in: select nowhere/,
      )
    }
    t.same(await engine.read('select 1 as one', []), [{ one: 1 }])
  })
})
