// People who sign for commands (OPS-58) and second persons (OPS-68), by socket and directly.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const dir = folder(t)
const house = await houseAt(configurationAt(dir))
await house.department('A')
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), '')
const own = { env: { KITUO_CONFIG: undefined } }
const at = ['--data', dir]
const word = 'a very long word 7'
const secret = join(dir, 'word.txt')
writeFileSync(secret, `${word}\n`)
const wrong = join(dir, 'wrong.txt')
writeFileSync(wrong, 'not the word at all\n')
const as = (name: string, file = secret): string[] => ['--as', name, '--password-file', file]
const run = (...line: string[]) => typedJson([...line, ...at], own)

/** Somebody with a role and a password of their own. */
async function open(username: string, role: string): Promise<void> {
  const made = await run(
    'user',
    'create',
    username,
    '--name',
    `${username} Mushi`,
    '--role',
    role,
    '--facility',
    'MAIN',
  )
  if (!made.success) throw new Error(made.message)
  const { openDeployment } = await import('../../../db/appliance/deployment/deployment.ts')
  const { within, run: change } = await import('../../../db/store/connection.ts')
  const { hashPassword } = await import('../../../db/hospital/office/access/sign-in/passwords.ts')
  const { sql } = await import('../../../db/store/sql.ts')
  const password = await hashPassword(word)
  const deployment = await openDeployment(configurationAt(dir), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  await within(() =>
    change(
      sql`update users set password = ${password}, must_change_password = ${false}, temporary_until = ${null}, status = 'ACTIVE' where username = ${username}`,
    ),
  )
  await deployment.close()
}

t.test('with one account the phrase suffices, and the log says so (ALL-22)', async (t) => {
  const made = await run('backup', 'create', '--tag', 'first')
  t.equal(made.success, true)
  const restored = await run(...restore((made.data as { name: string }).name))
  t.match(restored, { success: true, data: { generation: 2 } })
  const { data } = await run('audit', 'search', '--action', 'command.backup.restore')
  t.match(JSON.stringify(data), /nobody else could decide/)
})

const restore = (name: string): string[] => [
  'backup',
  'restore',
  name,
  '--yes',
  '--confirm',
  `restore ${name}`,
  '--reason',
  'rehearsal',
]

t.test('people with accounts', async (t) => {
  await open('asha', 'system_administrator')
  await open('neema', 'manager')
  await open('juma', 'cashier')

  t.test('a command runs as the person, with the own permissions and name', async (t) => {
    t.match(await run('schedule', 'list', ...as('asha')), {
      success: true,
      meta: { mode: 'direct' },
    })
    t.match(await run('schedule', 'list', ...as('juma')), {
      error: { code: 'not.permitted', message: /It needs job:read/ },
      meta: { exit: 9 },
    })
    t.match(await run('backup', 'create', '--tag', 'by-asha', ...as('asha')), { success: true })
    t.match(await run('audit', 'search', '--action', 'command.backup.create', '--user', 'asha'), {
      data: [{ user_name: 'asha Mushi', actor_kind: 'USER' }],
    })
    t.match(await run('user', 'sessions', 'asha'), { data: [] }, 'the sign-in ended with it')
  })

  t.test('a wrong word, nobody to ask, and the lock after five (PLT-19)', async (t) => {
    t.match(await typed(['schedule', 'list', '--as', 'asha', ...at], own), {
      code: 9,
      err: /asha signs in with --password-file/,
    })
    t.match(await run('schedule', 'list', ...as('nobody')), {
      error: { message: 'name, password or code is wrong.' },
      meta: { exit: 9 },
    })
    for (let n = 0; n < 5; n++) {
      t.match(await run('schedule', 'list', ...as('juma', wrong)), {
        error: { message: 'name, password or code is wrong.' },
        meta: { exit: 9 },
      })
    }
    t.match(await run('schedule', 'list', ...as('juma')), {
      error: { message: /^too many tries: wait \d+ minutes\.$/ },
      meta: { exit: 9 },
    })
  })

  t.test('on a terminal the word is asked for, and shown nowhere', async (t) => {
    const said = await typed(['schedule', 'list', '--as', 'asha', ...at], {
      ...own,
      answers: [word],
    })
    t.match(said, { code: 0, err: /password of asha: / })
    t.notMatch(said.out + said.err, word)
  })

  t.test('the gravest commands wait for another person (OPS-68)', async (t) => {
    const { data } = await run('backup', 'list')
    const { name } = (data as { name: string }[])[0] ?? { name: '' }
    const asked = await run(...restore(name), ...as('asha'))
    t.match(asked, {
      success: false,
      error: { code: 'request.recorded' },
      meta: { exit: 7, changed: false },
    })
    const { request } = asked.data as { request: string }
    t.match(await run('request', 'list', '--state', 'WAITING'), {
      data: [
        { id: request, command: 'backup restore', asked_by: 'asha Mushi', reason: 'rehearsal' },
      ],
    })
    t.match(await typed(['request', 'show', request, ...at], own), {
      code: 0,
      out: /make generation 3 live/,
    })
    t.match(await run('request', 'approve', request, '--yes'), {
      error: { message: 'A person decides: add --as <username>.' },
      meta: { exit: 9 },
    })
    t.match(await run('request', 'approve', request, '--yes', ...as('asha')), {
      error: { message: /^you asked for this: \S+(?:, \S+)* or \S+ may decide\.$/ },
      meta: { exit: 3 },
    })
    t.match(await run('request', 'approve', request, '--yes', ...as('neema')), {
      success: true,
      message: /is live as generation 3/,
    })
    t.match(await run('database', 'info'), { data: { generation: 3 } })
    const { data: log } = await run('audit', 'search', '--action', 'command.backup.restore')
    t.match(JSON.stringify(log), /"asked_by":"asha Mushi"/)
  })

  t.test('or are done at once, with the second person at hand', async (t) => {
    // The restore put the accounts back to before these people came.
    await open('asha', 'system_administrator')
    await open('neema', 'manager')
    const { data } = await run('backup', 'list')
    const { name } = (data as { name: string }[])[0] ?? { name: '' }
    const second = (who: string) => ['--approver', who, '--approver-password-file', secret]
    t.match(await run(...restore(name), ...as('asha'), ...second('asha')), {
      error: { message: /the second person is somebody else/ },
      meta: { exit: 3 },
    })
    t.match(await run(...restore(name), ...second('neema')), {
      success: true,
      data: { generation: 4 },
    })
    const { data: log } = await run('audit', 'search', '--action', 'command.backup.restore')
    t.match(JSON.stringify(log), /"approved_by":"neema Mushi"/)
  })

  t.test('a request is declined, withdrawn, and ends by itself', async (t) => {
    await open('asha', 'system_administrator')
    await open('neema', 'manager')
    const { data } = await run('backup', 'list')
    const { name } = (data as { name: string }[])[0] ?? { name: '' }
    const ask = async (): Promise<string> =>
      ((await run(...restore(name))).data as { request: string }).request
    const first = await ask()
    const no = ['--reason', 'not today', '--yes']
    t.match(await run('request', 'decline', first, ...no, ...as('neema')), {
      data: { state: 'DECLINED', decided_by: 'neema Mushi', decision_reason: 'not today' },
    })
    t.match(await run('request', 'approve', first, '--yes', ...as('neema')), {
      error: { message: 'This request is declined already.' },
    })
    const second = await ask()
    t.match(await run('request', 'withdraw', second), { data: { state: 'WITHDRAWN' } })
    const nowhere = '0199c0de-0000-7000-8000-000000000001'
    t.match(await run('request', 'show', nowhere), { meta: { exit: 2 } })
  })
})

t.test('through the daemon it is the same', async (t) => {
  const running = await served(t, dir)
  t.match(await run('schedule', 'list', ...as('asha')), { success: true, meta: { mode: 'socket' } })
  t.match(await run('schedule', 'list', ...as('neema')), { meta: { exit: 9 } })
  t.match(await run('schedule', 'list', ...as('asha', wrong)), { meta: { exit: 9 } })
  const pause = ['schedule', 'pause', 'notices', '--reason', 'rehearsal', '--yes', ...as('asha')]
  const document = await run(...pause)
  t.ok(document.success || document.meta.exit === 2, document.message)
  const { data } = await run('backup', 'list')
  const { name } = (data as { name: string }[])[0] ?? { name: '' }
  const asked = await run(...restore(name))
  t.match(asked, { meta: { exit: 7 } }, asked.message)
  t.match(await run('request', 'list'), { data: [{ command: 'backup restore' }] })
  const { request } = asked.data as { request: string }
  const approved = await run('request', 'approve', request, '--yes', ...as('neema'))
  t.match(approved, { success: true, message: /People were kept out for/ }, approved.message)
  t.match(await run('status'), { data: { daemon: { state: 'READY' } } })
  t.notMatch(running.said(), word, 'no password in the log')
  running.child.kill('SIGTERM')
  t.equal(await running.ended, 0)
})
