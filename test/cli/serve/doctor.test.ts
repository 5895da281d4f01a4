import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { checks, counted, examine, worst } from '../../../db/appliance/doctor/doctor.ts'
import type { Check, Finding, Patient } from '../../../db/appliance/doctor/finding.ts'
import { tryConfiguration } from '../../../db/appliance/configuration/read.ts'
import { openSqlite } from '../../../db/store/engines/sqlite.ts'
import { madeDeployment } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const findingsOf = async (...line: string[]): Promise<Map<string, Finding>> => {
  const { data } = await typedJson(['doctor', ...line])
  return new Map((data as { findings: Finding[] }).findings.map((found) => [found.id, found]))
}

t.test('the doctor: has checks with names of their own, and says what each looks at', async (t) => {
  t.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
  for (const { id, says } of checks) {
    t.match(id, /^[a-z_]+\.[a-z_]+$/)
    t.match(says, /^[^A-Z].*[^.]$/)
  }
  const { out } = await typed(['doctor', '--list'])
  for (const { id, says } of checks) t.match(out, new RegExp(`${id} +${says}`))
})

t.test('the doctor: finds nothing BAD in a house that is whole', async (t) => {
  const dir = (await madeDeployment(t)).get('data.dir')
  const found = await findingsOf('--data', dir)
  t.equal(found.size, checks.length)
  t.same(
    [...found.values()].filter(({ state }) => state === 'BAD').map(({ id }) => id),
    [],
  )
  t.match(found.get('database.quick'), { state: 'OK', message: 'whole' })
})

t.test('the doctor: names what is wrong, and how to mend it', async (t) => {
  const dir = (await madeDeployment(t)).get('data.dir')
  chmodSync(join(dir, 'secrets.toml'), 0o644)
  mkdtempSync(join(dir, 'gen', 'x'))
  chmodSync(join(dir, 'attachments'), 0o755)
  const found = await findingsOf('--data', dir)
  t.match(found.get('config.permissions'), {
    state: 'BAD',
    mend_command: `chmod 600 ${dir}/secrets.toml`,
  })
  t.match(found.get('data.permissions'), {
    state: 'BAD',
    message: `2 names in ${dir} are open to others or of another user`,
  })
  t.match(found.get('database.open'), { state: 'BAD', message: /readable by others/ })
  t.match(found.get('database.quick'), { state: 'SKIPPED' })
  const { code, out, err } = await typed(['doctor', '--data', dir])
  t.equal(code, 1)
  t.match(out, /^X +config.permissions/m)
  // Where it takes long, how far it is comes first.
  t.match(err, /^(?:checks .*\n)*kituo: Something is BAD\.\n$/)
})

t.test('the doctor: works on a house that does not stand at all', async (t) => {
  const file = join(folder(t), 'kituo.toml')
  writeFileSync(file, 'lisen = 1\n')
  const { data, meta } = await typedJson(['doctor', '--data', '/nowhere/at/all'], {
    env: { KITUO_CONFIG: file },
  })
  const { findings } = data as { findings: Finding[] }
  t.match(
    findings.find(({ id }) => id === 'config.file'),
    { state: 'BAD', message: /lisen is not a setting/ },
  )
  t.equal(meta.exit, 1)
})

t.test('the doctor: looks where it is told', async (t) => {
  const dir = (await madeDeployment(t)).get('data.dir')
  t.same(
    [...(await findingsOf('disk.free', 'machine.cpu', '--data', dir)).keys()],
    ['disk.free', 'machine.cpu'],
  )
  const part = await findingsOf('--category', 'network', '--data', dir)
  t.ok(part.size >= 4)
  t.same([...new Set([...part.values()].map(({ category }) => category))], ['network'])
  t.notOk((await findingsOf('--skip', 'machine.clock', '--data', dir)).has('machine.clock'))
  t.match(await typed(['doctor', 'disk.fre', '--data', dir]), {
    code: 2,
    err: /there is no check disk\.fre\./,
  })
})

const patient = (settings: string, env: NodeJS.ProcessEnv = {}): Patient => {
  const tried = tryConfiguration({
    place: 'clone',
    env,
    text: settings,
    flags: { 'data.dir': '/tmp' },
  })
  return { ...tried, env, deployment: null, obstacle: null }
}

t.test('the doctor: warns of what is allowed and still unwise', async (t) => {
  const cases: [string, Patient][] = [
    ['net.plain_http', patient('listen = ["0.0.0.0:80"]\nallow_plain_http = true')],
    ['security.second_person', patient('console.second_person = false')],
    ['backup.attachments', patient('backup.attachments = false')],
    ['config.secret_in_env', patient('', { KITUO_DATABASE_URL: 'postgres://a:b@h/k' })],
  ]
  for (const [id, sick] of cases) {
    t.match(await examine(sick, { ids: [id] }), [{ id, state: 'WARN' }])
    t.match(await examine(patient(''), { ids: [id] }), [{ id, state: 'OK' }])
  }
  const full = patient('disk.read_only = "9999TiB"\ndisk.refuse_uploads = "9999TiB"')
  t.match(await examine(full, { ids: ['disk.free'] }), [
    { state: 'BAD', message: /nothing can be changed/ },
  ])
})

t.test('a look: is as bad as its worst finding', async (t) => {
  const found = await examine(patient('backup.attachments = false'), { light: true })
  t.equal(worst(found), 'BAD', 'nothing is open here')
  t.equal(counted(found).WARN >= 1, true)
  t.equal(worst([]), 'OK')
})

t.test('a check that takes over 5 s is cut, and is a warning (OPS-163)', async (t) => {
  const engine = await openSqlite({ file: join(folder(t), 'kituo.db') })
  t.teardown(() => engine.close())
  let cut: unknown
  const slow: Check = {
    id: 'test.slow',
    category: 'machine',
    says: 'never comes to an end',
    light: true,
    async run() {
      try {
        for (;;) await engine.read('select 1', [])
      } catch (error) {
        cut = error
      }
      return new Promise(() => undefined)
    },
  }
  const failing: Check = { ...slow, id: 'test.failing', run: () => Promise.reject(new Error('no')) }
  t.match(await examine(patient(''), { among: [slow, failing] }), [
    { id: 'test.slow', state: 'WARN', message: 'took more than 5 s' },
    { id: 'test.failing', state: 'WARN', message: 'could not be looked at: no' },
  ])
  // The question that was under way is cut off, and then it asks no more.
  while (cut === undefined) await turn()
  t.match(cut, { message: 'its time is over' })
})

t.test('its document is the report of the system, with findings beside (OPS-163)', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const { data } = await typedJson(['doctor', 'disk.free', '--data', dir])
  t.match(data, {
    version: /^\d/,
    database: { kind: 'sqlite', size_mb: Number, migrations: Number },
    queue: Object,
    audit: { last_seq: Number, state: String },
    checks: Array,
    findings: [{ id: 'disk.free' }],
    counts: { OK: Number, WARN: Number, BAD: Number, SKIPPED: Number },
  })
})
