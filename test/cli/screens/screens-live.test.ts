// The screens on a real house: each list is read by its own command as the person who signed in,
// each deed stands in the audit log under that person and `tui@<host>` (OPS-193, OPS-194).

import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { run as change, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { hashPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import { sql } from '../../../db/store/sql.ts'
import { askingOf } from '../../../cli/frame/run.ts'
import { handsOf } from '../../../cli/screens/screen-hands.ts'
import { Desk } from '../../../tui/desk.ts'
import { frameOf } from '../../../tui/frame.ts'
import { keyTable } from '../../../tui/keys.ts'
import { screens } from '../../../tui/screens/all.ts'
import type { Row } from '../../../tui/screens.ts'
import { textOf } from '../../../tui/text.ts'
import { folder } from '../../support/folder.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { nobody, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const dir = folder(t)
const house = await houseAt(configurationAt(dir))
writeFileSync(join(dir, 'kituo.toml'), '')
const word = 'a very long word 7'
await house.deployment.close()
const own = { env: { KITUO_CONFIG: undefined } }
const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
const made = await run(
  'user',
  'create',
  'asha',
  '--name',
  'Asha Komba',
  '--role',
  'administrator',
  '--facility',
  'MAIN',
)
if (!made.success) throw new Error(made.message)
const open = { purpose: 'write', command: 'a test', env: {} } as const
const deployment = await openDeployment(configurationAt(dir), open)
const password = await hashPassword(word)
await within(() =>
  change(
    sql`update users set password = ${password}, must_change_password = ${false}, temporary_until = ${null}, status = 'ACTIVE' where username = 'asha'`,
  ),
)
await deployment.close()
// Lists that have a row show whether their cells are fields.
for (const line of [
  ['backup', 'create'],
  ['device', 'activate', '--label', 'Till 1', '--role', 'cashier'],
  ['module', 'on', 'blood_bank', 'ambulance', 'tb_ctc', '--yes'],
]) {
  const said = await run(...line)
  if (!said.success) throw new Error(said.message)
}
const hands = handsOf(askingOf({ data: dir, config: undefined }, {}), nobody())
const entered = await hands.signIn({ username: 'asha', password: word, code: '' })
if (entered.kind !== 'in') throw new Error(JSON.stringify(entered))

/** Of a house that is down, of one hospital, without mail or a backup, these say why not. */
const refused: Readonly<Record<string, RegExp>> = {
  'platform hospital list': /hosted|several|platform/i,
  'platform user list': /hosted|several|platform/i,
  'log tail': /log file|journal/,
}

for (const screen of screens)
  t.test(`${screen.title}: its lists are read, and every cell says something`, async (t) => {
    for (const tab of screen.tabs) {
      const document = await hands.run(tab.words)
      const line = tab.words.join(' ')
      const [, why] = Object.entries(refused).find(([begin]) => line.startsWith(begin)) ?? []
      if (document.success || document.data !== null) {
        const rows = tab.rows(document.data)
        const ids = new Set(rows.map(tab.id))
        t.equal(ids.size, rows.length, `${tab.name}: no two rows are one`)
        for (const { title, of } of tab.columns)
          t.ok(
            rows.length === 0 || rows.some((row: Row) => of(row) !== undefined),
            `${tab.name}: ${title} is a field`,
          )
        tab.head?.([document], 80, true, false)
      } else t.match(document.message, why ?? /^$/, `${tab.name}: ${line}`)
      for (const other of tab.beside ?? []) {
        const beside = await hands.run(other)
        t.ok(beside.success || beside.data !== null, `${other.join(' ')}: ${beside.message}`)
      }
    }
  })

t.test('what is asked at once of a house that is down leaves nothing open', async (t) => {
  t.equal(await hands.heard?.(), false)
  const ask = () =>
    Promise.all(['user list', 'queue status', 'status'].map((line) => hands.run(line.split(' '))))
  const files = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir)
      } catch {
        return false
      }
    })
  await ask()
  const before = files().length
  for (let round = 0; round < 3; round++) await ask()
  t.equal(files().length, before)
})

t.test('a deed of the screens stands in the log under the person and the terminal', async (t) => {
  const desk = new Desk(
    hands,
    { version: '1.0.0', host: 'hms1', hospital: 'St Mary', lock_ms: 300_000 },
    keyTable(),
    true,
  )
  desk.letIn({ username: 'asha', full_name: 'Asha', permissions: new Set(['user:read']) })
  const done = await hands.run(['module', 'off', 'theatre', '--reason', 'building works'], {
    yes: true,
  })
  t.equal(done.success, true, done.message)
  const rows = await run('audit', 'search', '--limit', '20')
  const found = (rows.data as Row[]).find(({ action }) => action === 'command.module.off')
  t.match(found, { user_name: /Asha Komba/, reason: 'building works' })
  t.match(JSON.stringify(found), `tui@${hostname()}`)
  t.match(frameOf(desk).map(textOf).join('\n'), /Kituo/)
})

t.test('a person of one branch sees the whole log, not that branch alone', async (t) => {
  const all = await hands.run(['audit', 'search'])
  const rows = all.data as Row[]
  t.ok(rows.some(({ facility_id }) => facility_id === null))
  const branch = await hands.run(['audit', 'search', '--facility', 'MAIN'])
  t.ok((branch.data as Row[]).length < rows.length)
  t.ok((branch.data as Row[]).every(({ facility_id }) => facility_id !== null))
})

t.test('and the accounts of other branches, unless a branch was said', async (t) => {
  const annex = await run('facility', 'create', 'ANNEX', '--name', 'Annex', '--kind', 'DISPENSARY')
  t.equal(annex.success, true, annex.message)
  const line = 'user create juma --role cashier --facility ANNEX --name Juma'
  const juma = await run(...line.split(' '))
  t.equal(juma.success, true, juma.message)
  const names = async (...more: string[]) =>
    ((await hands.run(['user', 'list', ...more])).data as Row[]).map(({ username }) => username)
  t.ok((await names()).includes('juma'))
  t.notOk((await names('--facility', 'MAIN')).includes('juma'))
})

t.test('what is read through these commands is refused to who may not', async (t) => {
  for (const line of [
    ['import', 'list'],
    ['message', 'outbox'],
    ['queue', 'status'],
  ]) {
    const document = await hands.run(line)
    t.equal(document.success, true, document.message)
  }
  const nobody_there = await hands.run(['import', 'rows', 'nothing'])
  t.match(nobody_there, { success: false, message: /No such import/ })
})

t.test('a point is paused, closed and opened from afar (QUE-14)', async (t) => {
  const [point] = (await run('queue', 'status')).data as Row[]
  const code = String(point?.['code'])
  const because = ['--reason', 'the nurse is at an emergency', '--yes']
  for (const [verb, state, ...more] of [
    ['pause', 'PAUSED', '--keep'],
    ['open', 'OPEN'],
    ['close', 'CLOSED', '--keep'],
    ['open', 'OPEN'],
  ] as const) {
    const why = verb === 'open' ? ['--yes'] : because
    const said = await hands.run(['queue', verb, code, ...more, ...why])
    t.match(said, { success: true, data: { status: state } }, said.message)
  }
  t.match(await hands.run(['queue', 'pause', 'NONE', '--keep', ...because]), {
    success: false,
    message: /there is no service point NONE/,
  })
})
