import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { folder } from '../../support/folder.ts'
import { typed, typedJson, type World } from '../../support/programs/typed.ts'

function file(t: Test, text: string): { file: string; world: World } {
  const made = join(folder(t), 'kituo.toml')
  writeFileSync(made, text)
  return { file: made, world: { env: { KITUO_CONFIG: made } } }
}

t.test('config show: every setting with its value and where it is from', async (t) => {
  const { file: at, world } = file(t, '[log]\nlevel = "warn"\n')
  const env = {
    ...world.env,
    KITUO_LISTEN: '127.0.0.1:9000',
    KITUO_DATABASE_URL: 'postgres://a:hush@h/k',
  }
  const { data } = await typedJson(['config', 'show', '--changed'], { env })
  t.same(data, [
    {
      key: 'listen',
      value: ['127.0.0.1:9000'],
      origin: 'env KITUO_LISTEN',
      takes_effect: 'after a restart',
    },
    {
      key: 'database.engine',
      value: 'postgres',
      origin: 'env KITUO_DATABASE_URL',
      takes_effect: 'after a restart',
    },
    {
      key: 'database.url',
      value: 'postgres://a:***@h/k',
      origin: 'env KITUO_DATABASE_URL',
      takes_effect: 'after a restart',
    },
    { key: 'log.level', value: 'warn', origin: `file ${at}:2`, takes_effect: 'now' },
  ])
  const all = await typed(['config', 'show'], { env })
  t.notMatch(all.out, 'hush')
  t.match(all.out, /secret app_key +not set/)
})

t.test('config show: with a broken file shows what can be read, and fails', async (t) => {
  const { world } = file(t, 'lisen = 1\n[log]\nlevel = "warn"\n')
  const { code, out, err } = await typed(['config', 'show'], world)
  t.equal(code, 2)
  t.match(out, /log.level +warn/)
  t.equal(err, 'kituo: kituo.toml:1: lisen is not a setting. Did you mean listen?\n')
  t.match(await typed(['config', 'get', 'log.level'], world), { code: 2, out: '' })
})

t.test('config set: changes the file, says when it acts, and may be repeated', async (t) => {
  const { file: at, world } = file(t, '# ours\nlisten = ["127.0.0.1:1"] # one\n')
  const set = await typedJson(['config', 'set', 'listen', '127.0.0.1:1,127.0.0.1:2'], world)
  t.match(set, { success: true, meta: { changed: true, mode: 'none' } })
  t.equal(
    set.message,
    'listen is 127.0.0.1:1,127.0.0.1:2. Takes effect after: systemctl restart kituo',
  )
  t.equal(readFileSync(at, 'utf8'), '# ours\nlisten = ["127.0.0.1:1", "127.0.0.1:2"] # one\n')
  const again = await typedJson(['config', 'set', 'listen', '127.0.0.1:1,127.0.0.1:2'], world)
  t.match(again, { success: true, meta: { changed: false, exit: 0 } })
  const unset = await typedJson(['config', 'unset', 'listen'], world)
  t.match(unset, { data: { was: ['127.0.0.1:1', '127.0.0.1:2'] }, meta: { changed: true } })
  t.equal(readFileSync(at, 'utf8'), '# ours\n')
})

t.test('config set --dry-run: says the step and writes nothing', async (t) => {
  const { file: at, world } = file(t, '')
  const { out, code } = await typed(['config', 'set', 'log.level', 'debug', '--dry-run'], world)
  t.equal(code, 0)
  t.equal(out, `1. write log.level = debug into ${at}\n`)
  t.equal(readFileSync(at, 'utf8'), '')
  t.match(await typedJson(['config', 'set', 'log.level', 'debug', '-n'], world), {
    meta: { dry_run: true, changed: false },
  })
})

t.test('config set: refuses what would not be right, and tells what is in the way', async (t) => {
  const { file: at, world } = file(t, 'listen = ["0.0.0.0:80"]\n')
  const refused = async (...line: string[]) => (await typed(['config', 'set', ...line], world)).err
  t.match(await refused('log.level', 'loud'), /takes one of trace, debug/)
  t.match(await refused('listen', '8080'), /listen takes a list; each item takes host:port/)
  t.match(await refused('tls.mode', 'files'), /tls.mode files needs tls.certificate and tls.key/)
  t.match(await refused('app_key', 'x'), /<key> takes a setting/)
  t.equal(readFileSync(at, 'utf8'), 'listen = ["0.0.0.0:80"]\n')
  writeFileSync(at, '')
  const env = { ...world.env, KITUO_LOG_LEVEL: 'error' }
  const { warnings } = await typedJson(['config', 'set', 'log.level', 'debug'], { env })
  t.match(warnings, [{ code: 'config.overridden', message: /^KITUO_LOG_LEVEL/ }])
})

t.test('config check: needs nothing but the file (OPS-38)', async (t) => {
  const { file: at } = file(t, '[database]\npool_max = 1\nx = 1\n')
  const { code, err } = await typed(['config', 'check', at])
  t.equal(code, 2)
  t.equal(
    err,
    'kituo: kituo.toml:3: database.x is not a setting.\nkituo: kituo.toml:2: database.pool_max takes a whole number from 4 to 200.\n',
  )
  writeFileSync(at, '')
  t.match(await typed(['config', 'check', at]), { code: 0, out: 'right\n' })
  t.match(await typed(['config', 'check', '/nowhere.toml']), { code: 2, err: /is not there/ })
})

t.test('config path: names file, data, secrets and socket (OPS-34)', async (t) => {
  const dir = folder(t)
  const { data } = await typedJson(['config', 'path', '--data', dir])
  t.match(data, { data_dir: dir, control: join(dir, 'run/admin/kituo.sock') })
})

t.test('a data root with a file of its own is whole in itself (OPS-34)', async (t) => {
  const dir = folder(t)
  writeFileSync(join(dir, 'kituo.toml'), '[log]\nlevel = "trace"\n')
  const { data } = await typedJson(['config', 'path', '--data', dir], {
    env: { KITUO_CONFIG: undefined },
  })
  t.match(data, { file: join(dir, 'kituo.toml'), secrets: join(dir, 'secrets.toml') })
})
