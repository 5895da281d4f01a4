// Commands that need the house alone, beside one that works (OPS-53, OPS-125, OPS-126).

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { openedDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { sql } from '../../../db/store/sql.ts'
import { aside, asking, back_again, scene } from '../../support/programs/alone.ts'
import { served } from '../../support/programs/house.ts'

t.setTimeout(600_000)

t.test('a backup is put back while people work, who are kept out for its turn', async (t) => {
  const at = await scene(t)
  t.match(await at.ask('backup', 'create'), { success: true })
  const off = ['module', 'off', 'theatre', '--yes', '--reason', 'building works']
  t.match(await at.ask(...off), { success: true })
  let { token } = at
  const me = () => at.get('/api/v1/auth/me', token)
  t.equal((await me()).status, 200)

  const { seen, result } = await asking(me, at.sure('backup', 'restore', 'latest'))
  t.match(result, { success: true, meta: { mode: 'direct' } }, result.message)
  t.match(result.message, /is live as generation 2; \d+ ms offline\. People were kept out for \d/)
  const { offline_ms } = result.data as { offline_ms: number }
  t.type(offline_ms, 'number')

  const kinds = [...new Set(seen.map(({ status }) => status))]
  t.same(kinds, [200, 503, 401], 'nobody met a closed door, and every session ended')
  t.match(
    seen.find(({ status }) => status === 503)?.message,
    /^Kituo is being maintained: kituo backup restore is at work\. Back at about \d\d:\d\d\.$/,
  )
  const through = seen.findIndex(({ status }) => status === 503)
  t.ok(through > 3, `answered ${through} times while it was laid out and proved`)

  const modules = (await at.ask('module', 'list')).data as { module: string; enabled: boolean }[]
  t.equal(modules.find(({ module }) => module === 'theatre')?.enabled, true, 'as it was then')
  t.match(await at.ask('generation', 'list'), {
    data: [{ state: 'PREVIOUS' }, { state: 'LIVE', made_by: 'restore' }],
  })
  t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })
  t.match(await at.ask('daemon', 'list'), { meta: { total: 1 } })
  t.match(await at.ask('backup', 'list'), { meta: { total: 2 } }, 'and before-restore')
  t.match(await at.ask('audit', 'verify'), { success: true })
  for (const action of ['data.restored', 'command.backup.restore']) {
    t.match(await at.ask('audit', 'search', '--action', action), { meta: { total: 1 } }, action)
  }

  t.test('and taken back again: the whole command while they wait', async (t) => {
    const { seen, result } = await asking(me, at.sure('generation', 'rollback'))
    t.match(result, { success: true, data: { generation: 1 } }, result.message)
    t.same(
      [...new Set(seen.map(({ status }) => status))],
      [401, 503],
      'no session of then comes back',
    )
    const { data } = await at.ask('module', 'list')
    t.equal((data as typeof modules).find(({ module }) => module === 'theatre')?.enabled, false)
  })

  t.test('the other commands of their class', async (t) => {
    for (const line of [
      ['database', 'optimise', '--compact'],
      ['secret', 'rotate', 'ca_key'],
      ['secret', 'rotate', 'app_key'],
      ['database', 'migrate'],
    ]) {
      const document = await at.sure(...line)
      t.ok(document.success, `${line.join(' ')}: ${document.message}`)
      t.equal((await at.get('/api/v1/ready')).status, 200, 'and it is back')
    }
    t.match(await at.ask('status'), {
      data: { daemon: { state: 'READY', pid: at.house.child.pid } },
    })
  })

  t.test('a dry run, and what is refused, keep nobody out', async (t) => {
    const restore = ['backup', 'restore', 'latest', '--reason', 'a rehearsal']
    const refusals = async (): Promise<void> => {
      const turned = ['generation', 'rollback', '--reason', 'a rehearsal', '--yes']
      for (const line of [turned, ['secret', 'rotate', 'app_key', ...turned.slice(2)]]) {
        t.match(await at.ask(...line, '--confirm', 'no'), { error: { code: 'confirm.needed' } })
      }
      t.match(await at.ask(...restore, '--dry-run'), { success: true })
      t.match(await at.ask(...restore, '--yes', '--confirm', 'no'), {
        error: { code: 'confirm.needed' },
      })
      await at.ask('backup', 'create')
      const { data } = await at.ask('backup', 'list')
      const { name } = (data as { name: string }[]).at(-1) ?? { name: '' }
      const file = join(at.dir, 'backups/backups', name)
      const bytes = readFileSync(file)
      bytes.writeUInt8(bytes.readUInt8(30_000) ^ 1, 30_000)
      writeFileSync(file, bytes)
      const said = ['--reason', 'a rehearsal', '--yes', '--confirm', 'Kituo']
      const damaged = await at.ask('backup', 'restore', name, ...said)
      t.match(damaged, { error: { code: 'integrity.backup' } }, damaged.message)
    }
    token = await at.signIn()
    const { seen } = await asking(me, refusals())
    t.same([...new Set(seen.map(({ status }) => status))], [200])
    t.match(
      await at.ask('audit', 'search', '--action', 'command.backup.restore', '--outcome', 'REFUSED'),
      { meta: { total: 1 }, data: [{ reason: 'a rehearsal' }] },
      'the refusal stands in the log: the house wrote it',
    )
    t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })
  })
})

