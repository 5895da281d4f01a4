// Confirmations (OPS-68): what is asked on a terminal, what flags must say without one.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkConfirmed } from '../../../cli/frame/confirm.ts'
import { command, done } from '../../../cli/frame/grammar/command.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const dir = join(folder(t), 'data')
await initialised(dir)
const on = async (answers?: string[], ...line: string[]) =>
  typed([...line, '--data', dir], answers === undefined ? {} : { answers })
const isOn = async (): Promise<boolean | undefined> =>
  (
    (await typedJson(['module', 'list', '--data', dir])).data as {
      module: string
      enabled: boolean
    }[]
  ).find(({ module }) => module === 'theatre')?.enabled

t.test('C1: is asked, and anything but yes changes nothing', async (t) => {
  const off = ['module', 'off', 'theatre', '--reason', 'building works']
  for (const answer of ['n', '', 'maybe', 'theatre']) {
    const { code, out, err } = await on([answer], ...off)
    t.same([code, out], [2, ''], answer)
    t.match(err, '1. switch theatre off at MAIN\nGo on? [y/N] ')
    t.match(err, 'kituo: Nothing was changed.')
  }
  t.equal(await isOn(), true)
  t.match(await on(['y'], ...off), { code: 0, out: 'Switched off at MAIN: theatre.\n' })
  t.equal(await isOn(), false)
})

t.test('C1: what is so already asks nothing', async (t) => {
  const { code, err } = await on([], 'module', 'off', 'theatre', '--reason', 'building works')
  t.equal(code, 0)
  t.equal(err, '')
})

t.test('C1: without a terminal the flags must say it', async (t) => {
  t.match(await on(undefined, 'module', 'off', 'maternity'), {
    code: 2,
    err: 'kituo: module off maternity asks for confirmation: add --yes and --reason.\n',
  })
  t.match(await on(['y'], 'module', 'on', 'theatre', '--no-input'), { code: 2, err: /add --yes/ })
})

t.test('a reason: is asked for where one must be given', async (t) => {
  const { code, err } = await on(['no midwife', 'y'], 'module', 'off', 'maternity')
  t.equal(code, 0)
  t.match(err, /^Reason: 1\. switch maternity off at MAIN\nGo on\?/)
})

t.test('C2: the name must be typed, or given beside yes', async (t) => {
  const off = ['module', 'off', 'mortuary', '--force', '--reason', 'closed by the district']
  t.match(await on(['mortury'], ...off), {
    code: 2,
    err: /Type mortuary to go on: kituo: Nothing was changed/,
  })
  t.match(await on(undefined, ...off, '--yes'), { code: 2, err: /add --confirm "mortuary"\./ })
  t.match(await on(undefined, ...off, '--yes', '--confirm', 'theatre'), { code: 2 })
  t.match(await on(undefined, ...off, '--yes', '--confirm', 'mortuary'), { code: 0 })
})

t.test('C3: the phrase is asked for where the command runs', async (t) => {
  const erase = command('hospital erase', {
    says: 'Erases.',
    class: 'X',
    permission: null,
    confirm: 'C3',
    reason: 'must',
    examples: ['kituo hospital erase', 'kituo hospital erase --dry-run'],
    run: async () => done('', null),
  })
  const plan = { steps: [], type: 'ERASE ST MARY' }
  t.throws(() => checkConfirmed(erase, {}, plan), {
    code: 'confirm.needed',
    message:
      'hospital erase asks for confirmation: add --yes, --confirm "ERASE ST MARY" and --reason.',
  })
  t.throws(() => checkConfirmed(erase, { yes: true, confirm: 'erase', reason: 'closed' }, plan), {
    message: 'Nothing was changed.',
  })
  checkConfirmed(erase, { yes: true, confirm: 'ERASE ST MARY', reason: 'closed' }, plan)
})

t.test('a change: is in the audit log with its words and its reason', async (t) => {
  const file = join(folder(t), 'kituo.toml')
  writeFileSync(file, '')
  const set = ['config', 'set', 'log.level', 'warn', '--reason', 'quieter', '--data', dir]
  t.match(await typed(set, { env: { KITUO_CONFIG: file } }), { code: 0, err: '' })
  const { openDeployment } = await import('../../../db/appliance/deployment/deployment.ts')
  const { row } = await import('../../../db/store/connection.ts')
  const { sql } = await import('../../../db/store/sql.ts')
  const { configurationIn } = await import('../../support/programs/deployment.ts')
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'read',
    command: 'a test',
    env: {},
  })
  const audited = (action: string) =>
    row(
      sql`select actor_kind, user_name, action, entity_label, reason, query from audit_rows
          where action = ${action} order by seq limit 1`,
    )
  const found = await audited('command.module.off')
  const changed = await audited('command.config.changed')
  t.match(changed, { reason: 'quieter', query: '{"key":"log.level","value":"warn"}' })
  t.match(found, {
    actor_kind: 'COMMAND_LINE',
    user_name: /^cli:\w+@/,
    entity_label: 'kituo module off',
    reason: 'building works',
    query: '{"modules":["theatre"]}',
  })
  await opened.close()
})
