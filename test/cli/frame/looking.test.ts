// Commands that only look, and those that steer what people look at: what help promises, queries,
// daemons, runs, holds, workstations, unpacked backups.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { localTime, machineZone } from '../../../db/core/local-time.ts'
import { allCommands } from '../../../cli/frame/grammar/tree.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { fenced } from '../../../db/appliance/query/fence.ts'
import { migrationState } from '../../../db/store/migrate.ts'
import { pathOf } from '../../../db/store/files/store.ts'
import { closed, readableAt, unreadable } from '../../../db/appliance/query/readable.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const sha256 = await house.file('a note of the house')
await house.department('LAB')
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), '[log]\nlevel = "warn"\n')
const own = { env: { KITUO_CONFIG: undefined } }
const at = ['--data', dir]
const run = (...line: string[]) => typedJson([...line, ...at], own)
const query = (text: string) => run('database', 'query', text)

t.test('times are the hospital’s, whatever zone the machine goes by', async (t) => {
  const zone = 'Africa/Dar_es_Salaam'
  const { data, meta } = await run('generation', 'list')
  t.equal(meta.time_zone, zone)
  const [{ at: made = '' } = {}] = data as { at?: string }[]
  const said = await typed(['generation', 'list', ...at], own)
  const mark = machineZone() === zone ? '' : ' EAT'
  t.ok(said.out.includes(`${localTime(zone, made)}${mark}`), said.out)
})

t.test('what prints a list is a list in its document (OPS-66)', async (t) => {
  const lists = (await allCommands()).filter(
    ({ class: kind, name, asks, flags }) =>
      kind !== 'M' &&
      kind !== 'X' &&
      [name, ...(flags['limit'] === undefined ? [] : ['list'])].some((one) =>
        /\blist$/.test(one),
      ) &&
      [...Object.values(asks), ...Object.values(flags)].every(({ needed }) => !needed),
  )
  t.ok(lists.length > 30, `${lists.length} commands`)
  for (const { words } of [...lists, { words: ['api', 'list'] }]) {
    const { data, message, success } = await run(...words)
    // What belongs to a part that is off, or to a house of several, is refused in words.
    if (success) t.ok(Array.isArray(data), words.join(' '))
    else t.match(message, /\.$/, words.join(' '))
  }
})

t.test('help schema: is a JSON Schema of what --json prints (OPS-66)', async (t) => {
  const { code, out } = await typed(['help', 'schema', 'device', 'list'])
  t.equal(code, 0)
  const schema = JSON.parse(out) as { title: string; properties: Record<string, unknown> }
  t.equal(schema.title, 'kituo device list --json')
  t.match(schema.properties['data'], { anyOf: [{ type: 'array' }, { type: 'null' }] })
  const document = (await run('device', 'list')) as unknown as Record<string, unknown>
  t.same(Object.keys(document).sort(), Object.keys(schema.properties).sort())
  t.match(await typed(['help', 'schema']), { code: 2, err: /needs a command/ })
  t.match(await typed(['help', 'schema', 'devise', 'list']), { code: 2, err: /Did you mean/ })
})

t.test('database query: one reading statement, in both tongues of a table (OPS-153)', async (t) => {
  t.match(await query('select code, name from departments order by code'), {
    success: true,
    data: { columns: ['code', 'name'], rows: [['LAB', 'Ward LAB']] },
    meta: { changed: false, total: 1 },
  })
  t.match(await query('with d as (select code from departments) select count(*) as n from d;'), {
    data: { rows: [[1]] },
  })
  t.match(await query("select 'it''s; all -- text' as said"), {
    data: { rows: [["it's; all -- text"]] },
  })
  const reckoned =
    'select d.kind, count(*) as n, max(length(d.name)) as long from departments as d ' +
    'where d.code in (select code from departments) and (d.active or not (1 <> 1 and 2 <= 1)) ' +
    "and d.code || 'x' != 'y' group by d.kind"
  t.match(await query(reckoned), { data: { rows: [['CLINICAL', 1, 8]] } })
  const { out } = await typed(
    ['database', 'query', "select '=1+1' as a, 'x,y' as b", '--csv', ...at],
    own,
  )
  t.equal(out, `a,b\r\n'=1+1,"x,y"\n`)
  const none =
    'with d as (select code, name as "d n" from departments) select d.*, 1 as n from d where 1 = 0'
  const empty = await typed(['database', 'query', none, '--csv', ...at], own)
  t.equal(empty.out, 'code,d n,n\n', 'a sheet has its head line also without a row')
  t.match(await query(none), { data: { columns: ['code', 'd n', 'n'], rows: [] } })
  const audited = await run('audit', 'search', '--action', 'command.database.query')
  t.match(audited.data, [{ entity_label: 'kituo database query' }], 'it is in the log')
})