t.test('while it stands aside', async (t) => {
  const at = await scene(t)
  t.equal((await aside(at.dir, {}, 'run/read/kituo.sock')).status, 403, 'not for operators')
  t.match(await aside(at.dir, { version: '0.0.1' }), {
    status: 409,
    said: { code: 'version.program', message: /The daemon is .*, this is 0\.0\.1\./ },
  })
  for (const body of [{ command: 1 }, { takes_s: 'long' }, { takes_s: -1 }]) {
    t.equal((await aside(at.dir, body)).status, 400, JSON.stringify(body))
  }

  const one = await aside(at.dir, { takes_s: 60 })
  t.equal(one.status, 200)
  t.match(await at.get('/api/v1/auth/me', at.token), {
    status: 503,
    body: { message: /^Kituo is being maintained: kituo works is at work\. Back at about/ },
  })
  t.match(await at.get('/v1/messages'), {
    status: 503,
    body: { error: { code: 'upstream_unavailable' } },
  })
  t.equal((await at.get('/api/v1/health')).status, 200)
  t.equal((await at.get('/api/v1/ready')).status, 503)
  for (const line of [['status'], ['module', 'list'], ['module', 'on', 'theatre', '--yes']]) {
    t.match(await at.ask(...line), {
      error: { code: 'lock.held', message: /^kituo works \(cli:x@y\) has the house alone/ },
      meta: { exit: 5 },
    })
  }
  const second = await aside(at.dir, {})
  t.match(second, { status: 503, said: { code: 'lock.held' } })
  t.match(await at.sure('database', 'optimise'), { meta: { exit: 5 } })

  one.leave()
  await back_again(at)
  t.equal((await at.get('/api/v1/auth/me', at.token)).status, 200, 'back by itself, nobody lost')

  t.test('SIGTERM ends it all the same, and the data are free', async (t) => {
    await aside(at.dir, {})
    at.house.child.kill('SIGTERM')
    t.equal(await at.house.ended, 0, at.house.said().slice(-400))
    t.match(await at.ask('module', 'list'), { success: true, meta: { mode: 'direct' } })
  })
})

t.test('a house that does not come up on what was made is given back what was', async (t) => {
  const at = await scene(t)
  await at.ask('backup', 'create')
  const watching = setInterval(() => {
    if (openedDeployment()?.generation !== 2) return
    clearInterval(watching)
    // Of a schema that this program cannot know.
    void within(() => run(sql`update migrations set name = ${'9999-of-tomorrow'}`))
  }, 1)
  t.teardown(() => clearInterval(watching))
  const tried = await at.sure('backup', 'restore', 'latest')
  t.match(tried, {
    success: false,
    message:
      /^The house did not come up on it: .*schema.* What was live before is live again\. People were kept out/,
    error: { code: 'integrity.generation' },
    meta: { exit: 10 },
  })
  t.equal((await at.get('/api/v1/auth/me', at.token)).status, 200, 'nobody had to sign in anew')
  t.match(await at.ask('status'), { data: { database: { generation: 1 } } })
})

t.test('an encrypted house comes back as well, by what its file says', async (t) => {
  const at = await scene(t)
  at.house.child.kill('SIGTERM')
  await at.house.ended
  appendFileSync(join(at.dir, 'kituo.toml'), '\n[tls]\nmode = "own"\n')
  const house = await served(t, at.dir)
  t.match(house.url, /^https:/)
  t.match(await at.ask('config', 'set', 'log.level', 'debug', '--yes'), { success: true })
  const compacted = await at.sure('database', 'optimise', '--compact')
  t.match(compacted, { success: true, warnings: [] }, compacted.message)
  await house.hear(/"msg":"is back"/)
  t.notMatch(house.said(), /not reloaded/)
  t.match(await at.ask('status'), { data: { daemon: { state: 'READY' } } })
})

t.test('a command that fails alone is told as it failed', async (t) => {
  const at = await scene(t)
  const refused = await at.sure('generation', 'rollback').catch((error: Error) => error)
  t.match(refused, { message: /There is no generation before this one/ })
  t.equal((await at.get('/api/v1/auth/me', at.token)).status, 200)
})

t.test('what a restore left is settled beside a house that works (OPS-73)', async (t) => {
  const at = await scene(t)
  const me = () => at.get('/api/v1/auth/me', at.token)
  const folderOf = (generation: number): string => join(at.dir, `gen/000${generation}`)
  const left = (generation: number): string => {
    const id = `0199c0de-0000-7000-8000-00000000000${generation}`
    const at_work = { by: 'a test', parent: 1, phase: 'STAGED', process: null }
    const started_at = '2026-01-01T00:00:00.000Z'
    const journal = { id, kind: 'restore', started_at, generation, ...at_work }
    mkdirSync(join(at.dir, 'journal'), { recursive: true })
    mkdirSync(folderOf(generation))
    writeFileSync(join(at.dir, 'journal', `${id}.json`), JSON.stringify(journal))
    return id
  }
  const first = left(8)
  const refused = async (): Promise<void> => {
    const undo = ['journal', 'undo', first, '--yes', '--confirm']
    t.match(await at.ask(...undo, 'another'), { error: { code: 'confirm.needed' } })
    const nowhere = '0199c0de-0000-7000-8000-000000000001'
    t.match(await at.ask('journal', 'resume', nowhere, '--yes'), { meta: { exit: 2 } })
  }
  const { seen } = await asking(me, refused())
  t.same([...new Set(seen.map(({ status }) => status))], [200], 'judged while people work')
  t.ok(existsSync(folderOf(8)))

  const settled = async (...line: string[]): Promise<void> => {
    const { seen, result } = await asking(me, at.ask(...line))
    t.match(result, { success: true, message: /was never live and is gone/ }, result.message)
    t.equal(seen.at(-1)?.status, 200)
  }
  await settled('journal', 'resume', first, '--yes')
  await settled('journal', 'undo', left(9), '--yes', '--confirm', first.slice(0, 8))
  t.notOk(existsSync(folderOf(8)) || existsSync(folderOf(9)))
  t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })
})
