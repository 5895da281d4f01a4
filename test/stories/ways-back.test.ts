// Every way back ends with people at work: they sign in with all they may do, a patient is opened, a
// sale is made with its receipt, a message leaves, the audit log goes on, and no number is missing that
// is not named (OPS-85, OPS-106, OPS-128).

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  beginWork,
  sells,
  stillAtWork,
  type Work,
  type Working,
} from '../support/programs/at-work.ts'
import { folder } from '../support/folder.ts'
import { type Served, served } from '../support/programs/house.ts'
import { server, serverDatabase } from '../support/programs/server.ts'
import { typedJson } from '../support/programs/typed.ts'
import type { Document } from '../../db/appliance/deployment/line.ts'

t.setTimeout(600_000)

interface Stand extends Working {
  dir: string
  house: () => Served
  /** Ends it, so that a command has the data alone. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A house of this folder, with settings of its own. */
function standIn(t: Test, dir: string, settings = ''): Stand {
  const file = `${dir}.toml`
  writeFileSync(file, `backup.hourly = false\nlimits.open_sign_in = 1000\n${settings}`)
  const world = { env: { KITUO_CONFIG: file } }
  // How long each took is a remark in the record of the test, and never judged.
  const ask = async (...line: string[]): Promise<Document> => {
    const began = performance.now()
    const said = await typedJson([...line, '--data', dir], world)
    t.comment(`${line.join(' ').slice(0, 60)}: ${Math.round(performance.now() - began)} ms`)
    return said
  }
  const sure: Stand['sure'] = async (...line) => {
    const why = ['--reason', 'a rehearsal']
    const { data, message } = await ask(...line, ...why, '--dry-run')
    if (data === null) throw new Error(message)
    const { type = null } = data as { type?: string | null }
    const said = await ask(...line, ...why, '--yes', ...(type === null ? [] : ['--confirm', type]))
    return approved(said)
  }
  /** A house of several people asks a second one for what may lose data. */
  const approved = (said: Document): Promise<Document> | Document => {
    const [, request = ''] = /^Recorded as (\S+); nothing is done/.exec(said.message) ?? []
    const as = ['--as', 'admin', '--password-file', `${dir}.password`]
    return request === ''
      ? said
      : ask('request', 'approve', request, '--yes', '--confirm', request.slice(0, 8), ...as)
  }
  let current: Served | undefined
  const house = (): Served => {
    if (current === undefined) throw new Error('it does not run')
    return current
  }
  return {
    dir,
    ask,
    sure,
    house,
    url: () => house().url,
    async start() {
      current = await served(t, dir, '--config', file)
    },
    async stop() {
      house().child.kill('SIGTERM')
      await house().ended
    },
  }
}

const st_mary = ['init', '--name', 'St Mary', '--code', 'st-mary', '--no-input']
const password = 'long enough for Asha'

async function founded(stand: Stand, words: string): Promise<Work> {
  const secret = `${stand.dir}.password`
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  const kept = ['--admin-password-file', secret, '--recovery-out', words]
  const made = await stand.ask(...st_mary, '--admin-name', 'Asha Komba', ...kept)
  if (!made.success) throw new Error(made.message)
  await stand.start()
  return beginWork(stand, password)
}

const settingsOf = async (t: Test): Promise<string> =>
  server === undefined
    ? ''
    : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`

t.test('every way back ends with people at work', { timeout: 600_000 }, async (t) => {
  const at = folder(t)
  const words = join(at, 'words')
  mkdirSync(join(at, 'one'))
  const one = standIn(t, join(at, 'one', 'data'), await settingsOf(t))
  const work = await founded(one, words)
  const first = await sells(one, work)
  t.match(await one.ask('backup', 'create'), { success: true })
  const lost = await sells(one, work)
  t.not(first, lost)
  const repository = join(one.dir, 'backups')

  const restored = await one.sure('backup', 'restore', 'latest')
  t.match(restored, { success: true }, restored.message)
  await stillAtWork(t, 'backup restore', one, work)
  t.match(await one.ask('sequence', 'lost'), { data: [{ kind: /./ }] })

  const back = await one.sure('generation', 'rollback')
  t.match(back, { success: true }, back.message)
  await stillAtWork(t, 'generation rollback', one, work)

  const file = join(at, 'export.tar')
  t.match(await one.ask('backup', 'export', 'latest', '--out', file), { success: true })
  const key = ['--key-file', words]
  for (const [name, from] of [
    ['folder', join(repository, 'latest')],
    ['file', file],
  ] as const) {
    mkdirSync(join(at, name))
    const next = standIn(t, join(at, name, 'data'), await settingsOf(t))
    const made = await next.ask('init', '--from-backup', from, ...key)
    t.match(made, { success: true }, made.message)
    await next.start()
    await stillAtWork(t, `init --from-backup, a ${name}`, next, work)
    await next.stop()
  }

  mkdirSync(join(at, 'anew'))
  const anew = standIn(t, join(at, 'anew', 'data'), await settingsOf(t))
  const kept = ['--recovery-out', join(at, 'other-words')]
  const other = await anew.ask(...st_mary, '--admin-name', 'Nobody', ...kept)
  t.match(other, { success: true }, other.message)
  const taken = await anew.sure('backup', 'restore', file, '--new-machine', ...key)
  t.match(taken, { success: true }, taken.message)
  await anew.start()
  await stillAtWork(t, 'backup restore --new-machine', anew, work)
  await anew.stop()
  await one.stop()
})

t.test(
  'a move to PostgreSQL and back ends with people at work',
  { skip: server === undefined && 'no server', timeout: 600_000 },
  async (t) => {
    const at = folder(t)
    const one = standIn(t, join(at, 'data'))
    const work = await founded(one, join(at, 'words'))
    await sells(one, work)
    const there = await one.sure('database', 'move', '--to', await serverDatabase(t))
    t.match(there, { success: true }, there.message)
    await stillAtWork(t, 'database move to PostgreSQL', one, work)
    const back = await one.sure('database', 'move', '--to', 'sqlite')
    t.match(back, { success: true }, back.message)
    await stillAtWork(t, 'database move to SQLite', one, work)
    await one.stop()
  },
)
