// A server that goes away in the middle of the work, and comes back: nothing is half written, and
// nobody restarts the house.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import type { Answer } from '../support/ask.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { chainIsSound, rowCounts } from '../support/counts.ts'
import { until } from '../support/programs/daemons.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'
import { ownServer, without_programs } from '../support/programs/postgres-server.ts'
import { typedJson } from '../support/programs/typed.ts'
import { closeDatabase, openDatabase, row, run, within } from '../../db/store/connection.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { raw, sql } from '../../db/store/sql.ts'

const skip = process.env['DB'] === 'postgres' ? without_programs : 'PostgreSQL alone'
const away = 'The database does not answer. Try again.'
const busy = 'The database is busy: try again in a moment.'

t.test('a PostgreSQL that fails', { skip, timeout: 600_000 }, async (t) => {
  const server = await ownServer(t, '-c deadlock_timeout=100ms', '-c max_connections=100')
  // Where a test's database is made is read from the environment when its file is.
  process.env['KITUO_TEST_DATABASE_URL'] = server.url
  const { boot } = await import('../support/boot.ts')
  const house = await boot(t)
  const hospital_id = house.hospital.id
  const { address } = house.database
  const administrator = await house.people.administrator()
  const open = (code: string) =>
    administrator.post('/departments', { code, name: `Ward ${code}`, kind: 'CLINICAL' })
  const onServer = async (text: string, values: unknown[] = []): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(text, values)
    await client.end()
  }
  const name = new URL(address.url ?? '').pathname.slice(1)
  const ending = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  const terminate = (): Promise<void> => onServer(ending, [name])

  const audited = async (code: string): Promise<number> =>
    (
      await row<{ n: number }>(
        sql`select count(*) as n from audit_rows where entity_label like ${`%${code}%`} or changes::text like ${`%"${code}"%`}`,
      )
    )?.n ?? 0

  /** Writes until told to stop; what was answered must be there, and what is there is whole. */
  async function load(fault: () => Promise<void>, tag: string): Promise<Answer[]> {
    const answers: Answer[] = []
    const kept: string[] = []
    let going = true
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; going; n++) {
        const code = `${tag}${writer}N${n}`
        const answer = await open(code)
        answers.push(answer)
        if (answer.status === 201) kept.push(code)
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await fault()
    await new Promise((resolve) => setTimeout(resolve, 300))
    going = false
    await Promise.all(writers)
    const there = await departments.all({ hospital_id })
    const codes = new Set(there.map(({ code }) => code))
    t.same(
      kept.filter((code) => !codes.has(code)),
      [],
      `${tag}: every write that was answered is there`,
    )
    const own = [...codes].filter((code) => code.startsWith(tag))
    const unaudited = []
    for (const code of own.slice(-40)) if ((await audited(code)) === 0) unaudited.push(code)
    t.same(unaudited, [], `${tag}: and has its row in the log`)
    t.ok(kept.length > 0, `${tag}: ${kept.length} were kept`)
    for (const { status, message, headers } of answers) {
      if (status === 201) continue
      const said = [status, message, Number(headers['retry-after']) > 0]
      t.ok(
        JSON.stringify(said) === JSON.stringify([503, away, true]) ||
          JSON.stringify(said) === JSON.stringify([503, busy, true]),
        `${tag}: ${said.join(' ')}`,
      )
    }
    t.ok(await chainIsSound(hospital_id), `${tag}: the chain is sound`)
    return answers
  }
  const refused = (answers: Answer[]): number =>
    answers.filter(({ status }) => status === 503).length

  for (const mode of ['fast', 'immediate'] as const) {
    t.test(`stopped (${mode}) and started again under load`, async (t) => {
      const answers = await load(
        async () => {
          server.stop(mode)
          const down = await open('DOWN')
          t.same([down.status, down.message, down.headers['retry-after']], [503, away, '5'])
          t.equal((await administrator.get('/departments')).status, 503)
          t.equal((await house.nobody.get('/health')).status, 200)
          t.equal((await house.nobody.get('/ready')).message, 'Not ready: database.')
          server.start()
        },
        mode === 'fast' ? 'S' : 'I',
      )
      t.ok(refused(answers) > 0)
      t.equal((await open(`BACK${mode === 'fast' ? 1 : 2}`)).status, 201)
    })
  }

  t.test('connections that are ended in the middle of transactions', async (t) => {
    const answers = await load(async () => {
      for (let n = 0; n < 6; n++) {
        await terminate()
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    }, 'T')
    t.ok(refused(answers) > 0)
  })

  t.test('ended between two statements of a rule: nothing of it is there', async (t) => {
    const before = await rowCounts()
    await t.rejects(
      within(async () => {
        await departments.insert({
          hospital_id,
          code: 'HALF',
          name: 'Half',
          name_key: 'half',
          kind: 'CLINICAL',
        })
        await terminate()
        await run(sql`update departments set cost_centre = 'x' where code = 'HALF'`)
      }),
      { status: 503, message: away },
    )
    // The pool's other connections were ended too; it learns of it when it is told.
    await until('the next read', () => rowCounts().then(Boolean, () => false))
    t.same(await rowCounts(), before)
    t.equal((await open('WHOLE')).status, 201)
  })

  t.test('a read whose connection had died is asked once more, a transaction is not', async (t) => {
    await within(() => run(raw('create sequence meetings')))
    // The first to ask ends its own connection; a sequence remembers that through the end.
    const meeting = raw(`select n, case when n = 1 then pg_terminate_backend(pg_backend_pid()) end
                         from (select nextval('meetings') as n) as met`)
    t.match(await row(meeting), { n: 2 })
    await within(() => run(raw('alter sequence meetings restart')))
    await t.rejects(
      within(() => row(meeting)),
      { status: 503, message: away },
    )
    t.match(await row(sql`select last_value as n from meetings`), { n: 1 })
  })

  t.test('a database that lets nobody in', async (t) => {
    const answers = await load(async () => {
      await onServer(`alter database ${name} allow_connections false`)
      await terminate()
      const shut = await open('SHUT')
      t.same([shut.status, shut.message], [503, away])
      t.equal((await house.nobody.get('/api/v1')).status, 503)
      await onServer(`alter database ${name} allow_connections true`)
    }, 'A')
    t.ok(refused(answers) > 0)
  })

  t.test('two rules that wait for each other: one is tried again, both are kept', async (t) => {
    await open('ONE')
    await open('TWO')
    let tries = 0
    const met = Promise.withResolvers<void>()
    let first_locks = 0
    const lock = (code: string) =>
      run(sql`update departments set cost_centre = ${code} where code = ${code}`)
    const rule = (first: string, second: string) =>
      within(async () => {
        tries += 1
        await lock(first)
        first_locks += 1
        if (first_locks === 2) met.resolve()
        await met.promise
        await lock(second)
      })
    await Promise.all([rule('ONE', 'TWO'), rule('TWO', 'ONE')])
    t.ok(tries >= 3, `${tries} tries`)
  })

  t.test(
    'a rule that always meets another is tried again three times and refused (OPS-52)',
    async (t) => {
      for (const state of ['40P01', '40001']) {
        let tries = 0
        await t.rejects(
          within(async () => {
            tries += 1
            await run(raw(`do $$ begin raise exception 'met' using errcode = '${state}'; end $$`))
          }),
          { status: 503, message: busy, retry_after_s: 2 },
        )
        t.equal(tries, 4)
      }
    },
  )

  t.test('a failed statement that a rule passes over does not end as a success', async (t) => {
    const before = await rowCounts()
    await t.rejects(
      within(async () => {
        await run(sql`update departments set cost_centre = 'lost' where code = 'ONE'`)
        await run(raw('select * from nowhere')).catch(() => undefined)
      }),
      /undid the transaction/,
    )
    t.same(await rowCounts(), before)
  })

  t.test(
    'a statement that takes too long is refused, and so is one that waits (OPS-52)',
    async (t) => {
      await closeDatabase()
      await openDatabase({ ...address, statement_timeout_ms: 300 })
      await t.rejects(
        within(() => run(raw('select pg_sleep(5)'))),
        { status: 503, message: busy },
      )
      const held = new pg.Client({ connectionString: address.url })
      await held.connect()
      await held.query('begin; lock table departments')
      const waited = await open('SLOW')
      t.same([waited.status, waited.message, waited.headers['retry-after']], [503, busy, '2'])
      await held.query('rollback')
      await held.end()
      t.equal((await open('QUICK')).status, 201)
    },
  )

  t.test('more connections than the server has', async (t) => {
    const taken: pg.Client[] = []
    for (;;) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => undefined)
      try {
        await client.connect()
        taken.push(client)
      } catch {
        break
      }
    }
    await taken[0]?.query(ending, [name])
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => open(`M${n}`)))
    for (const { status, message } of answers) {
      if (status !== 201) t.same([status, message], [503, away])
    }
    await Promise.all(taken.map((client) => client.end()))
    t.equal((await open('ROOM')).status, 201)
    t.ok(await chainIsSound(hospital_id))
  })
})

