import t from 'tap'
import { levelOf } from '../../../cli/frame/grammar/command.ts'
import { succeeded } from '../../../cli/frame/document.ts'
import { error_words, errorWord, exit_codes, exitOf } from '../../../cli/frame/grammar/exits.ts'
import { plainly, present } from '../../../cli/frame/present.ts'
import { allCommands } from '../../../cli/frame/grammar/tree.ts'
import { ConfigurationFaults } from '../../../db/appliance/configuration/faults.ts'
import {
  conflict,
  databaseAway,
  databaseBusy,
  invalid,
  noSuch,
  notPermitted,
  Refusal,
  tooMany,
  unauthorised,
} from '../../../db/core/refusal.ts'
import { nobody, typed, typedJson } from '../../support/programs/typed.ts'

t.test('exit codes: every error word has one that is explained (OPS-67)', async (t) => {
  for (const [word, exit] of error_words) {
    t.ok(exit in exit_codes, word)
    t.equal(exitOf(word.endsWith('.') ? `${word}anything` : word), exit, word)
  }
  t.equal(exitOf('never heard of'), 1)
})

t.test('exit codes: refusals of rules have the code of their kind (OPS-67)', async (t) => {
  const fault = { code: 'config.unknown_key', where: 'a', line: 1, key: 'x', message: 'x' } as const
  const cases: [unknown, string, number][] = [
    [invalid('name', 'is needed.'), 'usage.value', 2],
    [noSuch('user'), 'record.unknown', 2],
    [unauthorised('Sign in.'), 'sign_in.needed', 9],
    [notPermitted('user:read'), 'not.permitted', 9],
    [tooMany('Wait.', 60), 'not.permitted', 9],
    [conflict('The case is closed.'), 'rule.refused', 3],
    [conflict('Someone else changed this.', 'stale'), 'plan.moved', 4],
    [conflict('There is one.', 'exists'), 'exists.different', 4],
    [databaseAway(), 'database.away', 6],
    [databaseBusy(), 'database.busy', 5],
    [new Refusal(503, 'lock.held', 'x'), 'lock.held', 5],
    [new Refusal(503, 'deployment.empty', 'x'), 'deployment.empty', 8],
    [new Refusal(409, 'version.schema_newer', 'x'), 'version.schema_newer', 13],
    [new Refusal(503, 'key.wrong', 'x'), 'key.wrong', 11],
    [new Refusal(503, 'integrity.sealed', 'x'), 'integrity.sealed', 10],
    [new ConfigurationFaults([fault]), 'config.unknown_key', 2],
    [new TypeError('a bug'), 'fault', 1],
  ]
  for (const [error, word, exit] of cases) {
    t.equal(errorWord(error), word)
    t.equal(exitOf(errorWord(error)), exit, word)
  }
})

t.test(
  'what waits for a second person is told alike by every command that needs one (OPS-67, 68)',
  async (t) => {
    const grave = (await allCommands()).filter((command) => levelOf(command) === 'C3')
    t.ok(grave.length > 3, `${grave.length} commands`)
    for (const command of grave) {
      const said = { out: '', err: '' }
      const about = { command: command.name, mode: 'direct', request: 'r', began: 0 } as const
      const data = { request: 'r', command: command.name, expires_at: '2027-02-03T10:00:00.000Z' }
      const waits = { message: 'Recorded as r.', data, error: { code: 'request.recorded' } }
      const terminal = {
        ...nobody(),
        out: (text: string) => void (said.out += text),
        err: (text: string) => void (said.err += text),
      }
      const exit = present(succeeded(about, waits, false), command, plainly, terminal)
      t.same([exit, said], [7, { out: '', err: 'kituo: Recorded as r.\n' }], command.name)
    }
  },
)

const keys = ['success', 'message', 'data', 'error', 'warnings', 'next', 'meta']
const meta_keys = [
  'schema',
  'command',
  'mode',
  'changed',
  'dry_run',
  'exit',
  'request',
  'took_ms',
  'version',
  'engine',
  'data_dir',
  'configuration',
  'hospital',
  'facility',
  'time_zone',
  'total',
]

t.test('--json: prints one document of one shape, whatever happens (OPS-65)', async (t) => {
  for (const line of [
    ['version'],
    ['config', 'get', 'listen'],
    ['config', 'get', 'lisen'],
    ['no-such-noun'],
    ['config', 'set'],
    ['status', '--data', '/nowhere/at/all'],
    ['status', '--bad-flag'],
    ['--version'],
    ['config', '--help'],
    ['module', 'off', '--explain'],
  ]) {
    const { out, code } = await typed([...line, '--json'])
    const document = JSON.parse(out)
    t.same(Object.keys(document), keys, line.join(' '))
    t.same(Object.keys(document.meta), meta_keys)
    t.equal(document.meta.exit, code)
    t.equal(document.success, code === 0)
    if (!document.success) {
      t.same(Object.keys(document.error), ['code', 'message', 'field', 'mend', 'command', 'facts'])
    }
  }
})

t.test('--json: a refusal says what to type apart from what it says', async (t) => {
  const document = await typedJson(['database', 'info', '--data', '/nowhere/at/all'])
  t.match(document, {
    success: false,
    error: { code: 'deployment.empty', command: 'kituo init' },
    meta: { exit: 8, mode: 'none', command: 'database info' },
  })
})

t.test('words: standard output carries the result only', async (t) => {
  const good = await typed(['config', 'get', 'log.level'])
  t.same(good, { code: 0, out: 'info\n', err: '' })
  const bad = await typed(['config', 'get', 'log.levl'])
  t.same([bad.code, bad.out], [2, ''])
  t.match(bad.err, /^kituo: config get: <key> takes a setting, .* Did you mean log.level\?\n$/)
})

t.test('--field: prints one value, plainly', async (t) => {
  t.match(await typed(['config', 'get', 'listen', '--field', 'data.origin']), { out: 'default\n' })
  t.match(await typed(['config', 'get', 'listen', '--field', 'value.0']), { out: /:\d+\n$/ })
  t.match(await typed(['config', 'show', '--field', 'meta.exit']), { out: '0\n' })
  t.match(await typed(['config', 'get', 'listen', '--field', 'data.nothing']), {
    code: 2,
    out: '',
    err: 'kituo: there is no data.nothing in this document.\n',
  })
})

t.test('--jsonl: ends in the document as a line', async (t) => {
  const { out } = await typed(['version', '--jsonl'])
  t.match(JSON.parse(out), { type: 'result', success: true, meta: { command: 'version' } })
})

t.test('--explain: runs nothing and says what would (OPS-74)', async (t) => {
  t.match(await typedJson(['module', 'off', '--explain']), {
    data: { class: 'M', permission: 'module:manage', confirmation: 'C1', reason: true },
  })
  t.match(await typedJson(['config', 'set', '--explain']), { data: { socket: null } })
})
