// The appliance's commands where the data are on PostgreSQL: the same documents as on SQLite.

import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { within } from '../../../db/store/connection.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { seal } from '../../../db/appliance/secrets/seal.ts'
import { unreadable } from '../../../db/appliance/query/readable.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { serverDatabase, without_server } from '../../support/programs/server.ts'
import { typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
// As the program itself begins.
process.umask(0o077)

t.test('commands on PostgreSQL', { skip: without_server }, async (t) => {
  const dir = folder(t)
  const url = await serverDatabase(t)
  const settings = `[database]\nengine = "postgres"\nurl = "${url}"\n`
  const house = await houseAt(configurationAt(dir, settings))
  const { hospital_id } = house
  await house.department('LAB')
  await house.file('a note of the house')
  await within(() => users.change({ hospital_id }, { totp_secret: seal('a seed') }))
  await house.deployment.close()
  const file = join(dir, 'kituo.toml')
  writeFileSync(file, settings)
  const run = (...line: string[]) =>
    typedJson([...line, '--data', dir], { env: { KITUO_CONFIG: file } })
  const query = (text: string) => run('database', 'query', text)

  await t.test("backup create --native: the server's own dump lies in it (OPS-108)", async (t) => {
    const made = await run('backup', 'create', '--native', '/usr/bin/pg_dump')
    t.match(made, { success: true, data: { engine: 'postgres' } }, made.message)
    const out = join(folder(t), 'looking')
    const unpacked = await run('backup', 'unpack', 'latest', '--to-dir', out)
    t.match(unpacked, { success: true, data: { native: join(out, 'native.dump') } })
    const told = execFileSync('pg_restore', ['--list', join(out, 'native.dump')]).toString()
    t.match(told, /TABLE DATA kituo_0001 departments/)
    t.match(await run('backup', 'check', 'latest'), { success: true })
    const failing = join(folder(t), 'pg_dump')
    writeFileSync(failing, '#!/bin/sh\necho "no such server" >&2\nexit 1\n', { mode: 0o755 })
    t.match(await run('backup', 'create', '--native', failing), {
      success: false,
      error: { message: /pg_dump: no such server/ },
    })
    chmodSync(failing, 0o777)
    t.match(await run('backup', 'create', '--native', failing), {
      error: { message: /may be written by others than root: it is not run/ },
    })
    t.match(await run('backup', 'list'), { meta: { total: 1 } }, 'what failed is not there')
  })

  await t.test('database migrate --on-copy: on the newest backup, in a schema aside', async (t) => {
    const tried = await run('database', 'migrate', '--on-copy')
    t.match(
      tried,
      { success: true, data: { backup: /\.kbk$/, applied: [], wrong: [] } },
      tried.message,
    )
    t.match(await run('database', 'info'), { data: { generation: 1 } }, 'nothing became live')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "select nspname from pg_namespace where nspname like 'kituo!_%' escape '!'",
    )
    await client.end()
    t.same(rows, [{ nspname: 'kituo_0001' }], 'and nothing of it stays')
  })

  await t.test('what stands, what is moved and what is due', async (t) => {
    t.match((await run('status')).data, {
      database: { engine: 'postgres' },
      queue: { waiting: 0 },
      schedules: { late: 0 },
      leases: { active: 0, ending_in_7d: 0, lapsed: 0 },
      certificates: Array,
      journals: [],
    })
    const moved = await run('schedule', 'set', 'audit-anchor', '--cron', '31 1 * * *', '--yes')
    t.match(moved, { success: true, data: { cron: '31 1 * * *' } }, moved.message)
    const at = ['--at', '2099-02-03T06:00Z', '--reason', 'building works', '--yes']
    const due = await run('module', 'off', 'theatre', ...at)
    t.match(due, { success: true, data: { due: [{ module: 'theatre' }] } }, due.message)
    t.match(
      JSON.stringify((await run('module', 'list')).data),
      /"due_at":"2099-02-03T06:00:00\.000Z"/,
    )
    t.match(await run('device', 'ca', 'rotate', '--distrust', '--reason', 'a try', '--dry-run'), {
      success: true,
    })
    const none = await run('device', 'revoke', 'Till 9', '--reason', 'LOST', '--yes')
    t.equal(none.meta.exit, 2, none.message)
  })

  await t.test('database move --to sqlite: not from under other daemons (OPS-152)', async (t) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      `insert into kituo_0001.daemons
      (id, host, pid, program, started_at, seen_at, state, reasons, listen, leads)
      values ('0199c0de-0000-7000-8000-000000000001', 'hms2', 7, '1.4.2', $1, $1, 'READY', '[]', '[]', false)`,
      [new Date().toISOString()],
    )
    const back = ['database', 'move', '--to', 'sqlite', '--reason', 'a test', '--dry-run']
    t.match(await run(...back), {
      error: {
        code: 'lock.held',
        message: /^Daemons still work on this database: hms2 \(pid \d+\)\.$/,
      },
      meta: { exit: 5 },
    })
    await client.query('delete from kituo_0001.daemons')
    await client.end()
    t.match(await run(...back), { success: true })
  })

  await t.test(
    'database check --full: closed years against the last backup (OPS-146)',
    async (t) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      await client.query("update kituo_0001.fiscal_years set status = 'CLOSED'")
      t.match(await run('backup', 'create', '--tag', 'closed'), { success: true })
      const checked = await run('database', 'check', '--full')
      const { checks } = checked.data as { checks: { name: string; says: string }[] }
      const said = new Map(checks.map(({ name, says }) => [name, says]))
      t.equal(said.get('pages'), 'the server has met no page that was damaged')
      t.equal(said.get('references'), 'the server guards every reference')
      t.notMatch([...said.values()].join(), /of the file/)
      t.match(
        checked,
        {
          success: true,
          data: { checks: Array.from({ length: 8 }, () => ({ ok: true })) },
        },
        checked.message,
      )
      const found = await run('database', 'info')
      t.match(found, { data: { tables: [{ bytes: Number, rows: Number }] } })
    },
  )

  await t.test('database query: the same fence (OPS-153)', async (t) => {
    t.match(await query('select code, name from departments order by code'), {
      success: true,
      data: { columns: ['code', 'name'], rows: [['LAB', 'Ward LAB']] },
    })
    t.match(await query('with d as (select code from departments) select count(*) as n from d'), {
      data: { rows: [['1']] },
    })
    t.match(
      await query(
        'select code, 1 as n, array_agg(name) as all_of from departments where 1 = 0 group by code',
      ),
      {
        data: { columns: ['code', 'n', 'all_of'], rows: [] },
      },
    )
    const reckoned =
      "select code::text || 'x' as c from departments where sort_order <= 0 and code <> 'y'"
    t.match(await query(reckoned), { data: { rows: [['LABx']] } })
    for (const text of [
      'with x as (delete from departments returning 1) select * from x',
      'select pg_sleep(1)',
      'select * from pg_shadow',
      'select * from kituo_0001.users',
      'select * from information_schema.tables',
      "select set_config('x.y', '1', false)",
      "select query_to_xml('select 1', true, true, '')",
      "select * from ts_stat('select to_tsvector(''simple'', password) from users')",
      "select ts_rewrite('a'::tsquery, 'select password, code from users')",
      "select * from xpath_table('id', 'password', 'users', '/', 'true') as x",
      "select U&'x'",
    ]) {
      t.match(await query(text), { success: false }, text)
    }
    for (const name of unreadable()) {
      const [table, column] = name.split('.')
      const { success, message } = await query(`select ${column} as got from ${table}`)
      t.equal(success, false, name)
      t.match(message, /does not exist/, name)
    }
    for (const text of [
      'select * from users',
      'select u from users as u',
      'select users from users',
    ]) {
      t.notMatch(JSON.stringify(await query(text)), /argon2|v1\./, text)
    }
    t.match(await query('select count(*) as n from departments'), { data: { rows: [['1']] } })
  })

  await t.test('secret rotate, journals, attachments, optimise', async (t) => {
    const rotate = ['secret', 'rotate', 'app_key', '--reason', 'left us', '--yes']
    t.match(await run(...rotate, '--confirm', 'rotate app_key'), { data: { resealed: 1 } })
    t.match(await run('attachment', 'check', '--sample', '100'), { data: { count: 1, read: 1 } })
    t.match(await run('database', 'optimise', '--compact', '--yes'), {
      success: true,
      message: /PostgreSQL tidies/,
    })
    t.match(await run('journal', 'list'), { data: [] })
    t.match(await run('outbound', 'hold', '--channel', 'sms', '--yes', '--reason', 'a copy'), {
      data: { held: ['sms'] },
    })
    t.match(await run('module', 'impact', 'theatre', '--facility', 'MAIN'), { success: true })
    t.match(await run('audit', 'anchor'), { success: true })
  })

  await t.test('the doctor: asks the server, and finds nothing BAD', async (t) => {
    const { data } = await run('doctor')
    const { findings } = data as { findings: { id: string; state: string; message: string }[] }
    t.same(
      findings.filter(({ state }) => state === 'BAD').map(({ id, message }) => `${id}: ${message}`),
      [],
    )
    const of = (id: string) => findings.find((one) => one.id === id)
    t.match(of('pg.pooler'), { state: 'OK' })
    t.match(of('pg.archive'), { state: /OK|SKIPPED/ })
    t.match(of('database.lint'), { state: 'SKIPPED' })
    for (const { id, message } of findings) t.notMatch(message, /could not be looked at/, id)
  })

  await t.test('backup restore --to-dir, --only attachments', async (t) => {
    t.match(await run('backup', 'create'), { success: true })
    const into = join(folder(t), 'looking')
    t.match(await run('backup', 'restore', 'latest', '--to-dir', into), { success: true })
    const { openSqlite } = await import('../../../db/store/engines/sqlite.ts')
    const engine = await openSqlite({ file: join(into, 'kituo.db'), readers: 1, read_only: true })
    t.same(await engine.read('select code from departments', []), [{ code: 'LAB' }])
    await engine.close()
    t.match(await run('backup', 'restore', 'latest', '--only', 'attachments', '--yes'), {
      data: { back: 0 },
    })
  })
})