// Operations 6.2: `database.away` is BAD and says since when, while nothing of it can be asked.
t.test('a server that is away is a finding of the doctor and of status', { skip }, async (t) => {
  const server = await ownServer(t)
  const dir = folder(t)
  const settings = `[database]\nengine = "postgres"\nurl = "${server.url}"\n`
  const { deployment } = await houseAt(configurationAt(dir, settings))
  await deployment.close()
  const file = join(dir, 'kituo.toml')
  writeFileSync(file, settings)
  const run = (...line: string[]) =>
    typedJson([...line, '--data', dir], { env: { KITUO_CONFIG: file } })
  const house = await served(t, dir, '--config', file)
  const looked = await run('doctor', 'database.away')
  t.match(looked, { success: true, data: { findings: [{ state: 'OK' }] } }, looked.message)

  const before = new Date().toISOString()
  server.stop('immediate')
  await house.hear(/"msg":"the database does not answer"/)
  const since_when = /^the database does not answer, since (\S+)$/
  const status = await run('status')
  const { advice } = status.data as { advice: { finding: string; message: string }[] }
  const said = advice.find(({ finding }) => finding === 'database.away')
  t.match(said, { state: 'BAD', message: since_when })
  const since = since_when.exec(said?.message ?? '')?.[1] ?? ''
  t.ok(since >= before && since <= new Date().toISOString(), since)
  t.match(status, { error: { code: 'finding.bad' }, data: { daemon: { pid: house.child.pid } } })
  const found = { id: 'database.away', state: 'BAD', evidence: { since } }
  t.match(await run('doctor', 'database.away'), { data: { findings: [found] } }, 'the same instant')
  t.match(await run('doctor', 'database.away', '--offline'), {
    data: { findings: [{ state: 'BAD', message: away }] },
  })

  server.start()
  await house.hear(new RegExp(`"msg":"the database answers again; it was away since ${since}"`))
  t.match(await run('doctor', 'database.away'), { data: { findings: [{ state: 'OK' }] } })
  t.match((await run('status')).data, { database: { engine: 'postgres' } })
  t.equal(house.child.exitCode, null, 'and nobody restarted it')
})
