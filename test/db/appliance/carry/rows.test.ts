// Rows on their way from one database to the other: what is read and what is written is to the last
// bit what was there (OPS-149, OPS-150, ALL-24).

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { copyText } from '../../../../db/appliance/carry/copy-text.ts'
import { firstDifference, sideOf } from '../../../../db/appliance/carry/equal.ts'
import { inLanes } from '../../../../db/appliance/carry/lanes.ts'
import { atOneMoment } from '../../../../db/appliance/carry/moment.ts'
import { Digest, factsOfTable, type Line, linesOf } from '../../../../db/appliance/carry/rows.ts'
import { insertLines } from '../../../../db/appliance/carry/sink.ts'
import type { Carried } from '../../../../db/appliance/carry/tables.ts'
import type { Engine } from '../../../../db/store/engines/engine.ts'
import { openPostgres } from '../../../../db/store/engines/postgres.ts'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { folder } from '../../../support/folder.ts'
import { serverDatabase, without_server } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

const things: Carried = {
  name: 'things',
  key: ['id'],
  columns: ['big', 'flag', 'id', 'note', 'small', 'share'],
  flags: new Set(['flag']),
  words: {
    big: 'bigint?',
    flag: 'boolean?',
    id: 'code 40',
    note: 'text 400?',
    small: 'integer?',
    share: 'real?',
  },
  append_only: false,
}

const texts = [
  '',
  'NULL',
  '\\N',
  '\\.',
  'back\\slash\\',
  'a\tb\nc\rd\r\ne',
  '"quoted" and \'so\'',
  '{"a":[1,null]}',
  'Ward “Ā” 😀',
  '\u0001\u0007\b\f\u001f\u007f\u0085\u2028\u2029\ufeff',
  '\uE000\uFFFD\u{10FFFF}',
]

/** Doubles of every size, from a seed. */
function* doubles(count: number): Generator<number> {
  yield* [0.1, 0.1 + 0.2, 36.6, -6.7924, 1 / 3, 1e21, 1e22, 5e-324, 2 ** 53, Number.MAX_VALUE]
  const view = new DataView(new ArrayBuffer(8))
  let state = 7n
  while (count-- > 0) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    view.setBigUint64(0, state)
    const value = view.getFloat64(0)
    if (Number.isFinite(value)) yield value
  }
}

const id = (n: number): string => `thing-${String(n).padStart(8, '0')}`

function allLines(): Line[] {
  const lines: Line[] = texts.map((text, n) => [n, n % 2, id(n), text, -n, null])
  lines.push([null, null, id(lines.length), null, null, null])
  const edges = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  for (const big of edges) lines.push([big, 1, id(lines.length), 'edge', 2 ** 31 - 1, -0.5])
  for (const share of doubles(20_000)) lines.push([1, 0, id(lines.length), 'x', 0, share])
  return lines
}

async function filled(t: Test, lines: readonly Line[]): Promise<Engine> {
  const engine = await openSqlite({ file: join(folder(t), 'things.db'), readers: 2 })
  t.teardown(() => engine.close())
  await engine.script(`create table things
    (big integer, flag integer, id text primary key, note text, small integer, share real) strict`)
  for (let at = 0; at < lines.length; at += 1000) {
    const some = lines.slice(at, at + 1000)
    await engine.write((connection) => insertLines(connection, things, some), 'jobs')
  }
  return engine
}

async function read(engine: Engine): Promise<Line[]> {
  const found: Line[] = []
  for await (const lines of linesOf(sideOf(engine), engine.dialect, things)) {
    found.push(...lines)
  }
  return found
}

t.test('SQLite: what is read is what was written, every bit of it', async (t) => {
  const lines = allLines()
  const engine = await filled(t, lines)
  const found = await read(engine)
  t.equal(found.length, lines.length)
  const other = lines.findIndex((line, n) => JSON.stringify(line) !== JSON.stringify(found[n]))
  t.same(found[other], lines[other])
})

