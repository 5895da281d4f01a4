// Every command there is, held against what a command must be.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { changes, levelOf, needsOf } from '../../../cli/frame/grammar/command.ts'
import { exit_codes } from '../../../cli/frame/grammar/exits.ts'
import { globals } from '../../../cli/frame/grammar/globals.ts'
import { commandHelp, treeHelp } from '../../../cli/frame/grammar/help.ts'
import { parse } from '../../../cli/frame/grammar/parse.ts'
import { readValues } from '../../../cli/frame/read.ts'
import { allCommands, commandsOf, noun_names } from '../../../cli/frame/grammar/tree.ts'
import { typed } from '../../support/programs/typed.ts'
import { endpointLines } from '../../../daemon/edge/describe/endpoints.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { words } from '../../support/words.ts'

const all = await allCommands()

/** Operations 5.3: the name of the branch that is made; there is none yet to act at. */
const names_its_own = 'init --facility'
/** The sign-in of a person has them too: a command with one of its own asks for it on the terminal. */
const shared_with_sign_in = ['code', 'password_file']

t.test('a command: has a name of its own, and a noun that is listed', async (t) => {
  const names = all.flatMap(({ name, also = [] }) => [name, ...also])
  t.equal(new Set(names).size, names.length)
  for (const { words } of all) t.ok(noun_names.includes(words[0] ?? ''), words.join(' '))
  for (const noun of noun_names) t.ok((await commandsOf(noun)).length > 0, noun)
})

t.test('a command: has two examples at least, and each can be typed (OPS-76)', async (t) => {
  for (const command of all) {
    t.ok(command.examples.length >= 2, command.name)
    for (const example of command.examples) {
      const line = /^(?:source <\()?kituo (?<line>.*?)\)?$/.exec(example)?.groups?.['line']
      t.ok(line, example)
      const { command: found, args, flags } = await parse(words(line ?? ''), {})
      t.equal(found?.name, command.name, example)
      if (found !== null) t.doesNotThrow(() => readValues(found, { args, flags }), example)
    }
  }
})

t.test(
  'words that lead to several commands are helped with, in either number (OPS-76)',
  async (t) => {
    const groups = new Set(
      all.flatMap(({ words }) => words.slice(1).map((_, at) => words.slice(0, at + 1).join(' '))),
    )
    // Some of them are commands themselves.
    const names = new Set(all.flatMap(({ name, also = [] }) => [name, ...also]))
    const only = [...groups].filter((group) => !names.has(group))
    t.ok(only.includes('backup key') && only.includes('messaging wallet'), `${only.length} groups`)
    for (const group of only) {
      const inside = all.filter(({ words }) => words.join(' ').startsWith(`${group} `))
      const asked = await typed([...group.split(' '), '--help'])
      t.match(asked, { code: 0, err: '' }, group)
      for (const { name } of inside) t.ok(asked.out.includes(`  ${name}`), `${group}: ${name}`)
      t.match(await typed(group.split(' ')), { code: 2, out: '' }, `${group} alone does nothing`)
      t.match(
        await typed(['help', ...group.split(' ')]),
        { code: 0, out: asked.out },
        `help ${group}`,
      )
    }
    t.match(await typed(['messaging', 'wallets', '--help']), { code: 0 })
  },
)

t.test('a command: says one sentence, and what it needs', async (t) => {
  for (const command of all) {
    t.match(command.says, /^[A-Z].*\.$/, command.name)
    t.ok(
      command.permission === null || /^[a-z_-]+:[a-z_-]+$/.test(command.permission),
      command.name,
    )
    for (const code of command.exits ?? []) t.ok(code in exit_codes, `${command.name}: ${code}`)
    for (const { says } of [...Object.values(command.asks), ...Object.values(command.flags)]) {
      t.match(says, /^[^A-Z].*[^.]$/, `${command.name}: ${says}`)
    }
  }
})

t.test(
  'a command: that changes something has a plan, one that does not asks nothing',
  async (t) => {
    for (const command of all) {
      const planned = command.plan !== undefined || command.look !== undefined
      if (changes(command)) t.ok(planned, `${command.name} has a plan`)
      else t.equal(levelOf(command), 'C0', command.name)
      if (command.class === 'L') t.equal(needsOf(command), 'nothing', command.name)
    }
  },
)

t.test('a command: that does what a route does needs the same permission', async (t) => {
  const routes = [
    ...endpointLines(hospital_doors, '/api/v1'),
    ...endpointLines(messaging_doors, '/v1'),
  ]
  for (const { name, http, permission } of all) {
    if (http === undefined) continue
    const [method = '', path = ''] = http.split(' ')
    const line = routes.find((route) => route.startsWith(`${method}\t${path}\t`))
    t.ok(line, `${name}: there is a route ${http}`)
    t.equal(line?.split('\t')[2], permission, name)
  }
})

t.test('a flag: means one thing within a noun, and is no flag of every command', async (t) => {
  for (const noun of noun_names) {
    const shapes = new Map<string, boolean>()
    for (const { flags, name } of await commandsOf(noun)) {
      for (const [flag, { kind }] of Object.entries(flags)) {
        if (shared_with_sign_in.includes(flag)) continue
        t.notOk(flag in globals && `${name} --${flag}` !== names_its_own, `${name} --${flag}`)
        const takes = kind !== null
        t.equal(shapes.get(flag) ?? takes, takes, `${name} --${flag}`)
        shapes.set(flag, takes)
      }
    }
  }
})

t.test('help: test/cli/frame/help.txt is what is printed', async (t) => {
  const file = join(import.meta.dirname, 'help.txt')
  const texts = [
    await treeHelp(),
    ...all.map((command) => `── ${command.name}\n${commandHelp(command)}`),
  ]
  const now = `${texts.join('\n\n')}\n`
  // Written only when asked for, by hand; never by the run that checks it.
  if (process.env['WRITE_HELP'] === '1') writeFileSync(file, now)
  t.equal(
    readFileSync(file, 'utf8'),
    now,
    'run: WRITE_HELP=1 npm test -- test/cli/frame/commands.test.ts',
  )
  for (const line of now.split('\n')) t.ok(line.length <= 130, line)
})

t.test('docs/operating.md: has a line for every command', async (t) => {
  const file = join(import.meta.dirname, '../../../docs/operating.md')
  const before = readFileSync(file, 'utf8')
  const begin = '<!-- commands -->\n'
  const end = '<!-- end of commands -->\n'
  const lines = all.map(({ name, says, class: kind, permission, confirm = 'C0' }) => {
    const needs = permission === null ? '–' : `\`${permission}\``
    return `| \`kituo ${name}\` | ${kind} | ${needs} | ${confirm} | ${says} |\n`
  })
  const head = '| Command | Class | Permission | Confirmation | Does |\n|---|---|---|---|---|\n'
  const from = before.indexOf(begin) + begin.length
  const now = before.slice(0, from) + head + lines.join('') + before.slice(before.indexOf(end))
  if (process.env['WRITE_HELP'] === '1') writeFileSync(file, now)
  t.equal(
    readFileSync(file, 'utf8'),
    now,
    'run: WRITE_HELP=1 npm test -- test/cli/frame/commands.test.ts',
  )
})
