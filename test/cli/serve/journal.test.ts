// Moves that were cut off, gone on with or taken back by the name of their journal (OPS-73): the
// password of the server stands in none, so it is brought once more.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readSecrets } from '../../../db/appliance/secrets/secrets.ts'
import { another } from '../../support/programs/another.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { serverDatabase, without_server } from '../../support/programs/server.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

/** A house on SQLite, and moves that somebody began. */
async function cutOff(t: Test) {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  await house.deployment.close()
  writeFileSync(join(dir, 'kituo.toml'), '[database]\ntls = "off"\n')
  const own = { env: { KITUO_CONFIG: undefined } }
  const folderOf = (generation: number): string =>
    join(dir, 'gen', String(generation).padStart(4, '0'))
  return {
    dir,
    folderOf,
    left: (generation: number, url: string | null, process: string | null = null): string => {
      const id = `0199c0de-0000-7000-8000-0000000000${generation}`
      const move = { from: 'sqlite', to: 'postgres', url }
      const more = { by: 'a test', generation, parent: 1, phase: 'PREPARED', process, move }
      const journal = { id, kind: 'move', started_at: '2026-01-01T00:00:00.000Z', ...more }
      mkdirSync(join(dir, 'journal'), { recursive: true })
      mkdirSync(folderOf(generation), { recursive: true })
      writeFileSync(join(dir, 'journal', `${id}.json`), JSON.stringify(journal))
      return id
    },
    address: (url: string, password: string): string[] => {
      const named = new URL(url)
      named.password = password
      writeFileSync(join(dir, 'address.txt'), `${named.toString()}\n`)
      return ['--url-file', join(dir, 'address.txt')]
    },
    ask: (...line: string[]) => typedJson([...line, '--data', dir], own),
    type: (...line: string[]) => typed([...line, '--data', dir], own),
  }
}

/** Asks whoever comes for the password, and lets nobody in. */
async function doorkeeper(t: Test): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] === 0x70) {
        heard.push(bytes.subarray(5, -1).toString())
        const said = Buffer.from('SFATAL\0C28P01\0Mno\0\0')
        const head = Buffer.from([0x45, 0, 0, 0, said.length + 4])
        socket.end(Buffer.concat([head, said]))
      } else socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `postgres://kituo@127.0.0.1:${port}/kituo`, heard }
}

const confirmed = ['--yes', '--confirm', '0199c0de']

t.test('journal undo: takes the password of --url-file, and the move that is named', async (t) => {
  const { left, address, ask, type, folderOf } = await cutOff(t)
  const { url, heard } = await doorkeeper(t)
  const first = left(10, null)
  const second = left(11, null)
  const third = left(12, url)
  t.match(await ask('journal', 'undo', second, ...confirmed), { message: /generation 11 is gone/ })
  t.same([10, 11].map(folderOf).map(existsSync), [true, false])
  t.match(await ask('journal', 'undo', third, ...confirmed, ...address(url, 's3cret')), {
    success: false,
  })
  t.ok(heard.length > 0 && heard.every((word) => word === 's3cret'), heard.join(' '))
  t.ok(existsSync(folderOf(12)), 'what it did not take back is still known')
  const elsewhere = address('postgres://kituo@127.0.0.1/other', 's3cret')
  for (const verb of ['undo', 'resume']) {
    t.match(await type('journal', verb, third, '--dry-run', ...elsewhere), {
      code: 2,
      err: /--url-file names another database than this work goes to\./,
    })
  }
  t.match(await ask('journal', 'undo', first, ...confirmed), { message: /generation 10 is gone/ })
})

t.test('a move at work is not taken away under whoever works on it', async (t) => {
  const { left, ask, folderOf } = await cutOff(t)
  const { named, end } = another(t)
  const id = left(10, null, named)
  const held = {
    success: false,
    message: 'A move is at work (generation 10, by a test). Try again when it has ended.',
    meta: { exit: 5 },
  }
  const abort = ['database', 'move', '--abort', '--yes', '--confirm', 'abort the move']
  t.match(await ask('journal', 'undo', id, ...confirmed), held)
  t.match(await ask('journal', 'resume', id, '--yes'), held)
  t.match(await ask(...abort, '--reason', 'a rehearsal'), held)
  t.ok(existsSync(folderOf(10)))
  await end()
  t.match(await ask(...abort, '--reason', 'a rehearsal'), { success: true })
  t.notOk(existsSync(folderOf(10)))
})

t.test('journal resume: takes the password of --url-file', async (t) => {
  const { left, address, ask } = await cutOff(t)
  const { url, heard } = await doorkeeper(t)
  const id = left(10, url)
  t.match(await ask('journal', 'resume', id, '--yes', ...address(url, 'w0rd')), { success: false })
  t.ok(heard.length > 0 && heard.every((word) => word === 'w0rd'), heard.join(' '))
})

t.test('database move --abort: the one that goes to the address named', async (t) => {
  const { left, address, ask, folderOf } = await cutOff(t)
  const { url, heard } = await doorkeeper(t)
  left(10, null)
  left(11, url)
  const abort = ['database', 'move', '--abort', '--yes', '--confirm', 'abort the move']
  const said = [...abort, '--reason', 'a rehearsal']
  await ask(...said, ...address(url, 'w0rd'))
  t.same(heard.slice(0, 1), ['w0rd'])
  t.ok(existsSync(folderOf(10)), 'not the first one')
  const none = await ask(...said, ...address('postgres://kituo@127.0.0.1/other', 'w0rd'))
  t.match(none, { message: 'No move is under way.' })
})

t.test(
  'journal resume: to the end, and the password stays',
  { skip: without_server },
  async (t) => {
    const { left, address, ask, dir } = await cutOff(t)
    const url = await serverDatabase(t)
    const id = left(10, url)
    const done = await ask('journal', 'resume', id, '--yes', ...address(url, 'w0rd'))
    t.match(done, { success: true, message: /rows are on postgres and proved/ }, done.message)
    t.match(readSecrets(join(dir, 'secrets.toml'), {}), { database_password: 'w0rd' })
    t.notMatch(readFileSync(join(dir, 'kituo.toml'), 'utf8'), /w0rd/)
  },
)
