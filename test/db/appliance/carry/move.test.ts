// The data go to PostgreSQL and back (operations 4.13): every row is there, whatever is in the way is
// found before anything is turned, and what was left stays as it was.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { abortMove, moveDatabase, type Moving } from '../../../../db/appliance/carry/move.ts'
import { lint } from '../../../../db/appliance/carry/lint.ts'
import { carriedAt } from '../../../../db/appliance/carry/tables.ts'
import { type Asked, readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { clock } from '../../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { createDeployment } from '../../../../db/appliance/deployment/create.ts'
import { type Deployment, openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import { generationAt, liveGeneration } from '../../../../db/appliance/deployment/generation.ts'
import { openJournals } from '../../../../db/appliance/deployment/journal.ts'
import { pointerOnServer } from '../../../../db/appliance/deployment/server.ts'
import { house_holds } from '../../../../db/appliance/house/tables.ts'
import { readSecrets } from '../../../../db/appliance/secrets/secrets.ts'
import { sql } from '../../../../db/store/sql.ts'
import { houseAt, type BackedHouse } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { serverDatabase, without_server } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

interface Standing {
  house: BackedHouse
  asking: Asked
  dir: string
}

async function standing(t: Test): Promise<Standing> {
  const dir = folder(t)
  const file = join(dir, 'kituo.toml')
  writeFileSync(file, '# ours\n')
  const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
  const house = await houseAt(readConfiguration(asking))
  await house.department('A')
  await house.file('a note')
  return { house, asking, dir }
}

const to = (url: string, asking: Asked, more: Partial<Moving> = {}): Moving => ({
  to: 'postgres',
  url,
  password: null,
  asking,
  env: {},
  by: 'a test',
  reason: 'more branches',
  ...more,
})

const back = (asking: Asked, more: Partial<Moving> = {}): Moving => ({
  ...to('', asking, more),
  to: 'sqlite',
  url: null,
})

const nobodyBeside = { is_here: false, standAside: () => Promise.resolve() }

const codes = async (): Promise<string> =>
  (
    await rows<{ code: string }>(
      sql`select code from departments where code in ('A','B','C') order by code`,
    )
  )
    .map(({ code }) => code)
    .join('')

const reopened = async (asking: Asked): Promise<Deployment> =>
  openDeployment(readConfiguration(asking), { purpose: 'write', command: 'a test', env: {} })

t.test('to PostgreSQL, on with the work there, and back', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const { house, asking, dir } = await standing(t)
  const { deployment } = house
  // A flag, a fraction, words of another script, an emoji in a key of people's words.
  await within(() => run(sql`update facilities set latitude = ${-6.7924}, longitude = ${39.2083}`))
  await within(() => run(sql`update departments set name = ${'Ward “Ā” 😀'} where code = 'A'`))
  const moved = await moveDatabase(deployment, to(url, asking))
  t.equal(moved.phase, 'cut-over')
  t.equal(moved.generation, 2)
  t.ok(moved.tables.every(({ digest_equal }) => digest_equal))
  t.match(moved.backup, /before-move\.kbk$/)
  t.equal(deployment.engine.dialect, 'postgres')
  t.match(await row(sql`select name from departments where code = 'A'`), { name: 'Ward “Ā” 😀' })
  t.match(await row(sql`select latitude from facilities where code = 'MAIN'`), {
    latitude: -6.7924,
  })
  t.match(liveGeneration(deployment.root), { number: 2, engine: 'postgres', parent: 1 })
  t.match(generationAt(deployment.root, 1), { engine: 'sqlite' }, 'the old is kept')
  const text = readFileSync(join(dir, 'kituo.toml'), 'utf8')
  t.match(text, /^# ours\n/, 'comments stay')
  t.match(text, /engine = "postgres"/)
  t.same(openJournals(deployment.root), [])
  const broken = await row(
    sql`select count(*) as n from pg_constraint where contype = 'f' and connamespace = 'kituo_0002'::regnamespace`,
  )
  t.ok(Number((broken as { n: number }).n) > 100, 'references are guarded there too')
  await deployment.close()

  const there = await reopened(asking)
  t.equal(there.engine.dialect, 'postgres')
  await house.department('B')
  await t.rejects(moveDatabase(there, to(url, asking)), {
    message: 'The data of this hospital are on PostgreSQL already.',
  })
  const returned = await moveDatabase(there, back(asking))
  t.equal(returned.generation, 3)
  const written = returned.tables.reduce((sum, { added }) => sum + added, 0)
  t.ok(written < moved.rows / 2, `what was left there is used: ${written} of ${moved.rows} written`)
  t.equal(await codes(), 'AB')
  t.match(await row(sql`select latitude from facilities where code = 'MAIN'`), {
    latitude: -6.7924,
  })
  t.notMatch(readFileSync(join(dir, 'kituo.toml'), 'utf8'), /url/)
  await there.close()
  const here = await reopened(asking)
  t.equal(here.engine.dialect, 'sqlite')
  t.match(
    await row(sql`select count(*) as n from pragma_foreign_key_check`),
    { n: 0 },
    'and every reference holds',
  )

  await t.test('once more, into the same database of the same deployment', async (t) => {
    await house.department('C')
    await moveDatabase(here, to(url, asking))
    t.equal(await codes(), 'ABC')
  })
  await here.close()
})

t.test(
  'what is left on a server stays left, for every machine (OPS-39)',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking, dir } = await standing(t)
    const { deployment } = house
    await moveDatabase(deployment, to(url, asking))
    // Another machine of the same house, which nobody tells of anything.
    const second = folder(t)
    cpSync(dir, second, { recursive: true })
    const other: Asked = {
      ...asking,
      file: join(second, 'kituo.toml'),
      flags: { 'data.dir': second },
    }
    await deployment.close()

    const there = await reopened(asking)
    await within(() =>
      house_holds.insert({
        kind: 'MAINTENANCE',
        reason: 'new shelves',
        by_name: 'a test',
        since: clock.instant(),
        until: null,
      }),
    )
    await moveDatabase(there, back(asking, { beside: nobodyBeside }))
    t.match(
      await house_holds.allAnywhere({}),
      [{ kind: 'MAINTENANCE' }],
      'what stood over it, stands',
    )
    t.equal((await house_holds.allAnywhere({})).length, 1, 'and the word of the command does not')
    await there.close()

    const left = {
      code: 'version.engine',
      message: /left this PostgreSQL on .*SQLite on .*database move/,
    }
    await t.rejects(reopened(other), left)
    const reading = { purpose: 'read', command: 'a test', env: {} } as const
    await t.rejects(openDeployment(readConfiguration(other), reading), left)
    // A machine that would join it, with the secrets of the first.
    const third = folder(t)
    cpSync(join(second, 'secrets.toml'), join(third, 'secrets.toml'))
    cpSync(join(second, 'kituo.toml'), join(third, 'kituo.toml'))
    const joining: Asked = {
      ...asking,
      file: join(third, 'kituo.toml'),
      flags: { 'data.dir': third },
    }
    await t.rejects(
      createDeployment(readConfiguration(joining), { command: 'a test', env: {} }),
      left,
    )

    await t.test('whoever comes back to it finds it open again', async (t) => {
      const here = await reopened(asking)
      await moveDatabase(here, to(url, asking))
      await here.close()
      const again = await reopened(other)
      t.equal(again.generation, 4)
      await again.close()
    })
  },
)

