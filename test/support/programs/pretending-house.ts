// A house for updates that is quick: its programs are small scripts that answer as a house does.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import type { Applying } from '../../../db/appliance/release/apply.ts'
import { folder } from '../folder.ts'

const install_sh = join(import.meta.dirname, '../../../install.sh')
/** In the unit of 1.1.0, and not in that of 1.0.0. */
export const unit_line = 'TimeoutStartSec=1234'

/** A house at 1.0.0, and 1.1.0 to be brought in. */
export function houseOf(t: Test) {
  const root = folder(t)
  const at = (path: string): string => join(root, path)
  for (const path of ['etc/kituo', 'data', 'opt/versions/1.0.0', 'build/kituo-1.1.0']) {
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
  "database check"*)
    [ -e '${at('ill')}' ] && [ ${version} = 1.1.0 ] && refuse check.failed 'a page is torn'
    answer null ;;
  "update rehearse"*) answer '{"applied":[]}' ;;
  doctor*) answer '{"findings":[]}' ;;
  "update health"*) answer '[]' ;;
  *) answer null ;;
esac
`
  writeFileSync(at('opt/versions/1.0.0/kituo'), program('1.0.0'), { mode: 0o755 })
  writeFileSync(at('build/kituo-1.1.0/kituo'), program('1.1.0'), { mode: 0o755 })
  symlinkSync('versions/1.0.0', at('opt/current'))
  const script = readFileSync(install_sh, 'utf8').replace(/^TimeoutStartSec=.*$/m, unit_line)
  writeFileSync(at('build/kituo-1.1.0/install.sh'), script)
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
    installed: {
      root,
      config_dir: at('etc/kituo'),
      prefix: at('opt'),
      service: { program: at('service') },
    },
    release: {
      file,
      version: '1.1.0',
      arch: 'x64',
      sha256: '',
      bytes: statSync(file).size,
      signed_by: null,
    },
    config_file: at('etc/kituo/kituo.toml'),
    data_dir: at('data'),
    is_set_up: true,
    health_timeout_s: 1,
    keep_versions: 2,
    by: 'a test',
    token: null,
    onStep: () => undefined,
    warn: () => undefined,
  }
  const lines = (name: string): string[] =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim().split('\n') : []
  return { at, asked, lines }
}

/** With the unit that install.sh wrote for 1.0.0. */
export function houseWithUnit(t: Test) {
  const here = houseOf(t)
  const unit = here.at('etc/systemd/system/kituo.service')
  mkdirSync(dirname(unit), { recursive: true })
  const of_root = ['--root', here.asked.installed.root, '--config-dir', '/etc/kituo']
  const first = execFileSync('sh', [install_sh, '--show-unit', ...of_root], { encoding: 'utf8' })
  writeFileSync(unit, first)
  const manifest = here.at('etc/kituo/install.manifest')
  writeFileSync(manifest, `${'0'.repeat(64)}  /another\n${digest(first)}  ${unit}\n`)
  return { ...here, unit, manifest, first, standing: () => readFileSync(unit, 'utf8') }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
