// The disk is full: nobody is told that something was kept which was not, and reads go on.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { database, row, run, within } from '../../db/store/connection.ts'
import { audit_lost, recordRead } from '../../db/hospital/office/audit/reads.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { sql } from '../../db/store/sql.ts'
import { boot } from '../support/boot.ts'
import { chainIsSound, rowCounts } from '../support/counts.ts'
import { on_postgres } from '../support/database.ts'
import { folder } from '../support/folder.ts'

const full = 'The disk is full: nothing can be saved. Tell the IT desk.'
const skip = on_postgres && 'a limit of the SQLite file'

t.test('a database that is full', { skip }, async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id
  const administrator = await house.people.administrator()
  const open = (code: string) =>
    administrator.post('/departments', {
      code,
      name: `Ward ${code} ${'x'.repeat(80)}`,
      kind: 'CLINICAL',
    })
  const pages = async (): Promise<number> =>
    (await row<{ page_count: number }>(sql`pragma page_count`))?.page_count ?? 0
  const fill = async (): Promise<void> =>
    database().script(`pragma max_page_count=${await pages()}`)
  const empty = (): Promise<void> => database().script('pragma max_page_count=1073741823')
  const insert = (code: string) =>
    departments.insert({ hospital_id, code, name: code, name_key: code, kind: 'CLINICAL' })
  await database().script('create table ballast (text varchar(100000))')
  const heavy = (): Promise<number> => run(sql`insert into ballast values (${'x'.repeat(100_000)})`)
  const refusalOf = (one: PromiseSettledResult<unknown>): string | null =>
    one.status === 'rejected' && isRefusal(one.reason) ? one.reason.message : null

  t.test('writes are refused with the sentence for it, and are kept again after', async (t) => {
    await fill()
    let kept = 0
    let refused = 0
    // What is free inside the last pages is used first.
    for (let n = 0; n < 600 && refused < 20; n++) {
      const answer = await open(`F${n}`)
      if (answer.status === 201) {
        kept += 1
        continue
      }
      t.same(
        [answer.status, answer.message, answer.headers['retry-after']],
        [503, full, '60'],
        `write ${n}`,
      )
      refused += 1
    }
    t.equal(refused, 20)
    t.equal((await administrator.get('/departments', { search: 'Ward F' })).meta?.total, kept)
    const lost = audit_lost.rows
    for (let n = 0; n < 50; n++) await recordRead(house.system, 'test.read')
    t.ok(audit_lost.rows > lost, 'rows of reads that were not written are counted')
    await empty()
    t.equal((await open('AFTER')).status, 201)
    t.ok(await chainIsSound(hospital_id))
  })

  t.test('a piece that finds the disk full takes its whole group with it', async (t) => {
    let before = await rowCounts()
    let outcomes: PromiseSettledResult<unknown>[] = []
    // On a slow machine the first pieces may have been a group of their own: then once more.
    for (let lap = 0; lap < 20; lap++) {
      before = await rowCounts()
      await fill()
      outcomes = await Promise.allSettled([
        within(() => insert(`G1${lap}`)),
        within(async () => {
          await insert(`G2${lap}`)
          await heavy()
        }),
      ])
      if (outcomes[0]?.status === 'rejected') break
    }
    t.same(outcomes.map(refusalOf), [full, full])
    await empty()
    t.same(await rowCounts(), before)
  })

  t.test('a piece that passes over a full disk keeps nothing and says nothing else', async (t) => {
    const before = await rowCounts()
    await fill()
    const outcome = await Promise.allSettled([
      within(async () => {
        await insert('H2')
        await heavy().catch(() => undefined)
        await insert('H3').catch(() => undefined)
      }),
    ])
    t.same(outcome.map(refusalOf), [full])
    await empty()
    t.same(await rowCounts(), before)
    t.equal((await open('WELL')).status, 201, 'the writer is well again')
  })

  t.test('a COMMIT that fails refuses every piece of the group (decision 0004)', async (t) => {
    // A deferred key is judged by COMMIT itself.
    await database().script(
      'create table promises (id integer primary key, kept integer references promises (id) deferrable initially deferred)',
    )
    let before = await rowCounts()
    let outcomes: PromiseSettledResult<unknown>[] = []
    for (let lap = 0; lap < 20; lap++) {
      before = await rowCounts()
      outcomes = await Promise.allSettled([
        within(() => insert(`C1${lap}`)),
        within(() => run(sql`insert into promises values (1, 99)`)),
      ])
      if (outcomes[0]?.status === 'rejected') break
    }
    t.same(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    t.same(await rowCounts(), before)
    await within(() => insert('C3'))
    t.equal(await departments.count({ hospital_id, code: 'C3' }), 1)
  })
})

t.test('a file that may not grow', { skip }, async (t) => {
  const dir = folder(t)
  // ulimit counts blocks of 1024 bytes; the signal that comes with the limit is not waited for.
  const child = spawn(
    'bash',
    [
      '-c',
      `trap '' XFSZ; unset NODE_OPTIONS; ulimit -S -f 4096; exec "$0" --no-warnings "$1" "$2"`,
      process.execPath,
      join(import.meta.dirname, '../support/programs/fill-file.ts'),
      join(dir, 'kituo.db'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  t.equal((await once(child, 'exit'))[0], 0)
  const { kept, counted, statuses, messages, after } = JSON.parse(said)
  t.ok(kept > 0)
  t.equal(counted, kept, 'what was said to be kept is there, and nothing else')
  t.same(statuses, [503])
  t.notOk(messages.includes('undefined'), messages.join())
  t.equal(after, true, 'once there is room again it writes again')
})