t.test(
  'cut off between the server and the pointer, it has not left',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking, dir } = await standing(t)
    await moveDatabase(house.deployment, to(url, asking))
    const killed = moveDatabase(house.deployment, {
      ...back(asking),
      onPhase: (phase) => {
        if (phase === 'LEFT') throw new Error('killed')
      },
    })
    await t.rejects(killed, { message: 'killed' })
    t.match(await pointerOnServer(url), { left: { to: /SQLite on / } })
    await house.deployment.close()
    const again = await reopened(asking)
    t.equal(again.engine.dialect, 'postgres')
    t.match(await pointerOnServer(url), { number: 2, left: null })
    await moveDatabase(again, back(asking))
    t.equal(await codes(), 'A')
    await again.close()
    t.match(liveGeneration({ ...again.root, dir }), { engine: 'sqlite' })
  },
)

t.test(
  'what is in the way is found before a row is copied (OPS-148)',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking } = await standing(t)
    const { deployment } = house
    const untouched = (): void => {
      t.match(liveGeneration(deployment.root), { number: 1, engine: 'sqlite' })
      t.same(openJournals(deployment.root), [])
    }

    await t.test('rows that PostgreSQL would refuse (OPS-147)', async (t) => {
      await within(() => run(sql`update departments set name = ${'a\0b'} where code = 'A'`))
      const { migrations } = await import('../../../../db/store/migrations/list.ts')
      const found = await lint(
        deployment.engine,
        await carriedAt(migrations.map(({ name }) => name)),
      )
      t.match(found, [{ table: 'departments', column: 'name', rule: 'holds NUL' }])
      await t.rejects(moveDatabase(deployment, to(url, asking)), {
        message: '1 rows would be refused by PostgreSQL. See: kituo database lint',
        code: 'check.failed',
      })
      await within(() =>
        run(sql`update departments set name = cast(x'61ff62' as text) where code = 'A'`),
      )
      t.match(await lint(deployment.engine, await carriedAt(migrations.map(({ name }) => name))), [
        { rule: 'is not UTF-8' },
      ])
      await within(() => run(sql`update departments set name = ${'Ward \uFFFD'} where code = 'A'`))
      t.same(await lint(deployment.engine, await carriedAt(migrations.map(({ name }) => name))), [])
      untouched()
    })

    await t.test('a database that belongs to another Kituo', async (t) => {
      const foreign = await serverDatabase(t)
      const { makeOnServer } = await import('../../../../db/appliance/deployment/server.ts')
      await makeOnServer(foreign, 1)
      await t.rejects(moveDatabase(deployment, to(foreign, asking)), { code: 'data_dir.foreign' })
      untouched()
    })

    await t.test('a server that does not answer', async (t) => {
      await t.rejects(moveDatabase(deployment, to('postgres://kituo@127.0.0.1:9/kituo', asking)), {
        code: 'unavailable',
      })
      untouched()
    })

    await t.test('an engine that the environment decides', async (t) => {
      const config = readConfiguration({ ...asking, env: { KITUO_DATABASE_ENGINE: 'sqlite' } })
      await t.rejects(
        moveDatabase(
          { ...deployment, engine: deployment.engine, configuration: config },
          to(url, asking),
        ),
        {
          code: 'config.overridden',
        },
      )
      untouched()
    })
    await deployment.close()
  },
)

