// Nobody is answered before what he wrote, or read of others, stands on the disk; and the loop does not
// wait for the disk (decision 0325). The disk is the test's own.

import { readFileSync, statSync, writeSync, openSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import type { Engine } from '../../../../db/store/engines/engine.ts'
import { openHere } from '../../../../db/store/engines/sqlite-here.ts'
import type { Disk as DiskOptions } from '../../../../db/store/engines/sqlite-writing.ts'
import { Disk, turns, until, watched } from '../../../support/programs/disk.ts'
import { folder } from '../../../support/folder.ts'

const unsure =
  'The disk did not confirm that this was saved. Look whether it was before you do it again.'
const faltered = 'The disk does not keep what is written: nothing can be saved. Tell the IT desk.'
const broken = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })

interface Here {
  disk: Disk
  engine: Engine
  file: string
  add: (id: number, lane?: 'people' | 'jobs') => Promise<unknown>
  /** What stands in the file for another connection, synced or not. */
  written: () => number[]
}

async function here(
  t: Test,
  options: DiskOptions & { write_wait_ms?: number } = {},
): Promise<Here> {
  const disk = new Disk()
  const file = join(folder(t), 'kituo.db')
  const { write_wait_ms = 60_000, ...rest } = options
  const engine = await openHere({
    file,
    readers: 2,
    write_wait_ms,
    disk: { sync: disk.sync, read_wait_ms: 60_000, mend_again_ms: 1, ...rest },
  })
  await engine.script('create table notes (id integer primary key, text text)')
  const other = new DatabaseSync(file)
  t.teardown(async () => {
    disk.fails(null)
    disk.letGo()
    other.close()
    await engine.close()
  })
  return {
    disk,
    engine,
    file,
    add: (id, lane = 'people') =>
      engine.write((writer) => writer.run('insert into notes values (?, ?)', [id, 'x']), lane),
    written: () =>
      other
        .prepare('select id from notes order by id')
        .all()
        .map(({ id }) => Number(id)),
  }
}

t.test(
  'a write is answered when it stands on the disk, and the next is written meanwhile',
  async (t) => {
    const { disk, add, written } = await here(t)
    disk.hold()
    const first = watched(add(1))
    await until(() => disk.held === 1)
    const later = [watched(add(2)), watched(add(3, 'jobs'))]
    await until(() => written().length === 3)
    await turns()
    t.same([first.state, ...later.map(({ state }) => state)], ['waits', 'waits', 'waits'])
    t.equal(disk.held, 1, 'one sync at a time')
    disk.letOne()
    await until(() => first.state === 'done')
    await until(() => disk.held === 1)
    await turns()
    t.same(
      later.map(({ state }) => state),
      ['waits', 'waits'],
      'they came after that sync began',
    )
    const asked = disk.asked
    disk.letOne()
    await until(() => later.every(({ state }) => state === 'done'))
    t.equal(disk.asked, asked, 'one sync is enough for both')
  },
)

t.test(
  'a piece that refuses, and one that writes nothing, wait for nothing of their own',
  async (t) => {
    const { disk, engine, add } = await here(t)
    await add(1)
    const asked = disk.asked
    await engine.write(async (writer) => writer.all('select * from notes', []), 'people')
    await t.rejects(
      engine.write(() => Promise.reject(new Error('no')), 'people'),
      /no/,
    )
    t.equal(disk.asked, asked)
    disk.hold()
    const first = watched(add(2))
    await until(() => disk.held === 1)
    const refused = watched(engine.write(() => Promise.reject(new Error('taken')), 'people'))
    await turns()
    t.equal(refused.state, 'waits', 'what it was refused for may rest on what is not kept yet')
    disk.letOne()
    await until(() => refused.state === 'failed' && first.state === 'done')
  },
)

