// A house of many rows that serves while it is looked after, put back and moved: how long its starts take
// (O3, O7), a second backup (O8), the report of a loss (O12), the doctor (O13), and how long people are
// kept out (O11, O15). The program is typed as its users do, packaged when there is one.
//   npm run bench -- beside [rows, 1000000; 7500000 are 4 GB]
//   KITUO_TEST_DATABASE_URL=postgres://… also moves to an empty database of that server

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Asked, readConfiguration } from '../db/appliance/configuration/read.ts'
import { run, within } from '../db/store/connection.ts'
import { databaseFile } from '../db/appliance/deployment/generation.ts'
import { sql } from '../db/store/sql.ts'
import { houseAt } from '../test/support/programs/backed-house.ts'
import { manyDepartments } from '../test/support/programs/many-departments.ts'
import { env as clean, program, wordsOf } from './harness/program.ts'
import { type Figures, report } from './harness/report.ts'
import { serverDatabase } from './harness/server.ts'

const wanted = Number(process.argv[2] ?? 1_000_000)
const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-beside-'))
const file = join(dir, 'kituo.toml')
const address = `127.0.0.1:${await freePort()}`
writeFileSync(file, `listen = ["${address}"]\n`)
const env = { ...clean, KITUO_CONFIG: file, KITUO_DATA_DIR: dir }
const rows: Record<string, Figures> = {}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  server.close()
  return typeof found === 'object' && found !== null ? found.port : 0
}

/** Made by the database itself: gigabytes in minutes. */
async function fill(): Promise<number> {
  const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
  const { deployment, department } = await houseAt(readConfiguration(asking))
  await department('SEED')
  for (let at = 0; at < wanted; at += 100_000) {
    await manyDepartments(deployment.engine, 'SEED', at, at + 99_999)
  }
  await within(() => run(sql`update departments set extension = ${'1'} where code = ${'SEED'}`))
  await deployment.engine.script('pragma wal_checkpoint(truncate)')
  const { size } = statSync(databaseFile(deployment.root, deployment.generation))
  await deployment.close()
  return size / 1e6
}

const answers = (path = 'ready'): Promise<number | null> =>
  fetch(`http://${address}/api/v1/${path}`).then(
    ({ status }) => status,
    () => null,
  )

async function serve(name: string): Promise<ChildProcess> {
  const began = performance.now()
  const child = spawn(program, wordsOf(['serve', '--allow-root']), { env, stdio: 'ignore' })
  while ((await answers()) !== 200) await pause(5)
  note(name, performance.now() - began)
  return child
}

function note(name: string, ms: number, more: Figures = {}): void {
  rows[name] = { s: Math.round(ms) / 1000, ...more }
}

/** Typed beside the house; who asks every 20 ms says how long nobody was served. */
async function beside(name: string, ...line: string[]): Promise<void> {
  const began = performance.now()
  const typed = spawn(program, wordsOf([...line, '--json']), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  typed.stdout.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
  const ended = once(typed, 'close')
  let out: number | null = null
  let longest = 0
  let going = true
  const watching = (async () => {
    while (going) {
      // Whoever asks so often is told to ask less, which is an answer too.
      const status = await answers('auth/me')
      if (status !== null && status !== 503) out = null
      else {
        out ??= performance.now()
        longest = Math.max(longest, performance.now() - out)
      }
      await pause(20)
    }
  })()
  await ended
  going = false
  await watching
  const { success, message } = JSON.parse(said) as { success: boolean; message: string }
  // The doctor always finds something on a machine like this.
  if (!success && line[0] !== 'doctor') throw new Error(`${line.join(' ')}: ${message}`)
  note(name, performance.now() - began, { 'kept out s': Math.round(longest) / 1000 })
}

const mb = Math.round(await fill())
let house = await serve('first start on the base')
for (let round = 1; round <= 3; round++) {
  house.kill('SIGTERM')
  await once(house, 'exit')
  house = await serve(`start ${round}, cleanly stopped before`)
  house.kill('SIGKILL')
  await once(house, 'exit')
  house = await serve(`start ${round}, killed before`)
}
await beside('backup create', 'backup', 'create', '--tag', 'bench')
await beside('backup create again', 'backup', 'create', '--tag', 'again')
await beside('report of a loss', 'backup', 'restore', 'latest', '--plan')
await beside('doctor, whole', 'doctor')
await beside('doctor, light', 'doctor', '--light')
const sure = ['--reason', 'a bench', '--yes', '--confirm']
const listed = spawn(program, wordsOf(['backup', 'list', '--json']), {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let text = ''
listed.stdout.setEncoding('utf8').on('data', (piece: string) => void (text += piece))
await once(listed, 'close')
const { data } = JSON.parse(text) as { data: { name: string }[] }
const backup = data.at(-1)?.name ?? ''
await beside('restore beside the house', 'backup', 'restore', backup, ...sure, `restore ${backup}`)
const server = await serverDatabase()
if (server !== null) {
  const moving = ['database', 'move', '--to', server.url]
  await beside('move to PostgreSQL beside the house', ...moving, ...sure, 'move to postgres')
}
house.kill('SIGTERM')
await once(house, 'exit')
await server?.drop()
rmSync(dir, { recursive: true, force: true })
report('beside', rows, [`${wanted} rows, ${mb} MB.`])