t.test('database query: nothing else is run', async (t) => {
  for (const [text, says] of [
    ['delete from departments', /only one reading statement/],
    ['select 1; select 2', /only one reading statement/],
    ['pragma user_version', /only one reading statement/],
    ['select * from main.users', /cannot use main/],
    ['select * from sqlite_master', /cannot use sqlite_master/],
    ['select * from "SQLITE_schema"', /cannot use sqlite_schema/],
    ["select * from pragma_table_info('users')", /cannot use pragma_table_info/],
    ['select pg_read_file(1)', /cannot use pg_read_file/],
    ['select 1 /* users */', /comment/],
    ['select 1 -- users', /comment/],
    ['select [password] from users', /cannot hold/],
    ['select `password` from users', /cannot hold/],
    ['select $$x$$', /cannot hold/],
    ["select E'x'", /cannot hold e'/],
    ['select (1', /bracket/],
    ['select 1) union select (2', /bracket/],
    ['with x as (delete from departments returning 1) select * from x', /./],
    ["select * from 'users'", /cannot hold 'users', which is a table/],
    ["select password from departments, 'Users'", /cannot hold 'users', which is a table/],
    ["select * from 'main'.'users'", /cannot use main/],
    ["select * from 'sqlite_master'", /cannot use sqlite_master/],
    ["select * from 'pragma_table_info'('users')", /cannot use pragma_table_info/],
    ["select 1 where 'x' in 'msg_keys'", /cannot hold 'msg_keys'/],
    ['select * from other.users', /cannot name users with a schema/],
    ['select * from other . "users"', /cannot name users with a schema/],
    ['select * from patients_search', /cannot use patients_search/],
    ["select load_extension('x')", /cannot use load_extension\(/],
    ["select readfile('x')", /cannot use readfile\(/],
    ['select "lower"(1)', /cannot use lower\(/],
    ["select * from ts_stat('select password from users')", /cannot use ts_stat\(/],
    ["select query_to_xml('select 1', true, true, '')", /cannot use query_to_xml\(/],
    ['selec 1', /only one reading statement/],
    ['select nothing from departments', /nothing/],
  ] as const) {
    const { success, message, meta } = await query(text)
    t.equal(success, false, text)
    t.match(message, says, text)
    t.ok([2, 3].includes(meta.exit), `${text}: ${meta.exit}`)
  }
  t.match(await query('select count(*) as n from departments'), { data: { rows: [[1]] } })
})

t.test('database query: secrets, hashes and sealed values never', async (t) => {
  const kept_back = unreadable()
  t.ok(kept_back.includes('users.password') && kept_back.includes('users.totp_secret'))
  for (const name of closed) t.ok(kept_back.includes(name), `${name} is a column`)
  t.ok(kept_back.includes('sessions.access_hash') && kept_back.includes('msg_links.secrets'))
  const asking = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    return { text: `select ${column} as got from ${table}`, says: `no such column: ${column}` }
  }
  const { text, says } = asking('users.password')
  t.match(await query(text), { success: false, message: new RegExp(says) })
  // Every one of them, behind the same fence and without a process for each.
  const deployment = await openDeployment(configurationAt(dir), {
    purpose: 'read',
    command: 'a test',
    env: {},
  })
  const { applied } = await migrationState()
  const readable = await readableAt(applied.map(({ name }) => name))
  const { engine } = deployment
  for (const name of kept_back) {
    const one = asking(name)
    const behind = fenced(one.text, readable, engine.dialect, 1)
    const asked = engine.snapshot((connection) => connection.all(behind, []))
    await t.rejects(asked, { message: new RegExp(one.says) }, name)
  }
  await deployment.close()
  t.notMatch(JSON.stringify(await query('select * from users')), /argon2/)
  t.notMatch(JSON.stringify(await query('select u.* from users as u, roles')), /argon2/)
  for (const text of [
    'with users as (select * from users) select * from users',
    'select "password" as p from users',
    'select password from (select * from users)',
  ]) {
    t.notMatch(JSON.stringify(await query(text)), /argon2/, text)
  }
})

t.test('columns that are kept back: a new one is looked at by somebody', async (t) => {
  const file = join(import.meta.dirname, 'unreadable.txt')
  const now = `${unreadable().join('\n')}\n`
  if (process.env['WRITE_HELP'] === '1') writeFileSync(file, now)
  t.equal(readFileSync(file, 'utf8'), now)
})

t.test('audit anchor: the log as it stands, once', async (t) => {
  t.match(await run('audit', 'anchor'), { success: true, data: { seq: Number } })
})

t.test('outbound hold: holds, once, and is let go by name', async (t) => {
  const hold = ['outbound', 'hold', '--channel', 'all', '--yes', '--reason', 'a copy to train on']
  t.match(await run(...hold.slice(0, 5)), { meta: { exit: 2 } }, 'a reason must be given')
  t.match(await run(...hold), { data: { held: ['sms', 'whatsapp', 'email', 'webhooks'] } })
  t.match(await run(...hold), { data: { held: [] }, meta: { changed: false } })
  t.match(await run('outbound', 'show'), { data: [{ state: 'held: asked' }, {}, {}] })
  for (const channel of ['sms', 'whatsapp', 'email', 'webhooks']) {
    const release = ['outbound', 'release', '--channel', channel, '--yes', '--reason', 'trained']
    t.match(await run(...release), { success: true, meta: { changed: true } })
  }
})

t.test('module impact: what would answer otherwise, and for whom', async (t) => {
  t.match(await run('module', 'impact', 'theatre', '--facility', 'MAIN'), {
    success: true,
    data: { facility: 'MAIN', module: 'theatre', open_work: [] },
  })
  t.match(await run('module', 'impact', 'pharmacy'), { meta: { exit: 2 } })
})

t.test('device reissue: a new code, and the old one dies', async (t) => {
  const made = await run('device', 'activate', '--label', 'Till 1', '--role', 'cashier')
  const { id, code } = made.data as { id: string; code: string }
  const again = await run('device', 'reissue', id, '--hours', '4', '--yes')
  t.match(again, { success: true, data: { id, status: 'PENDING' } })
  t.not((again.data as { code: string }).code, code)
  t.match(await run('device', 'events', 'Till 1'), { meta: { exit: 2 } }, 'nobody claimed it yet')
  t.match(await run('device', 'change', 'Till 1', '--lease-days', '3', '--yes'), {
    meta: { exit: 2 },
  })
})

t.test(
  'attachment check: finds what is missing and what is damaged; a backup mends it',
  async (t) => {
    t.match(await run('backup', 'create'), { success: true })
    t.match(await run('backup', 'files', 'latest'), {
      data: [{ path: 'database' }, { sha256, path: /^objects\// }],
      meta: { total: 2 },
    })
    const check = () => run('attachment', 'check', '--sample', '100')
    t.match(await check(), { success: true, data: { count: 1, read: 1, missing: [] } })
    const path = join(dir, 'attachments', ...pathOf(sha256).split('/').slice(-3))
    rmSync(path)
    t.match(await check(), {
      meta: { exit: 10 },
      data: { missing: [{ sha256, file_name: 'note.txt' }] },
      error: { command: 'kituo backup restore latest --only attachments' },
    })
    const restore = ['backup', 'restore', 'latest', '--only', 'attachments', '--yes']
    t.match(await run(...restore), { data: { back: 1, missing: 0 }, meta: { changed: true } })
    t.match(await check(), { success: true })
    t.match(await run(...restore), { data: { back: 0 }, meta: { changed: false } })
    rmSync(path)
    writeFileSync(path, 'a note of the hous!')
    t.match(await check(), { meta: { exit: 10 }, data: { damaged: [{ sha256 }] } })
    rmSync(path)
    t.match(await run(...restore), { data: { back: 1 } })
    t.match(await run('attachment', 'sweep', '--yes'), { meta: { changed: false } })
  },
)

t.test('backup restore --to-dir: unpacks beside, and nothing becomes live (OPS-131)', async (t) => {
  const into = join(folder(t), 'looking')
  const unpacked = await run('backup', 'restore', 'latest', '--to-dir', into)
  t.match(unpacked, { success: true, data: { dir: into, database: join(into, 'kituo.db') } })
  const { openSqlite } = await import('../../../db/store/engines/sqlite.ts')
  const engine = await openSqlite({ file: join(into, 'kituo.db'), readers: 1, read_only: true })
  t.same(await engine.read('select code from departments', []), [{ code: 'LAB' }])
  await engine.close()
  t.notOk(existsSync(join(into, 'secrets.toml')))
  t.match(await run('backup', 'restore', 'latest', '--to-dir', into), { meta: { exit: 4 } })
  const beside = join(folder(t), 'words')
  const words = ['backup', 'restore', 'latest', '--only', 'configuration']
  t.match(await run(...words, '--to-dir', beside), {
    success: true,
    data: { database: null, configuration: join(beside, 'kituo.toml') },
  })
  t.match(await run(...words, '--reason', 'to look at'), { message: /needs --to-dir/ })
  t.match(await run('generation', 'list'), { data: [{ number: 1, state: 'LIVE' }] })
})

t.test(
  'database optimise: the file written anew, proved, and the old one kept (OPS-154)',
  async (t) => {
    t.match(await run('database', 'optimise', '--yes'), { success: true, data: { generation: 1 } })
    const made = await run('database', 'optimise', '--compact', '--yes')
    t.match(made, { success: true, data: { generation: 2 } }, made.message)
    t.match(await run('generation', 'list'), {
      data: [
        { number: 1, state: 'PREVIOUS' },
        { number: 2, state: 'LIVE', made_by: 'optimise' },
      ],
    })
    t.match(await run('database', 'check', '--full'), { success: true })
    t.match(await query('select count(*) as n from departments'), { data: { rows: [[1]] } })
  },
)

t.test(
  'journal resume and undo: what was left is gone on with, or taken back (OPS-73)',
  async (t) => {
    const left = (id: string, generation: number, kind = 'restore') => {
      const text = JSON.stringify({
        id,
        kind,
        started_at: '2026-01-01T00:00:00.000Z',
        by: 'a test',
        generation,
        parent: 2,
        phase: 'STAGED',
        ...(kind === 'move' ? { move: { from: 'sqlite', to: 'postgres', url: null } } : {}),
      })
      mkdirSync(join(dir, 'journal'), { recursive: true })
      mkdirSync(join(dir, 'gen', String(generation).padStart(4, '0')), { recursive: true })
      writeFileSync(join(dir, 'journal', `${id}.json`), text)
    }
    const [first, second, third] = [1, 2, 3].map((n) => `0199c0de-0000-7000-8000-00000000000${n}`)
    left(first ?? '', 9)
    t.match(await run('journal', 'list'), {
      data: [{ id: first }],
      next: [`kituo journal resume ${first}`, `kituo journal undo ${first}`],
    })
    t.match(await run('journal', 'resume', first ?? '', '--yes'), {
      success: true,
      message: /never live and is gone/,
      data: { id: first, live: false },
    })
    t.notOk(existsSync(join(dir, 'gen', '0009')))
    t.match(await run('journal', 'resume', first ?? '', '--yes'), { meta: { exit: 2 } })
    left(second ?? '', 2)
    t.match(await run('journal', 'undo', second ?? '', '--yes', '--confirm', '0199c0de'), {
      message: /Generation 2 is live/,
      data: { live: true },
    })
    left(third ?? '', 10, 'move')
    t.match(await run('journal', 'undo', third ?? '', '--yes', '--confirm', '0199c0de'), {
      success: true,
      message: /Given up: generation 10 is gone/,
    })
    t.match(await run('journal', 'list'), { data: [] })
  },
)