t.test('who reads what is not on the disk yet waits for it', async (t) => {
  const { disk, engine, add } = await here(t)
  await add(1)
  await engine.read('select * from notes', [])
  disk.hold()
  const write = watched(add(2))
  await until(() => disk.held === 1)
  const reads = [
    engine.read('select * from notes where id = ?', [2], true),
    engine.read('select * from notes', []),
    engine.snapshot((one) => one.all('select * from notes', [])),
  ]
  const seen = reads.map(watched)
  await turns()
  t.same(
    seen.map(({ state }) => state),
    ['waits', 'waits', 'waits'],
  )
  disk.letOne()
  t.same(
    (await Promise.all(reads)).map((rows) => rows.length),
    [1, 2, 2],
  )
  await until(() => write.state === 'done')
  t.equal((await engine.read('select * from notes', [])).length, 2, 'and then for nothing')
})

t.test(
  'a disk that takes long: who reads is answered, who wrote is told, and all is well after',
  async (t) => {
    const { disk, engine, add } = await here(t, { read_wait_ms: 1, write_wait_ms: 50 })
    disk.hold()
    const write = add(1)
    const first = watched(write)
    await until(() => disk.held === 1)
    t.equal((await engine.read('select * from notes', [])).length, 1)
    await t.rejects(write, { status: 503, message: unsure })
    t.equal(first.state, 'failed')
    const waiting = watched(add(2))
    await until(() => waiting.state === 'failed')
    t.match(waiting.error, { status: 503 }, 'nothing is begun behind it')
    disk.letGo()
    await add(3)
    const rows = await engine.read('select id from notes order by id', [])
    t.same(
      rows.map(({ id }) => id),
      [1, 3],
    )
  },
)

t.test('a sync that fails once is made good before anybody hears of it', async (t) => {
  const { disk, add, written, file } = await here(t)
  await add(1)
  disk.hold()
  const before = readFileSync(`${file}-wal`)
  const write = add(2)
  await until(() => disk.held === 1)
  disk.letOne(broken)
  await until(() => disk.held === 1)
  t.same(readFileSync(`${file}-wal`).subarray(0, before.length), before, 'written again as it was')
  disk.letGo()
  await write
  await add(3)
  t.same(written(), [1, 2, 3])
})

t.test('a disk that keeps nothing: refused in words, read on, well again by itself', async (t) => {
  const { disk, engine, add } = await here(t)
  await add(1)
  disk.fails(broken)
  await t.rejects(add(2), { status: 503, message: unsure })
  await t.rejects(add(3), { status: 503, message: faltered })
  await t.rejects(add(4, 'jobs'), { status: 503, message: faltered })
  t.equal((await engine.read('select * from notes', [])).length, 2)
  disk.fails(null)
  let is_well = false
  while (!is_well) {
    await turns()
    is_well = await add(5).then(
      () => true,
      () => false,
    )
  }
  const rows = await engine.read('select id from notes order by id', [])
  t.same(
    rows.map(({ id }) => id),
    [1, 2, 5],
    'what was not confirmed is there, what was refused is not',
  )
})

t.test('what the system has forgotten of the log is not called kept', async (t) => {
  const lost: string[] = []
  const { disk, add, file } = await here(t, { lost: (why) => void lost.push(why.message) })
  await add(1)
  disk.hold()
  const write = add(2)
  await until(() => disk.held === 1)
  // As after pages were called clean, let go, and read again from the disk.
  const log = openSync(`${file}-wal`, 'r+')
  const { size } = statSync(`${file}-wal`)
  const was = readFileSync(`${file}-wal`).subarray(size - 8)
  writeSync(log, Buffer.alloc(8, 0x2a), 0, 8, size - 8)
  disk.letOne(broken)
  await t.rejects(write, { status: 503, message: unsure })
  t.match(lost[0], /not what was written/)
  writeSync(log, was, 0, 8, size - 8)
  closeSync(log)
})

t.test('the log is folded and begins anew while people write', async (t) => {
  const { disk, engine, add, file } = await here(t, { fold_from: 50 })
  for (let round = 0; round < 60; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, one) => add(round * 10 + one)))
  }
  t.ok(disk.asked > 0)
  const pages = statSync(`${file}-wal`).size / 4120
  t.ok(pages < 400, `${Math.round(pages)} pages of the log were in use at once`)
  t.same(await engine.read('select count(*) as n from notes', []), [{ n: 600 }])
  t.equal(await engine.foreignCommits(), 0, 'the thread that folds is no stranger')
})
