// A machine for install.sh: a folder of its own, with a program that only pretends.

import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { folder } from '../folder.ts'

export const script = join(import.meta.dirname, '..', '..', '..', 'install.sh')

/** Says its version, keeps a database of one line, and is well unless it was made to be ill. */
const standIn = (version: string, ill: boolean): string => `#!/bin/sh
set -eu
if [ "$1" = --version ]; then echo "kituo ${version}"; exit 0; fi
data=$(dirname "$KITUO_CONFIG")/../../var/lib/kituo
case "$1 \${2:-}" in
  'init '*) mkdir -p "$data/gen/0001"; ln -s gen/0001 "$data/current"; touch "$data/ROOT"
    echo 'schema of ${version}' > "$data/current/kituo.db" ;;
  'serve '*) echo 'schema of ${version}' > "$data/current/kituo.db"; ${ill ? 'exit 1' : `echo '${version}' > "$data/running"`} ;;
  'stop '*) rm -f "$data/running" ;;
  'status '*) [ "$(cat "$data/running")" = '${version}' ] && echo READY ;;
  'completion bash') echo '# of ${version}' ;;
  'man --dir') mkdir -p "$3"; echo '.TH kituo ${version}' > "$3/kituo.1" ;;
  'config get') cat "$(dirname "$KITUO_CONFIG")/said-$3" 2>/dev/null || exit 2 ;;
  'backup create') echo "${version} $*" >> "$data/../../backups.log" ;;
  *) exit 2 ;;
esac
`

export function machine(t: Test) {
  const root = folder(t)
  const at = (path: string) => join(root, path)
  const build = (version: string, ill = false): string => {
    const file = at(`build-${version}`)
    writeFileSync(file, standIn(version, ill), { mode: 0o755 })
    return file
  }
  const service = at('service')
  writeFileSync(
    service,
    `#!/bin/sh\nKITUO_CONFIG='${at('etc/kituo/kituo.toml')}' '${at('opt/kituo/current/kituo')}' "$(echo "$1" | sed s/start/serve/)" now\n`,
  )
  chmodSync(service, 0o755)
  const answers = at('answers.toml')
  writeFileSync(answers, 'name = "St Mary"\n')
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      [script, '--root', root, '--health-timeout', '1', ...args],
      { encoding: 'utf8', timeout: 30_000 },
    )
    return { status, said: stdout, told: stderr }
  }
  const install = (version: string, ill = false, ...more: string[]) =>
    run(
      '--binary',
      build(version, ill),
      '--allow-unsigned',
      '--service-program',
      service,
      '--answers',
      answers,
      ...more,
    )
  const running = () => readFileSync(at('var/lib/kituo/running'), 'utf8').trim()
  const database = () => readFileSync(at('var/lib/kituo/current/kituo.db'), 'utf8').trim()
  const current = () => readlinkSync(at('opt/kituo/current'))
  return { root, at, build, run, install, running, database, current, answers }
}
