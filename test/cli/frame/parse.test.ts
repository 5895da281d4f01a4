import t from 'tap'
import { parse } from '../../../cli/frame/grammar/parse.ts'
import { nounOf } from '../../../cli/frame/grammar/tree.ts'
import { words } from '../../support/words.ts'

const read = (line: string, env: NodeJS.ProcessEnv = {}) => parse(words(line), env)
const refusal = async (line: string, env?: NodeJS.ProcessEnv): Promise<string> => {
  try {
    await read(line, env)
    return 'no refusal'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

t.test('a line: flags may stand anywhere, and two hyphens end them (OPS-62)', async (t) => {
  const wanted = { args: { key: 'log.level', value: 'debug' } }
  for (const line of [
    'config set log.level debug --json',
    '--json config set log.level debug',
    'config --json set log.level debug',
    'config set log.level --json debug',
    'config set --json -- log.level debug',
  ]) {
    const { command, args, common } = await read(line)
    t.equal(command?.name, 'config set', line)
    t.same({ args }, wanted, line)
    t.equal(common.json, true, line)
  }
  t.same((await read('config set log.file -- --x')).args, { key: 'log.file', value: '--x' })
  t.same((await read('doctor --skip a.b disk.free --skip=c.d')).flags, { skip: ['a.b', 'c.d'] })
  t.same((await read('doctor --skip a.b disk.free')).args, { ids: ['disk.free'] })
})

t.test('a line: a flag of a command may stand before its verb', async (t) => {
  const { command, flags } = await read('database --only pages check')
  t.equal(command?.name, 'database check')
  t.same(flags, { only: 'pages' })
})

t.test('a noun: is understood in either number and by its other names (OPS-62)', async (t) => {
  t.equal(nounOf('configs'), 'config')
  t.equal(nounOf('databases'), 'database')
  t.equal(nounOf('DB'), 'database')
  t.equal(nounOf('bakup'), undefined)
  t.equal((await read('db status')).command?.name, 'database info')
  t.equal((await read('modules list')).command?.name, 'module list')
})

t.test('a line: what is wrong is said, with the nearest word (OPS-62)', async (t) => {
  const cases: [string, string][] = [
    ['sttus', '400 there is no command sttus. Did you mean: status, settings, shifts?'],
    [
      'start',
      '400 there is no command start. As a service: systemctl start kituo. In this terminal: kituo serve',
    ],
    [
      'config sett a b',
      '400 there is no command config sett. Did you mean: config set, config get?',
    ],
    [
      'config dance',
      '400 there is no command config dance. config has: show, get, path, set, unset, edit, check, diff.',
    ],
    [
      'config set log.level',
      '400 config set needs <value>: the value; several with commas between.',
    ],
    [
      'backup key bogus',
      '400 there is no command backup key bogus. backup key has: list, test, add, rotate, remove, sheet.',
    ],
    ['config get', '400 config get needs <key>: a setting.'],
    ['config get a b', '400 config get takes 1 after its name. See: kituo config get --help'],
    ['version now', '400 version takes nothing after its name. See: kituo version --help'],
    ['doctor --severty BAD', '400 doctor has no flag --severty. Did you mean --severity?'],
    ['config --severity', '400 config has no flag --severity.'],
    ['--jsn', '400 kituo has no flag --jsn. Did you mean --json?'],
    ['doctor --category', '400 --category needs a value.'],
    ['status --timeout soon', '400 --timeout takes a duration like 90s, 15m, 12h or 7d.'],
  ]
  for (const [line, wanted] of cases) t.equal(await refusal(line), wanted, line)
})

t.test('a line: nothing typed is echoed at length, or as a terminal would obey it', async (t) => {
  const long = await refusal(`config ${'x'.repeat(10_000)}`)
  t.ok(long.length < 300, long.slice(0, 80))
  t.match(await refusal('con\u001b[31mfig'), /^400 there is no command con\?\[31mfig\./)
  t.match(await refusal('nul\0byte'), 'there is no command nul?byte')
})

t.test(
  'global flags: have names in the environment, and a flag goes before (OPS-63)',
  async (t) => {
    const { common } = await read('status', { KITUO_JSON: '1', KITUO_HOSPITAL: 'st-mary' })
    t.match(common, { json: true, hospital: 'st-mary' })
    const over = await read('status --hospital mbeya', {
      KITUO_HOSPITAL: 'st-mary',
      KITUO_QUIET: '0',
    })
    t.match(over.common, { hospital: 'mbeya', quiet: false })
    t.match((await read('status', { KITUO_HELP: '1' })).common, { help: false })
    t.equal(
      await refusal('status', { KITUO_TIMEOUT: 'soon' }),
      '400 --timeout takes a duration like 90s, 15m, 12h or 7d.',
    )
  },
)

t.test('help and explain: ask for nothing that the command asks for', async (t) => {
  t.match(await read('config set --help'), {
    command: { name: 'config set' },
    common: { help: true },
  })
  t.match(await read('config set -h'), { common: { help: true } })
  t.match(await read('module off --explain'), { common: { explain: true } })
  t.match(await read('config'), { command: null, noun: 'config' })
  t.match(await read(''), { command: null, noun: null })
})