t.test(
  'a difference stops it, with table, row and both values (OPS-150)',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking } = await standing(t)
    const { deployment } = house
    const { openPostgres } = await import('../../../../db/store/engines/postgres.ts')
    const meddle = async (text: string): Promise<void> => {
      const engine = await openPostgres({ url, schema: 'kituo_0002', pool_max: 1 })
      await engine.script(text)
      await engine.close()
    }
    const cases: [string, RegExp][] = [
      [
        `update departments set name = 'ward A' where code = 'A'`,
        /^departments, row [0-9a-f-]{36}: name is "ward A", it should be "Ward A"\.$/,
      ],
      [`delete from departments where code = 'A'`, /^departments, row .*: is not there\.$/],
      [
        `update users set password = 'x'`,
        /^users, row .*: password is another one, it should be another one\.$/,
      ],
    ]
    for (const [text, message] of cases) {
      await t.rejects(
        moveDatabase(
          deployment,
          to(url, asking, { onPhase: (phase) => (phase === 'COPIED' ? meddle(text) : undefined) }),
        ),
        { code: 'integrity.move', message },
      )
      t.match(liveGeneration(deployment.root), { number: 1, engine: 'sqlite' })
    }
    t.equal(openJournals(deployment.root).length, 1, 'it waits to be gone on with')

    await t.test('and it can be given up', async (t) => {
      t.equal(await abortMove(deployment, null), 2)
      t.same(openJournals(deployment.root), [])
      t.equal(existsSync(join(deployment.root.dir, 'gen/0002')), false)
      t.equal(await abortMove(deployment, null), null)
    })
    await deployment.close()
  },
)

t.test(
  'what changed between two phases is brought over (OPS-151)',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking } = await standing(t)
    const { deployment } = house
    await house.department('B')
    t.match(await moveDatabase(deployment, to(url, asking, { until: 'copy' })), { phase: 'copy' })
    t.match(liveGeneration(deployment.root), { number: 1 })
    await house.department('C')
    await within(() => run(sql`update departments set code = 'X' where code = 'A'`))
    await within(() => run(sql`update departments set code = 'A' where code = 'B'`))
    await within(() => run(sql`delete from departments where code = 'X'`))
    const moved = await moveDatabase(deployment, to(url, asking))
    t.equal(await codes(), 'AC')
    t.match(
      moved.tables.find(({ name }) => name === 'departments'),
      { removed: 2, added: 2, digest_equal: true },
      'only what differed was written',
    )
    t.equal(moved.generation, 2, 'into the generation that was begun')
    await deployment.close()
  },
)

t.test('a password goes to the secrets, never to the file', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const { house, asking, dir } = await standing(t)
  await moveDatabase(house.deployment, to(url, asking, { password: 's3cret:word' }))
  t.match(readSecrets(join(dir, 'secrets.toml'), {}), { database_password: 's3cret:word' })
  t.notMatch(readFileSync(join(dir, 'kituo.toml'), 'utf8'), /s3cret/)
  await house.deployment.close()
})

t.test(
  'beside people: what was not read as equal in the last step is proved again',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const { house, asking } = await standing(t)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.teardown(() => client.end())
    const proved: string[] = []
    const moved = await moveDatabase(
      house.deployment,
      to(url, asking, {
        beside: {
          is_here: true,
          async standAside() {
            await house.department('C')
            await client.query("update kituo_0002.facilities set name = 'Another'")
          },
        },
        onPart: (phase, _done, _total, table = '') => {
          if (phase === 'proving') proved.push(table)
        },
      }),
    )
    const names = ['departments', 'facilities', 'users']
    const of = (name: string) => moved.tables.find((one) => one.name === name)
    t.match(names.map(of), [
      { added: 2, removed: 0, digest_equal: true },
      { added: 2, removed: 1, digest_equal: true },
      { removed: 0, digest_equal: true },
    ])
    t.same(
      names.map((name) => proved.includes(name)),
      [true, true, false],
      'users were read on both sides and did not differ',
    )
    t.match(await row(sql`select name from facilities where code = 'MAIN'`), { name: 'Main' })
    t.equal(await codes(), 'AC')
    await house.deployment.close()
  },
)
