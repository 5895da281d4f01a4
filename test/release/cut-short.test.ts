// An update that comes to nothing before the switch (OPS-169): refused when the doors should close, or a
// house that does not stop. The programs are small scripts that answer as a house does.

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { applyUpdate, type Applying } from '../../db/release/apply.ts'
import { updates } from '../../db/release/history.ts'
import { presentVersion } from '../../db/release/installed.ts'
import { service } from '../../db/release/steps.ts'
import { folder } from '../support/folder.ts'

/** A house at 1.0.0, and 1.1.0 to be brought in. */
function houseOf(t: Test) {
  const root = folder(t)
  const at = (path: string): string => join(root, path)
  for (const path of ['etc', 'data', 'opt/versions/1.0.0', 'build/kituo-1.1.0']) {
    mkdirSync(at(path), { recursive: true })
  }
  const program = (version: string): string => `#!/bin/sh
answer() { echo "{\\"success\\":true,\\"message\\":\\"\\",\\"data\\":$1}"; exit 0; }
refuse() { echo "{\\"success\\":false,\\"message\\":\\"$2\\",\\"error\\":{\\"code\\":\\"$1\\"}}"; exit 1; }
case "$*" in
  --version) echo ${version} ;;
  "update begin"*--holder*)
    [ -e '${at('refuses')}' ] && refuse denied 'nobody may close the doors'
    touch '${at('held')}'; answer '{"by":"a test"}' ;;
  "update begin"*) answer '{"by":"a test"}' ;;
  "update end"*) rm -f '${at('held')}'; echo "$*" >> '${at('ended')}'; answer null ;;
  status*)
    [ -e '${at('running')}' ] || refuse daemon.silent 'nobody answers'
    answer "{\\"daemon\\":{\\"state\\":\\"READY\\",\\"version\\":\\"$(basename "$(readlink '${at('opt/current')}')")\\"}}" ;;
  "backup create"*) answer '{"name":"before.kbk"}' ;;
  "update rehearse"*) answer '{"applied":[]}' ;;
  doctor*) answer '{"findings":[]}' ;;
  "update health"*) answer '[]' ;;
  *) answer null ;;
esac
`
  writeFileSync(at('opt/versions/1.0.0/kituo'), program('1.0.0'), { mode: 0o755 })
  writeFileSync(at('build/kituo-1.1.0/kituo'), program('1.1.0'), { mode: 0o755 })
  symlinkSync('versions/1.0.0', at('opt/current'))
  const file = at('kituo-1.1.0-linux-x64.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', at('build'), 'kituo-1.1.0'])
  writeFileSync(
    at('service'),
    `#!/bin/sh
echo "$1" >> '${at('calls')}'
case $1 in
  start) touch '${at('running')}' ;;
  stop) [ -e '${at('stuck')}' ] || rm -f '${at('running')}' ;;
esac
`,
    { mode: 0o755 },
  )
  writeFileSync(at('running'), '')
  const asked: Applying = {
    installed: { config_dir: at('etc'), prefix: at('opt'), service: { program: at('service') } },
    release: {
      file,
      version: '1.1.0',
      arch: 'x64',
      sha256: '',
      bytes: statSync(file).size,
      signed_by: null,
    },
    config_file: at('etc/kituo.toml'),
    data_dir: at('data'),
    is_set_up: true,
    health_timeout_s: 1,
    keep_versions: 2,
    by: 'a test',
    token: null,
    onStep: () => undefined,
  }
  const lines = (name: string): string[] =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim().split('\n') : []
  return { at, asked, lines }
}

t.setTimeout(60_000)

t.test('an update: these houses bring one in, when nothing is in the way', async (t) => {
  const { at, asked, lines } = houseOf(t)
  t.match(await applyUpdate(asked), { outcome: 'DONE', reason: null })
  t.same(lines('calls'), ['stop', 'start'])
  t.equal(presentVersion(asked.installed), '1.1.0')
  t.notOk(existsSync(at('held')))
})

t.test('an update: refused when the doors should close, it is noted and ended', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('refuses'), '')
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason: 'nobody may close the doors' })
  t.match(updates(at('etc')), [{ to: '1.1.0', outcome: 'REFUSED', by: 'a test' }])
  t.match(lines('ended'), [/--outcome REFUSED .*--why nobody may close the doors/])
  t.same(lines('calls'), [], 'the house was never stopped')
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: a house that does not stop in time goes on as it was', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('stuck'), '')
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason: 'the house did not stop' })
  t.match(updates(at('etc')), [{ to: '1.1.0', outcome: 'REFUSED' }])
  t.match(lines('ended'), [/--outcome REFUSED/])
  t.same(lines('calls'), ['stop', 'start'], 'the service is started again')
  t.notOk(existsSync(at('held')), 'the doors are open')
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: a house that does not start again either is told as that', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('stuck'), '')
  rmSync(at('service'))
  const fails = `#!/bin/sh\n[ "$1" = stop ] || { echo 'it was started too often' >&2; exit 1; }\n`
  writeFileSync(at('service'), fails, { mode: 0o755 })
  const reason = `the house did not stop; 1.0.0 is not well either (${at('service')} start: it was started too often)`
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason })
  t.match(updates(at('etc')), [{ to: '1.1.0', outcome: 'REFUSED', reason }])
  t.equal(lines('ended').length, 1)
})

t.test('an update: neither version starts, and both are named', async (t) => {
  const { at, asked } = houseOf(t)
  writeFileSync(at('service'), `#!/bin/sh\n[ "$1" = start ] && exit 1; rm -f '${at('running')}'\n`)
  const told = /^\S+ start: .*; 1\.0\.0 is not well either \(\S+ start: /
  t.match(await applyUpdate(asked), { outcome: 'ROLLED_BACK', reason: told })
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: systemd starts it however often it fell before', async (t) => {
  const { at } = houseOf(t)
  mkdirSync(at('bin'))
  const told = at('told')
  const systemctl = `#!/bin/sh\necho "$*" >> '${told}'\n[ "$1" != reset-failed ]\n`
  writeFileSync(at('bin/systemctl'), systemctl, { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${at('bin')}:${path}`
  t.teardown(() => {
    process.env['PATH'] = path
  })
  const installed = { config_dir: at('etc'), prefix: at('opt'), service: 'systemd' } as const
  await service(installed, 'start')
  await service(installed, 'stop')
  t.same(readFileSync(told, 'utf8').trim().split('\n'), [
    'reset-failed kituo.service',
    'start kituo.service',
    'stop kituo.service',
  ])
})

t.test('an update: what was done is read by the house that root keeps it for', async (t) => {
  const { at, asked } = houseOf(t)
  const umask = process.umask(0o077)
  t.teardown(() => process.umask(umask))
  await applyUpdate(asked)
  t.equal(statSync(at('etc/updates.jsonl')).mode & 0o777, 0o644)
})
