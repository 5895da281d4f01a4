// Backup, proof, restore and move of a house with rows in it: MB/s and rows/s, and what a writer waits
// while a backup is made (O8, O9, O10, O11, O15).
//   npm run bench -- appliance [rows, 100000]
//   KITUO_TEST_DATABASE_URL=postgres://… also moves to an empty database of that server

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackup, repositoryOf } from '../db/appliance/backups/create.ts'
import { unlockOrMake } from '../db/appliance/backups/keys.ts'
import { restoreBackup } from '../db/appliance/backups/restore.ts'
import { verifyBackup } from '../db/appliance/backups/verify.ts'
import { moveDatabase } from '../db/appliance/carry/move.ts'
import { type Asked, readConfiguration } from '../db/appliance/configuration/read.ts'
import { run, within } from '../db/store/connection.ts'
import { databaseFile } from '../db/appliance/deployment/generation.ts'
import { departments } from '../db/hospital/office/places/tables.ts'
import { sql } from '../db/store/sql.ts'
import { houseAt } from '../test/support/programs/backed-house.ts'
import { type Figures, report } from './harness/report.ts'
import { serverDatabase } from './harness/server.ts'

const wanted = Number(process.argv[2] ?? 100_000)
const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-'))
const file = join(dir, 'kituo.toml')
writeFileSync(file, '')
const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
const { deployment, hospital_id } = await houseAt(readConfiguration(asking))
const rows: Record<string, Figures> = {}
const size = (): number => statSync(databaseFile(deployment.root, deployment.generation)).size / 1e6

for (let at = 0; at < wanted; at += 500) {
  await within(() =>
    departments.insertMany(
      Array.from({ length: 500 }, (_, n) => ({
        hospital_id,
        code: `B${at + n}`,
        name: `Ward ${at + n} of the long corridor`,
        name_key: `ward ${at + n}`,
        kind: 'CLINICAL' as const,
      })),
    ),
  )
}
await deployment.engine.script('pragma wal_checkpoint(truncate)')

const ward = (await departments.find({ hospital_id, code: 'B7' }))?.id ?? ''

/** One small write after the other, until told to stop; how long each took. */
function writer(): { stop(): Promise<Figures> } {
  const took: number[] = []
  let going = true
  const work = (async () => {
    while (going) {
      const began = performance.now()
      await within(() =>
        run(
          sql`update departments set extension = ${String(Math.round(began) % 10_000)}
            where hospital_id = ${hospital_id} and id = ${ward}`,
        ),
      )
      took.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })()
  return {
    async stop() {
      going = false
      await work
      const sorted = took.toSorted((a, b) => a - b)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      return {
        'writer p99 ms': Math.round(p99 * 10) / 10,
        'worst ms': Math.round(sorted.at(-1) ?? 0),
      }
    },
  }
}

async function timed(
  name: string,
  work: () => Promise<unknown>,
  with_writer = false,
): Promise<void> {
  const mb = size()
  const beside = with_writer ? writer() : null
  const began = performance.now()
  await work()
  const s = (performance.now() - began) / 1000
  const waits = (await beside?.stop()) ?? { 'writer p99 ms': '', 'worst ms': '' }
  rows[name] = {
    MB: Math.round(mb),
    s: Math.round(s * 10) / 10,
    'MB/s': Math.round(mb / s),
    ...waits,
  }
}

let made = ''
const quiet = writer()
await new Promise((resolve) => setTimeout(resolve, 3000))
rows['nothing beside'] = { MB: '', s: 3, 'MB/s': '', ...(await quiet.stop()) }
await timed(
  'backup, a writer beside',
  async () => {
    made = (await createBackup(deployment, { tag: 'bench', by: 'bench' })).name
  },
  true,
)
const repository = await repositoryOf(deployment, undefined)
const masters = await unlockOrMake(repository, deployment.secrets, 'bench')
await timed('verify (RESTORE)', () => verifyBackup(deployment, repository, made, masters))
await timed('restore, whole', async () => {
  const asked = { repository, name: made, masters, by: 'bench', reason: 'bench' }
  const { offline_ms } = await restoreBackup(deployment, asked)
  rows['restore, offline part'] = {
    MB: '',
    s: offline_ms / 1000,
    'MB/s': '',
    'writer p99 ms': '',
    'worst ms': '',
  }
})

const server = await serverDatabase()
const notes = [`${wanted} rows beside those of a new hospital.`]
if (server !== null) {
  const reached = new Map<string, number>()
  const moved = await moveDatabase(deployment, {
    to: 'postgres',
    url: server.url,
    password: null,
    asking,
    env: {},
    by: 'bench',
    reason: 'bench',
    until: 'prove',
    onPhase: async (phase) => void reached.set(phase, performance.now()),
  })
  const between = (from: string, to: string): number =>
    (reached.get(to) ?? 0) - (reached.get(from) ?? 0)
  const copied = between('PREPARED', 'COPIED')
  const proved = between('COPIED', 'PROVED')
  notes.push(
    `Of it the schema ${Math.round(moved.took_ms - copied - proved)} ms, the copy ${Math.round(copied)} ms, the proof ${Math.round(proved)} ms: ${Math.round((moved.rows / (copied + proved)) * 1000)} rows/s copied and proved (goal 20,000).`,
  )
  notes.push(
    `Move to PostgreSQL: ${moved.rows} rows copied and proved in ${moved.took_ms} ms, ${Math.round((moved.rows / moved.took_ms) * 1000)} rows/s.`,
  )
  await deployment.close()
  await server.drop()
} else await deployment.close()
rmSync(dir, { recursive: true, force: true })
report('appliance', rows, notes)