t.test('SQLite: what JSON cannot say is read all the same', async (t) => {
  const engine = await filled(t, [[1, 1, id(0), 'a', 1, 0.5]])
  await engine.script(`insert into things (id, share) values ('${id(1)}', 9e999)`)
  t.same((await read(engine)).at(-1), [null, null, id(1), null, null, Number.POSITIVE_INFINITY])
  await engine.script(`insert into things (id, note) values ('${id(2)}', 'a' || char(0) || 'b')`)
  t.equal((await read(engine)).at(-1)?.[3], 'a\0b')
})

t.test(
  'SQLite: rows are hashed as they would be read, where they are not read at all',
  async (t) => {
    const { share: _, ...words } = things.words
    const columns = things.columns.filter((name) => name !== 'share')
    const plain: Carried = { ...things, columns, words }
    const seeded_text = (n: number): string =>
      String.fromCodePoint(
        ...Array.from({ length: 12 }, (_, at) => (n * 31 + at * 7) % 0x2100 || 1),
      )
    const lines = allLines().slice(0, 1500)
    const noted = lines.map((line, n) => (n < 20 ? line : line.with(3, seeded_text(n))))
    const engine = await filled(t, noted)
    await engine.script(`insert into things (id, note) values ('zz', 'a' || char(0) || 'b')`)
    const side = sideOf(engine)
    const digest = new Digest(plain)
    for await (const some of linesOf(side, 'sqlite', plain)) digest.add(some)
    const wanted = digest.facts()

    let asked = ''
    const heard = {
      all: (text: string, values: readonly unknown[]) => {
        asked = text
        return side.all(text, values)
      },
    }
    t.same(await factsOfTable(heard, 'sqlite', plain), wanted)
    t.match(asked, /group_concat/)

    const broken = {
      all: (text: string, values: readonly unknown[]) =>
        text.includes('group_concat')
          ? Promise.reject(new Error('too big'))
          : side.all(text, values),
    }
    t.same(
      await factsOfTable(broken, 'sqlite', plain),
      wanted,
      'of a page that is too large as well',
    )
  },
)

t.test('a page is never lost or twice, wherever it ends', async (t) => {
  for (const count of [0, 1, 999, 1000, 1001, 2000]) {
    const lines = Array.from({ length: count }, (_, n): Line => [n, 0, id(n), 'x', n, null])
    const engine = await filled(t, lines)
    t.same(
      (await read(engine)).map((line) => line[2]),
      lines.map((line) => line[2]),
      `${count} rows`,
    )
    const facts = await factsOfTable(sideOf(engine), 'sqlite', things)
    t.match(facts, { rows: count, greatest: count === 0 ? null : id(count - 1) })
  }
})

t.test('COPY: a line each, nothing in a value ends it', async (t) => {
  const text = (line: Line): string => copyText(things, [line]).toString()
  t.equal(text([1, 1, 'a', 'x', 2, 0.5]), '1\tt\ta\tx\t2\t0.5\n')
  t.equal(
    text([null, 0, 'a', 'b\tc\nd\re\\f', null, null]),
    '\\N\tf\ta\tb\\tc\\nd\\re\\\\f\t\\N\t\\N\n',
  )
})

async function onServer(t: Test, lines: readonly Line[]): Promise<Engine> {
  const engine = await openPostgres({ url: await serverDatabase(t), pool_max: 2 })
  t.teardown(() => engine.close())
  await engine.script(`create table things (big bigint, flag boolean, id varchar(40) primary key,
    note varchar(400), small integer, share double precision)`)
  for (let at = 0; at < lines.length; at += 1000) {
    const some = lines.slice(at, at + 1000)
    await engine.write((connection) => insertLines(connection, things, some), 'jobs')
  }
  return engine
}

