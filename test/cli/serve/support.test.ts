// OPS-166: what leaves the house in a support bundle, searched for everything that must not.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cleaner } from '../../../db/appliance/doctor/bundle.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

const own = { env: { KITUO_CONFIG: undefined } }

t.test('a support bundle: how the house stands, and nothing of its people', async (t) => {
  const dir = join(folder(t), 'data')
  mkdirSync(dir, { mode: 0o700 })
  const log = join(folder(t), 'kituo.log')
  writeFileSync(join(dir, 'kituo.toml'), `log.file = "${log}"\n`)
  const ts = new Date().toISOString()
  const planted = [
    {
      ts,
      level: 'error',
      msg: 'no answer from zebedayo.mail@planted.example',
      body: 'Fikiri Siri',
    },
    { ts, level: 'warn', msg: 'text to +255 712 999 888 failed', patient: 'Neema Iliyofichwa' },
    { ts, level: 'warn', msg: 'refused: password=HakunaMatata99', route: '/api/v1/patients/:id' },
  ]
  writeFileSync(log, planted.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const child = await spawnServed(t, dir, log)
  const ask = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const made = ['user', 'create', 'zeba', '--name', 'Zebedayo Kipandwa', '--phone', '0712 999 888']
  t.match(await ask(...made, '--email', 'zebedayo.mail@planted.example'), { success: true })
  t.match(await ask('settings', 'set', 'name=Hospitali ya Siri'), { success: true })

  const out = join(folder(t), 'bundle.tar.gz')
  const asked = await ask('support', 'bundle', '--out', out)
  t.match(asked, { error: { code: 'confirm.needed' } }, 'every file is shown before (C1)')
  const planned = await ask('support', 'bundle', '--out', out, '--dry-run')
  t.match(planned.data, { steps: [/^take version\.json, \d+ bytes$/] })
  t.throws(() => statSync(out), 'nothing is written before it was asked')
  const bundle = await typed(
    ['support', 'bundle', '--out', out, '--yes', '--data', dir, '--json'],
    own,
  )
  t.equal(bundle.code, 0, bundle.out)
  t.match(
    JSON.parse(bundle.out).data.contents.map(({ name }: { name: string }) => name),
    [
      'version.json',
      'configuration.json',
      'metrics.txt',
      'doctor.json',
      'machine.json',
      'log.jsonl',
    ],
  )
  t.equal(statSync(out).mode & 0o077, 0, 'for its owner alone')
  const at = folder(t)
  execFileSync('tar', ['-xzf', out, '-C', at])
  const said = execFileSync('sh', ['-c', `cat ${at}/kituo-support/*`], { encoding: 'utf8' })
  for (const must of [
    'kituo_build_info',
    '"level":"error"',
    'users',
    'config.file',
    '0001-foundation',
    'refused:',
  ]) {
    t.match(said, must, `${must} is there`)
  }
  const secrets = readFileSync(join(dir, 'secrets.toml'), 'utf8')
  const keys = [...secrets.matchAll(/= "(?<key>[^"]+)"/g)].map(
    ({ groups }) => groups?.['key'] ?? '',
  )
  t.ok(keys.length >= 2)
  const names = 'Zebedayo Kipandwa zeba 712999888 planted.example Fikiri Iliyofichwa HakunaMatata99'
  const never = keys.concat(names.split(' '), '712 999', 'Hospitali ya Siri')
  for (const planted_word of never) t.notOk(said.includes(planted_word), `${planted_word} is not`)
  child.kill('SIGTERM')
})

/** The log goes to the file, so that its being ready is seen there. */
async function spawnServed(t: Parameters<typeof served>[0], dir: string, log: string) {
  const { spawn } = await import('node:child_process')
  const program = join(import.meta.dirname, '../../../bin/kituo.ts')
  const words = ['serve', '--first-run', '--data', dir, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, ['--no-warnings', program, ...words], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  for (let tries = 0; tries < 400; tries++) {
    if (/"msg":"ready"/.test(readFileSync(log, 'utf8'))) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('not ready')
}

t.test('a cleaner: marks numbers and addresses, and leaves the rest', async (t) => {
  const cleaned = cleaner()
  t.match(cleaned('call 0712 345 678 or +255712345678'), /^call <phone \w{8}> or <phone \w{8}>$/)
  t.match(cleaned('asha@st-mary.example'), /^<mail \w{8}>$/)
  t.equal(
    cleaned('took 1200 ms, request 0199c0de-0000-7000-8000-000000000001'),
    'took 1200 ms, request 0199c0de-0000-7000-8000-000000000001',
  )
  t.equal(cleaned('a@b.example'), cleaned('a@b.example'), 'the same is the same')
})

t.test('OPS-164: the doctor mends what Kituo can, and says what became of it', async (t) => {
  const dir = join(folder(t), 'data')
  await served(t, dir, '--first-run')
  const ask = (...line: string[]) => typedJson([...line, '--data', dir], own)
  rmSync(join(dir, 'downtime'), { recursive: true })
  chmodSync(join(dir, 'gen/0001'), 0o755)
  const ids = ['data.folders', 'data.permissions']
  const before = await ask('doctor', ...ids)
  t.match(before.data, {
    findings: [
      { id: 'data.permissions', state: 'BAD', mends_itself: true },
      { id: 'data.folders', state: 'WARN', mends_itself: true },
    ],
  })
  t.match(await ask('doctor', ...ids, '--mend'), { error: { code: 'confirm.needed' } })
  const mended = await ask('doctor', ...ids, '--mend', '--yes')
  t.match(mended, {
    success: true,
    data: [
      { id: 'data.permissions', mended: true },
      { id: 'data.folders', mended: true },
    ],
  })
  t.equal(statSync(join(dir, 'gen/0001')).mode & 0o077, 0)
  t.match((await ask('doctor', ...ids)).data, { findings: [{ state: 'OK' }, { state: 'OK' }] })
})
