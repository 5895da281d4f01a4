// Commands that need the house alone where the data are on PostgreSQL, or go there (OPS-55, OPS-149).

import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { clock, instantIn } from '../../../db/core/clock.ts'
import { readConfiguration } from '../../../db/appliance/configuration/read.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { allAside, aloneHold, mustStillBeAlone } from '../../../db/appliance/house/alone.ts'
import { asking, back_again, own, scene } from '../../support/programs/alone.ts'
import { served } from '../../support/programs/house.ts'
import { serverDatabase, without_server } from '../../support/programs/server.ts'
import { signing } from '../../support/programs/signing.ts'
import { typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

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

t.test('a move that was cut off goes on beside a house', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const at = await scene(t)
  const me = () => at.get('/api/v1/auth/me', at.token)
  const statuses = (seen: readonly { status: number }[]): number[] => [
    ...new Set(seen.map(({ status }) => status)),
  ]
  const begin = async (): Promise<string> => {
    const begun = await at.sure('database', 'move', '--to', url, '--phase', 'copy')
    t.match(begun, { success: true, data: { phase: 'copy' } }, begun.message)
    return ((await at.ask('journal', 'list')).data as { id: string }[])[0]?.id ?? ''
  }
  const given_up = await begin()
  const undone = await asking(
    me,
    at.ask('journal', 'undo', given_up, '--yes', '--confirm', given_up.slice(0, 8)),
  )
  t.match(undone.result, { success: true, message: /^Given up: generation 2 is gone/ })

  const id = await begin()
  await at.ask('module', 'off', 'theatre', '--yes', '--reason', 'building works')
  const resume = ['journal', 'resume', id, '--yes']
  const { seen, result } = await asking(me, at.ask(...resume))
  t.match(result, { success: true, message: /rows are on postgres and proved/ }, result.message)
  t.same(statuses(seen), [200, 503], 'people were kept out for its last step')
  const through = seen.findIndex(({ status }) => status === 503)
  t.ok(through > 3, `answered ${through} times while it was copied`)
  t.equal(seen.at(-1)?.status, 200, 'whoever was signed in still is')
  t.match(await at.ask('status'), { data: { database: { engine: 'postgres' } } })
  const modules = (await at.ask('module', 'list')).data as { module: string; enabled: boolean }[]
  t.equal(modules.find(({ module }) => module === 'theatre')?.enabled, false, 'what came since')
  t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })
})

t.test('a move that a second person approves', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const at = await signing(t)
  const line = ['database', 'move', '--to', url]
  const [copy, whole] = [await at.asked(...line, '--phase', 'copy'), await at.asked(...line)]

  const copied = await asking(at.me, at.approve(copy))
  t.match(copied.result, { success: true, data: { phase: 'copy' } }, copied.result.message)
  t.same([...new Set(copied.seen.map(({ status }) => status))], [200], 'nobody had to stand aside')
  t.match(await at.state(copy), 'DONE', 'the house wrote it')
  t.match(await at.rows('command.database.move'), [{ query: { asked_by: 'asha Mushi' } }])
  t.match(await at.rows('command.request.approve'), [{ query: { id: copy } }])

  const { seen, result } = await asking(at.me, at.approve(whole))
  t.match(result, { success: true, warnings: [] }, result.message)
  t.same([...new Set(seen.map(({ status }) => status))], [200, 503])
  t.equal(seen.at(-1)?.status, 200)
  t.match(await at.ask('status'), { data: { database: { engine: 'postgres' } } })
  t.match(await at.ask('request', 'show', whole), {
    data: { state: 'DONE', decided_by: 'neema Mushi', process: null },
  })
  t.equal((await at.rows('command.request.approve')).length, 2)
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
    const serveThere = () => served(t, second)
    let other = await serveThere()
    t.match(await at.ask('daemon', 'list'), { meta: { total: 2 } })

    const me = async () => {
      const answer = await fetch(`${other.url}/api/v1/auth/me`, {
        headers: { authorization: `Bearer ${at.token}`, connection: 'close' },
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

    t.test('a server that another machine left is let go of (OPS-152)', async (t) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      const left = (at: string | null) =>
        client.query('update kituo.generation set left_at = $1, left_to = $2', [at, 'SQLite on b'])
      await left('2026-11-23T10:00:00.000Z')
      await other.hear(/the data left this PostgreSQL for SQLite on b/)
      t.match(await there('database', 'info'), { meta: { exit: 5 } })
      await left(null)
      while ((await there('database', 'info')).meta.exit !== 0) await wait(50)
    })

    const asCommand = () =>
      openDeployment(readConfiguration({ ...own, flags: { 'data.dir': at.dir } }), {
        purpose: 'write',
        command: 'a test',
        env: {},
      })

    t.test('a command that was stopped for too long makes nothing live', async (t) => {
      const deployment = await asCommand()
      const letOthers = await allAside('kituo works')
      await mustStillBeAlone()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      await client.query("update kituo_0003.house_holds set until = $1 where kind = 'ALONE'", [
        instantIn(-1000),
      ])
      await back_again(at)
      await t.rejects(mustStillBeAlone(), { code: 'lock.held', message: /Nothing became live/ })
      await letOthers()
      await deployment.close()
    })

    t.test('whoever starts while a command has the database waits with it', async (t) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      other.child.kill('SIGTERM')
      await other.ended
      await client.query(
        `insert into kituo_0003.house_holds (kind, reason, by_name, since, until)
         values ('ALONE', 'kituo works is at work', 'kituo alone 1.1.another-boot@elsewhere', $1, $2)`,
        [clock.instant(), instantIn(60_000)],
      )
      const atWork = async () => (await client.query('select host from kituo_0003.daemons')).rows
      while ((await atWork()).length > 0) await wait(20)
      // For as long as the whole test: what comes after it stops this one.
      const starting = serveThere()
      while ((await there('module', 'list')).error?.code !== 'daemon.silent') await wait(20)
      t.same(await atWork(), [], 'it starts, and nobody works')
      await client.query("delete from kituo_0003.house_holds where kind = 'ALONE'")
      other = await starting
      await back_again(at)
      t.match(await there('daemon', 'list'), { meta: { total: 2 } })
    })

    t.test('one that does not hear stops it, in time', async (t) => {
      other.child.kill('SIGSTOP')
      t.teardown(() => other.child.kill('SIGCONT'))
      const deployment = await asCommand()
      await t.rejects(allAside('kituo works', 300), {
        code: 'time.out',
        message: new RegExp(`\\(pid ${other.child.pid}\\).*Nothing was changed`),
      })
      t.equal(await aloneHold(), null, 'nobody is kept waiting for it')
      await deployment.close()
    })
  },
)