t.test(
  'O16: each of 100 seeded changes is found, and where',
  { skip: without_server },
  async (t) => {
    const lines = Array.from({ length: 2500 }, (_, n): Line => {
      const at = `2026-03-0${1 + (n % 9)}T0${n % 8}:30:00.000Z`
      return [n, n % 2, id(n), at, n, n / 7]
    })
    const source = await filled(t, lines)
    const target = await onServer(t, lines)
    const wanted = await factsOfTable(sideOf(source), 'sqlite', things)
    const factsThere = () => factsOfTable(sideOf(target), 'postgres', things)
    t.same(await factsThere(), wanted)
    const change = (text: string, values: readonly unknown[]) =>
      target.write((connection) => connection.run(text, values), 'jobs')
    const restore = async (at: number): Promise<void> => {
      for (const line of lines.slice(at, at + 2)) {
        await change('delete from things where id = $1', [line[2]])
        await target.write((connection) => insertLines(connection, things, [line]), 'jobs')
      }
    }
    for (let n = 0; n < 100; n++) {
      const at = (n * 7919) % (lines.length - 1)
      const [one, next] = [id(at), id(at + 1)]
      if (n % 4 === 0) {
        // The last bit of a fraction; where it is nought, of a number.
        const bit = at === 0 ? 'small = small # 1' : `share = share * (1 + 2.3e-16)`
        await change(`update things set ${bit} where id = $1`, [one])
      } else if (n % 4 === 1) {
        await change(`update things set small = $1::int - small where id in ($2, $3)`, [
          2 * at + 1,
          one,
          next,
        ])
      } else if (n % 4 === 2) await change('delete from things where id = $1', [one])
      else
        await change(`update things set note = replace(note, 'Z', '+03:00') where id = $1`, [one])
      t.notSame(await factsThere(), wanted, `change ${n}`)
      t.match(await firstDifference(things, sideOf(source), sideOf(target)), { id: one })
      await restore(at)
    }
    t.same(await factsThere(), wanted)
  },
)

t.test('PostgreSQL: the same rows, the same digest', { skip: without_server }, async (t) => {
  const lines = allLines()
  const engine = await onServer(t, lines)
  const source = await filled(t, lines)
  t.same(
    await factsOfTable(sideOf(engine), 'postgres', things),
    await factsOfTable(sideOf(source), 'sqlite', things),
  )

  await t.test('a moment lasts while the other side is slow', async (t) => {
    const patience = `select current_setting('idle_in_transaction_session_timeout') as ms`
    t.match(await atOneMoment(engine, (connection) => connection.all(patience, [])), [{ ms: '0' }])
    t.match(await engine.read(patience, []), [{ ms: '30s' }])
  })

  await t.test('what the server refuses is told, and the connection goes on', async (t) => {
    const twice: Line[] = [...Array(3000).keys()].map((): Line => [1, 1, 'same', 'x', 1, null])
    const write = (some: readonly Line[]): Promise<void> =>
      engine.write((connection) => insertLines(connection, things, some), 'jobs')
    for (let n = 0; n < 4; n++) await t.rejects(write(twice), { name: 'UniqueViolation' })
    await t.rejects(write([[1, 1, 'long', 'x'.repeat(401), 1, null]]), { code: '22001' })
    t.match(
      await engine.read(`select count(*) as n from things where id in ('same', 'long')`, []),
      [{ n: 0 }],
    )
    await write([[1, 1, 'z', 'x', 1, null]])
    t.match(await engine.read(`select note from things where id = 'z'`, []), [{ note: 'x' }])
  })
})

t.test('lanes: so many at once, each piece once, the first fault when all rest', async (t) => {
  let at_once = 0
  let most = 0
  const done: number[] = []
  const work = async (one: number): Promise<void> => {
    most = Math.max(most, (at_once += 1))
    await new Promise((resolve) => setImmediate(resolve))
    at_once -= 1
    if (one === 5) throw new Error('five')
    done.push(one)
  }
  await inLanes([1, 2, 3, 4], 3, work)
  t.same(
    done.toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  )
  t.equal(most, 3)
  await t.rejects(inLanes([5, 6, 7, 8, 9, 10], 2, work), { message: 'five' })
  t.equal(at_once, 0, 'nothing goes on behind')
  t.notOk(done.includes(10), 'and nothing new is begun')
})
