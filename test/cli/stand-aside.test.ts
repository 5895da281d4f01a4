// Commands that need the house alone, beside one that works (OPS-53, OPS-125, OPS-126).

import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { readConfiguration } from '../../db/configuration/read.ts'
import { openDeployment, openedDeployment } from '../../db/deployment/deployment.ts'
import { aloneHold } from '../../db/house/alone.ts'
import { clock, instantIn } from '../../db/clock.ts'
import { run, within } from '../../db/connection.ts'
import { sql } from '../../db/sql.ts'
import { version } from '../../db/version.ts'
import { folder } from '../support/folder.ts'
import { type Served, served } from '../support/house.ts'
import { serverDatabase, without_server } from '../support/server.ts'
import { typedJson } from '../support/typed.ts'

t.setTimeout(400_000)

const own = { env: { KITUO_CONFIG: undefined } }

interface Scene {
  dir: string
  house: Served
  token: string
  ask: (...line: string[]) => ReturnType<typeof typedJson>
  /** With the phrase that its plan asks for. */
  sure: (...line: string[]) => ReturnType<typeof typedJson>
  get: (path: string, token?: string) => Promise<{ status: number; body: unknown }>
}

async function scene(t: Test): Promise<Scene> {
  const dir = join(folder(t), 'data')
  const house = await served(t, dir, '--first-run')
  const password = (await house.hear(/Password +(?<word>\w+)/)).groups?.['word']
  const ask: Scene['ask'] = (...line) => typedJson([...line, '--data', dir], own)
  const sure: Scene['sure'] = async (...line) => {
    const { data, message } = await ask(...line, '--reason', 'a rehearsal', '--dry-run')
    if (data === null) throw new Error(message)
    const { type } = data as { type: string | null }
    const typed = type === null ? [] : ['--confirm', type]
    return ask(...line, '--reason', 'a rehearsal', '--yes', ...typed)
  }
  const get: Scene['get'] = async (path, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(house.url + path, { headers })
    return { status: answer.status, body: await answer.json() }
  }
  const signed_in = await fetch(`${house.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { data } = (await signed_in.json()) as { data: { tokens: { access_token: string } } }
  return { dir, house, token: data.tokens.access_token, ask, sure, get }
}

/** Asks again and again while the work is done; every answer, in order. */
async function asking<T>(get: () => Promise<{ status: number; body: unknown }>, work: Promise<T>) {
  const seen: { status: number; message: string | undefined }[] = []
  let done = false
  const until = work.finally(() => {
    done = true
  })
  const look = async (): Promise<void> => {
    const { status, body } = await get()
    const { message } = body as { message?: string }
    seen.push({ status, message })
  }
  while (!done) {
    await look()
    await wait(5)
  }
  await look()
  return { seen, result: await until }
}

/** Asks the house to stand aside, as a command does. */
async function aside(dir: string, body: object, socket = 'run/admin/kituo.sock') {
  const asked = request({ socketPath: join(dir, socket), method: 'POST', path: '/aside' })
  asked.end(JSON.stringify({ command: 'kituo works', caller: 'cli:x@y', version, ...body }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const [piece] = (await once(answer, 'data')) as [Buffer]
  return {
    status: answer.statusCode,
    said: JSON.parse(piece.toString()) as { message?: string; code?: string },
    leave: () => asked.destroy(),
  }
}

const back_again = async ({ get }: Scene): Promise<void> => {
  while ((await get('/api/v1/ready')).status !== 200) await wait(20)
}

t.test('a backup is put back while people work, who are kept out for its turn', async (t) => {
  const at = await scene(t)
  t.match(await at.ask('backup', 'create'), { success: true })
  const off = ['module', 'off', 'theatre', '--yes', '--reason', 'building works']
  t.match(await at.ask(...off), { success: true })
  const me = () => at.get('/api/v1/auth/me', at.token)
  t.equal((await me()).status, 200)

  const { seen, result } = await asking(me, at.sure('backup', 'restore', 'latest'))
  t.match(result, { success: true, meta: { mode: 'direct' } }, result.message)
  t.match(result.message, /is live as generation 2; \d+ ms offline\. People were kept out for \d/)
  const { offline_ms } = result.data as { offline_ms: number }
  t.ok(offline_ms < 15_000, `${offline_ms} ms offline`)

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
    t.same([...new Set(seen.map(({ status }) => status))], [401, 503, 200], 'the session of then')
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
      const damaged = await at.sure('backup', 'restore', name)
      t.match(damaged, { error: { code: 'integrity.backup' } }, damaged.message)
    }
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

t.test('moved to PostgreSQL and back beside a house', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const at = await scene(t)
  const me = () => at.get('/api/v1/auth/me', at.token)
  const moved = await asking(me, at.sure('database', 'move', '--to', url))
  t.match(moved.result, { success: true }, moved.result.message)
  t.same([...new Set(moved.seen.map(({ status }) => status))], [200, 503, 200].slice(0, 2))
  t.equal(moved.seen.at(-1)?.status, 200, 'whoever was signed in still is')
  t.match(await at.ask('status'), { data: { database: { engine: 'postgres' } } })
  t.match(await at.ask('backup', 'create'), { success: true, data: { engine: 'postgres' } })
  const restored = await at.sure('backup', 'restore', 'latest')
  t.match(restored, { success: true }, restored.message)
  t.match(await at.ask('status'), { data: { database: { engine: 'postgres' } } })
  const back = await at.sure('database', 'move', '--back')
  t.match(back, { success: true }, back.message)
  t.match(await at.ask('status'), { data: { database: { engine: 'sqlite' } } })
  t.match(await at.ask('audit', 'verify'), { success: true })
})

t.test(
  'OPS-55: every daemon of one PostgreSQL lets go of it',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const at = await scene(t)
    const moved = await at.sure('database', 'move', '--to', url)
    t.match(moved, { success: true }, moved.message)
    const second = `${at.dir}-2`
    mkdirSync(second, { mode: 0o700 })
    for (const name of ['secrets.toml', 'kituo.toml']) {
      cpSync(join(at.dir, name), join(second, name))
    }
    const there = (...line: string[]) => typedJson([...line, '--data', second], own)
    const joined = await there(
      'init',
      '--name',
      'Kituo Hospital',
      '--code',
      'kituo',
      '--admin-name',
      'Asha Komba',
      '--no-input',
    )
    t.ok(joined.success, joined.message)
    rmSync(join(second, 'identity'), { recursive: true })
    cpSync(join(at.dir, 'identity'), join(second, 'identity'), { recursive: true })
    let other = await served(t, second)
    t.match(await at.ask('daemon', 'list'), { meta: { total: 2 } })

    const me = async () => {
      const answer = await fetch(`${other.url}/api/v1/auth/me`, {
        headers: { authorization: `Bearer ${at.token}` },
      })
      return { status: answer.status, body: await answer.json() }
    }
    await at.ask('backup', 'create')
    const { seen, result } = await asking(me, at.sure('backup', 'restore', 'latest'))
    t.match(result, { success: true }, result.message)
    t.ok(
      seen.some(
        ({ status, message }) =>
          status === 503 &&
          message === 'Kituo is being maintained: kituo backup restore is at work.',
      ),
      'the other one said so too',
    )
    await other.hear(/"msg":"is back"/)
    t.equal((await me()).status, 401, 'on the generation that is live now: the sessions have ended')
    t.match(await at.ask('daemon', 'list'), { meta: { total: 2 } })

    t.test('a key is not turned under the hands of another machine', async (t) => {
      const refused = await at.sure('secret', 'rotate', 'app_key')
      t.match(refused, { meta: { exit: 5 }, message: /^A daemon works on this database/ })
      t.match(await at.sure('database', 'move', '--to', 'sqlite').catch((error) => error), {
        message: /Daemons still work on this database/,
      })
    })

    t.test('a pointer that another machine turned is followed', async (t) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      // The word of the restore stays in the generation that it left, for as long as its process lives.
      await client.query("delete from kituo_0002.house_holds where kind = 'ALONE'")
      const turned = async (to: number) => {
        await client.query('update kituo.generation set number = $1', [to])
        await other.hear(new RegExp(`generation ${to} became live`))
        while ((await there('database', 'info')).meta.exit !== 0) await wait(50)
        t.match(await there('database', 'info'), { data: { generation: to } })
      }
      await turned(2)
      await turned(3)
    })

    t.test('whoever starts while a command has the database waits with it', async (t) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      other.child.kill('SIGTERM')
      await other.ended
      await client.query(
        `insert into kituo_0003.house_holds (kind, reason, by_name, since, until)
         values ('ALONE', 'kituo works is at work', 'kituo alone 1.1@elsewhere', $1, $2)`,
        [clock.instant(), instantIn(60_000)],
      )
      await at.house.hear(/stands aside: kituo works is at work/)
      const starting = served(t, second)
      while ((await there('module', 'list')).error?.code !== 'daemon.silent') await wait(20)
      const { rows } = await client.query('select host from kituo_0003.daemons')
      t.same(rows, [], 'it starts, and nobody works')
      await client.query("delete from kituo_0003.house_holds where kind = 'ALONE'")
      other = await starting
      await back_again(at)
      t.match(await there('daemon', 'list'), { meta: { total: 2 } })
    })

    t.test('one that does not hear stops it, in time', async (t) => {
      other.child.kill('SIGSTOP')
      t.teardown(() => other.child.kill('SIGCONT'))
      const { allAside } = await import('../../db/house/alone.ts')
      const deployment = await openDeployment(
        readConfiguration({ ...own, flags: { 'data.dir': at.dir } }),
        {
          purpose: 'write',
          command: 'a test',
          env: {},
        },
      )
      await t.rejects(allAside('kituo works', 300), {
        code: 'time.out',
        message: /Nothing was changed/,
      })
      t.equal(await aloneHold(), null, 'nobody is kept waiting for it')
      await deployment.close()
    })
  },
)

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
