// What goes through a house that works, for a command beside it: the note of that command and its
// request, and nothing else (OPS-47, OPS-59, OPS-68).

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { send } from '../../../cli/frame/link.ts'
import { run as change, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import type { Document } from '../../../db/appliance/deployment/line.ts'
import { holderHere } from '../../../db/appliance/house/holder.ts'
import { hashPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import { sql } from '../../../db/store/sql.ts'
import { version } from '../../../db/core/version.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const dir = folder(t)
const word = 'a very long word 7'
const secret = join(dir, 'word.txt')
const own = { env: { KITUO_CONFIG: undefined } }
const run = (...line: string[]) => typedJson([...line, '--data', dir], own)

const house = await houseAt(configurationAt(dir))
await house.department('A')
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), '')
writeFileSync(secret, `${word}\n`)
for (const [name, role] of [
  ['asha', 'system_administrator'],
  ['juma', 'cashier'],
  ['baraka', 'system_administrator'],
  ['neema', 'manager'],
] as const) {
  const of = ['--name', `${name} Mushi`, '--role', role, '--facility', 'MAIN']
  const made = await run('user', 'create', name, ...of)
  if (!made.success) throw new Error(made.message)
}
const opening = { purpose: 'write', command: 'a test', env: {} } as const
const deployment = await openDeployment(configurationAt(dir), opening)
const password = await hashPassword(word)
await within(() =>
  change(
    sql`update users set password = ${password}, must_change_password = ${false}, temporary_until = ${null}, status = 'ACTIVE'`,
  ),
)
await deployment.close()
const running = await served(t, dir)
const made = await run('backup', 'create')
const { name } = made.data as { name: string }

