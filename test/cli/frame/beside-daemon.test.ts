// What only a running house can answer: completion of living values, what it goes by, looks that go on.

import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { completionScript } from '../../../cli/frame/grammar/scripts.ts'
import { livingAt } from '../../../cli/frame/living.ts'
import { allCommands } from '../../../cli/frame/grammar/tree.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const dir = join(folder(t), 'house')
const house = await served(t, dir, '--first-run')
const file = join(dir, 'kituo.toml')
const own = { env: { KITUO_CONFIG: undefined } }
const at = ['--data', dir]
const run = (...line: string[]) => typedJson([...line, ...at], own)

t.test('living values: are those of the house (OPS-77)', async (t) => {
  await run('backup', 'create', '--tag', 'first')
  await run('facility', 'create', 'EAST', '--name', 'Kituo East', '--kind', 'CLINIC')
  // A busy machine may not answer at once, and then a shell offers nothing.
  const values = async (kind: string): Promise<string[]> => {
    for (;;) {
      const { code, out } = await typed(['__complete', kind, ...at], own)
      if (code !== 0 || out !== '') return out.trim().split('\n')
    }
  }
  t.match(await values('backups'), ['latest', /-first\.kbk$/])
  t.same(await values('facilities'), ['EAST', 'MAIN'])
  t.ok((await values('schedules')).includes('backup-nightly'))
  t.same(await values('generations'), ['1'])
  t.match(await values('years'), [/^20\d\d$/])
  t.match(await typed(['__complete', 'people', ...at], own), { code: 2 })
})

t.test('living values: without a house there are none, and nothing is said', async (t) => {
  t.strictSame(await typed(['__complete', 'backups', '--data', folder(t)]), {
    code: 0,
    out: '',
    err: '',
  })
})

t.test('living values: stand where the commands that take them stand', async (t) => {
  const all = await allCommands()
  for (const { name, asks } of all) {
    if (livingAt(name) !== null) t.ok(Object.keys(asks).length > 0, name)
  }
  t.equal(livingAt('backup restore'), 'backups')
  t.equal(livingAt('backup list'), null)
})

t.test('bash: offers living values, also those with a space in them', async (t) => {
  const program = join(folder(t), 'kituo')
  writeFileSync(program, '#!/bin/sh\n[ "$2" = devices ] && printf "Till 1\\nWard\\n"\n')
  chmodSync(program, 0o755)
  const offered = async (...words: string[]): Promise<string[]> => {
    const script = `${completionScript('bash', await allCommands())}
      COMP_WORDS=('${program}' ${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length}
      _kituo; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', { input: script }).toString().trim().split('\n')
  }
  t.same(await offered('device', 'show', 'T'), ['Till\\ 1'])
  t.same(await offered('device', 'show', 'W'), ['Ward'])
  t.same(await offered('backup', 'show', 'x'), [''])
})

t.test('config diff: what the daemon goes by where the file says something else', async (t) => {
  t.match(await run('config', 'diff'), { success: true, data: [] })
  await run('config', 'set', 'log.level', 'warn')
  t.match(await run('config', 'diff'), {
    data: [{ key: 'log.level', was: 'info', is: 'warn' }],
    next: ['kituo reload'],
  })
  t.match(await run('reload'), { success: true })
  t.match(await run('config', 'diff'), { data: [] })
  t.match(await typed(['config', 'diff', '--data', folder(t)]), { code: /6|8/ })
})

t.test('config edit: replaces the file only when the whole of it is right', async (t) => {
  const editor = join(folder(t), 'editor')
  const editing = async (script: string, answers: string[] = []) => {
    writeFileSync(editor, `#!/bin/sh\n${script}\n`)
    chmodSync(editor, 0o755)
    return typed(['config', 'edit', '--json', ...at], {
      env: { KITUO_CONFIG: undefined, EDITOR: editor },
      answers,
    })
  }
  const before = readFileSync(file, 'utf8')
  const wrong = await editing('echo "lisen = 1" >> "$1"')
  t.equal(wrong.code, 2)
  t.match(wrong.out, /lisen is not a setting/)
  t.equal(readFileSync(file, 'utf8'), before, 'the file stays')
  const { kept = '' } = /is kept in (?<kept>\S+)\n/.exec(wrong.err)?.groups ?? {}
  t.equal(readFileSync(kept, 'utf8'), `${before}lisen = 1\n`, 'and what was typed')
  t.equal(statSync(kept).mode & 0o777, 0o600)
  rmSync(dirname(kept), { recursive: true })
  // Wrong at first; opened again it holds what was typed, and is mended.
  const twice = 'grep -q lisen "$1" && sed -i "/lisen/d" "$1" || echo "lisen = 1" >> "$1"'
  const mended = await editing(twice, ['y'])
  t.match(mended.err, /lisen is not a setting.*\nEdit it again\? \[Y\/n\] /s)
  t.match(JSON.parse(mended.out), { success: true, meta: { changed: false } })
  const given_up = await editing('echo "lisen = 1" >> "$1"', ['n'])
  t.match(given_up, { code: 2, err: /is kept in/ })
  t.match(JSON.parse((await editing('true')).out), { meta: { changed: false } })
  t.match(JSON.parse((await editing('exit 1')).out), { success: false })
  const right = await editing(`sed -i 's/^level = .*/level = "error"/' "$1"`)
  t.match(JSON.parse(right.out), {
    success: true,
    warnings: [],
    data: [{ key: 'log.level', was: 'warn', is: 'error' }],
  })
  t.equal(readFileSync(`${file}.bak`, 'utf8'), before)
  t.match(await typed(['config', 'edit', ...at], own), { code: 2, err: /needs a terminal/ })
})

t.test('status --watch: again and again, until nobody looks', async (t) => {
  let looks = 0
  const said = await typed(['status', '--watch', '10ms', ...at], {
    ...own,
    ended: () => ++looks === 3,
  })
  t.equal(said.out.match(/^Kituo /gm)?.length, 4)
  t.match(await run('status'), { data: { daemon: { stalls: { longest_ms: Number } } } })
})

t.test('daemon show: by host or id', async (t) => {
  const { data } = await run('daemon', 'list')
  const [{ id, host } = { id: '', host: '' }] = data as { id: string; host: string }[]
  t.match(await run('daemon', 'show', id), { data: { host } })
  t.match(await run('daemon', 'show', host), { data: { id } })
})

t.teardown(() => house.child.kill('SIGTERM'))