async function tokenOf(username: string): Promise<string> {
  const answer = await fetch(`${running.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: word }),
  })
  const { data } = (await answer.json()) as { data: { tokens: { access_token: string } } }
  return data.tokens.access_token
}

/** As any client may, over the socket for administrators. */
async function say(
  command: string,
  flags: Record<string, string>,
  token?: string,
): Promise<Document> {
  const person = token === undefined ? undefined : { token }
  const line = { command, args: {}, flags, caller: 'cli:x@y', version, person }
  const ear = { socket: join(dir, 'run/admin/kituo.sock'), dir }
  const answer = await send(ear, line, () => undefined)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const entry = {
  entity_type: 'command',
  entity_label: 'kituo backup restore',
  reason: 'a rehearsal',
  query: { name: 'latest', without_safety: true, second_person: 'switched off' },
}
const note = (action: string, what: unknown, token?: string) =>
  say('audit note', { action, entry: JSON.stringify(what) }, token)
const rows = async (): Promise<unknown[]> =>
  (await run('audit', 'search', '--action', 'command.backup.restore')).data as unknown[]

t.test('only what a command beside the house notes of itself is written down', async (t) => {
  const own_action = 'command.backup.restore'
  const refused: [string, unknown][] = [
    ['data.forked', { entity_type: 'command', query: { audit_seq: 1 } }],
    ['data.forked', entry],
    ['command.backup.nothing', entry],
    ['command.backup.create', { ...entry, entity_label: 'kituo backup create', query: {} }],
    ['command.update.apply', { ...entry, entity_label: 'kituo update apply', query: {} }],
    ['command.database.move', entry],
    [own_action, { ...entry, changes: { state: ['A', 'B'] } }],
    [own_action, { ...entry, entity_id: 'x' }],
    [own_action, { ...entry, entity_type: 'data' }],
    [own_action, { ...entry, entity_label: 'kituo backup create' }],
    [own_action, { ...entry, outcome: 'DONE' }],
    [own_action, { ...entry, reason: 7 }],
    [own_action, { ...entry, query: { audit_seq: '1' } }],
    [own_action, { ...entry, query: { name: { deep: 1 } } }],
    [own_action, { ...entry, query: ['latest'] }],
  ]
  for (const [action, what] of refused) {
    const said = `${action} ${JSON.stringify(what)}`
    t.match(await note(action, what), { error: { code: /^usage\./ }, meta: { exit: 2 } }, said)
  }
  const unread = await say('audit note', { action: own_action, entry: '{"entity_type":}' })
  t.match(unread, { error: { code: 'usage.value' } })
  t.same(await rows(), [])
  t.match(await run('audit', 'search', '--action', 'data.forked'), { data: [] })
  t.match(await note(own_action, entry), { success: true })
  t.match(await note(own_action, { ...entry, outcome: 'REFUSED' }), { success: true })
  t.equal((await rows()).length, 2)
})

t.test('a person notes and asks for what the person may do', async (t) => {
  const [asha, juma] = [await tokenOf('asha'), await tokenOf('juma')]
  const before = (await rows()).length
  const denied = { error: { code: 'not.permitted', message: /backup:restore/ }, meta: { exit: 9 } }
  t.match(await note('command.backup.restore', entry, juma), denied)
  t.match(await say('request ask', { line: JSON.stringify(asking()) }, juma), denied)
  t.match(await note('command.backup.restore', entry, asha), { success: true })
  t.equal((await rows()).length, before + 1)
})

const asking = (more: object = {}) => ({
  command: 'backup restore',
  args: { name },
  flags: { reason: 'a rehearsal', yes: true, confirm: `restore ${name}`, ...more },
})

t.test('whoever approves reads the steps that the house found', async (t) => {
  const ask = (line: object, more: Record<string, string> = {}) =>
    say('request ask', { line: JSON.stringify(line), ...more })
  const out = join(dir, 'loss')
  const plan = JSON.stringify({ steps: ['nothing much'] })
  const asked = await ask(asking({ loss_out: out }), { plan })
  t.match(asked, { error: { code: 'request.recorded' }, meta: { exit: 7 } }, asked.message)
  t.notOk(existsSync(out), 'nothing is written for it')
  const { request } = asked.data as { request: string }
  const { data } = await run('request', 'show', request)
  const { steps, flags } = data as { steps: string[]; flags: object }
  t.match(steps[0], `open ${name} of `)
  t.match(steps.at(-1), /^make generation 2 live: offline about 15 s$/)
  t.notMatch(JSON.stringify(steps), 'nothing much')
  t.match(flags, { loss_out: out }, 'as it was typed')

  const waiting = async () =>
    ((await run('request', 'list', '--state', 'WAITING')).data as unknown[]).length
  t.equal(await waiting(), 1)
  for (const line of [
    { ...asking(), command: 'backup nothing' },
    { ...asking(), command: 'user close' },
    { command: 'database optimise', args: {}, flags: { yes: true } },
    asking({ dry_run: true }),
    asking({ audit_seq: '1' }),
    asking({ key_file: '/etc/shadow' }),
    { ...asking(), args: { name, other: 'x' } },
    { ...asking(), args: { name: 7 } },
    { ...asking(), steps: ['nothing much'] },
    { command: 'backup restore', args: { name } },
  ]) {
    t.match(await ask(line), { error: { code: /^usage\./ } }, JSON.stringify(line))
  }
  t.match(await ask(asking({ confirm: 'yes' })), { error: { code: 'confirm.needed' } })
  t.equal(await waiting(), 1)
})

t.test('what is carried out for a request is whose who took it on', async (t) => {
  const asked = await say('request ask', { line: JSON.stringify(asking()) }, await tokenOf('asha'))
  const { request: id } = asked.data as { request: string }
  const [neema, baraka, juma] = [
    await tokenOf('neema'),
    await tokenOf('baraka'),
    await tokenOf('juma'),
  ]
  const take = (token: string, process = holderHere('alone')) =>
    say('request take', { id, process }, token)
  const end = (state: string, token: string) => say('request end', { id, state }, token)
  const noted = (token: string, action = 'command.backup.restore', what: object = entry) =>
    say('audit note', { action, entry: JSON.stringify(what), request: id }, token)

  t.match(await take(juma), { meta: { exit: 9 } })
  t.match(await take(await tokenOf('asha')), { error: { message: /^you asked for this/ } })
  t.match(await take(neema, 'nobody'), { meta: { exit: 2 } })
  t.match(await noted(neema), { meta: { exit: 2 } }, 'it is not approved')
  t.match(await end('DONE', neema), { meta: { exit: 3 } })

  const both = await Promise.all([take(neema), take(baraka)])
  t.same(
    both.map(({ meta }) => meta.exit).sort((a, b) => a - b),
    [0, 3],
    'of two one goes on',
  )
  const [own, other] = both[0]?.success === true ? [neema, baraka] : [baraka, neema]
  t.match(await end('DONE', other), { error: { message: /^Whoever approved a request/ } })
  t.match(await noted(juma), { meta: { exit: 9 } })
  const query = { name: 'latest' }
  const move = { ...entry, entity_label: 'kituo database move', query: {} }
  t.match(await noted(own, 'command.database.move', move), { meta: { exit: 2 } }, 'another command')
  const before = (await rows()).length
  t.match(await noted(own), { success: true })
  t.equal((await rows()).length, before + 1)
  const approval = { ...entry, entity_label: 'kituo request approve', query: { id } }
  const approve = 'command.request.approve'
  for (const other of [query, {}]) {
    t.match(await note(approve, { ...approval, query: other }, own), { meta: { exit: 2 } })
  }
  t.match(await note(approve, approval, juma), { meta: { exit: 9 } })
  t.match(await note(approve, approval, own), { success: true })
  t.match(await end('WAITING', own), { success: true })
  t.match(await run('request', 'show', id), { data: { state: 'WAITING', decided_by: null } })
})

t.test('the whole way: typed beside a house that works, by a person', async (t) => {
  const as = ['--as', 'asha', '--password-file', secret]
  const typed = ['--yes', '--confirm', `restore ${name}`, '--reason', 'the disk']
  const asked = await run('backup', 'restore', name, ...typed, ...as)
  t.match(asked, { error: { code: 'request.recorded' }, meta: { exit: 7 } }, asked.message)
  const { request } = asked.data as { request: string }
  t.match(await run('request', 'show', request), {
    data: { asked_by: 'asha Mushi', reason: 'the disk', permission: 'backup:restore' },
  })
})
