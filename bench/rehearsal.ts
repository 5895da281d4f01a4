// How long a rehearsal says that pending migrations will take, beside what the live ones then took (O14): a
// column, two indexes and a change of every row, on a house of many rows, several times from the same base.
//   npm run bench -- rehearsal [rows, 1000000] [rounds, 3]

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Asked, readConfiguration } from '../db/appliance/configuration/read.ts'
import type { Document } from '../db/appliance/deployment/line.ts'
import { houseAt } from '../test/support/programs/backed-house.ts'
import { manyDepartments } from '../test/support/programs/many-departments.ts'
import { type Figures, report } from './harness/report.ts'

const [wanted = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number)
const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-rehearsal-'))
const base = join(dir, 'base')
const file = join(dir, 'kituo.toml')
const program = join(import.meta.dirname, '../bin/kituo.ts')
writeFileSync(file, '')

/** The program of a version to come. */
const list = `import { steps as foundation } from './0001-foundation.ts'
import { run } from '../connection.ts'
import { sql } from '../sql.ts'
export const migrations = [{ name: '0001-foundation', steps: async () => foundation }, { name: '0002-next', steps: async () => [
  { add: 'departments', column: 'motto', word: 'text 60?' },
  { index: 'departments', on: { columns: ['hospital_id', 'motto', 'code'] } },
  { index: 'departments', on: { columns: ['hospital_id', 'extension', 'name_key'] } },
  { data: () => run(sql\`update departments set motto = code, sort_order = sort_order + 1\`) },
] }]`
const hook = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => url.endsWith('/db/store/migrations/list.ts')
  ? { format: 'module', source: ${JSON.stringify(list)}, shortCircuit: true } : next(url, context) })`
const loader = `data:text/javascript;base64,${Buffer.from(hook).toString('base64')}`

function typed<T>(data: string, ...line: readonly string[]): T {
  const said = execFileSync(
    process.execPath,
    ['--no-warnings', '--import', loader, program, ...line, '--json', '--data', data],
    { env: { PATH: process.env['PATH'], KITUO_CONFIG: file }, encoding: 'utf8' },
  )
  return (JSON.parse(said) as Document).data as T
}

const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': base } }
const { deployment, department } = await houseAt(readConfiguration(asking))
await department('SEED')
for (let at = 0; at < wanted; at += 100_000) {
  await manyDepartments(deployment.engine, 'SEED', at, at + 99_999)
}
await deployment.engine.script('pragma wal_checkpoint(truncate)')
await deployment.close()

const rows: Record<string, Figures> = {}
for (let round = 1; round <= rounds; round++) {
  const data = join(dir, `round-${round}`)
  cpSync(base, data, { recursive: true, verbatimSymlinks: true })
  const plan = typed<{ quick_ms: number; slow_ms: number }>(data, 'database', 'migrate', '--plan')
  const told = typed<{ took_ms: number }>(data, 'database', 'migrate', '--on-copy').took_ms
  const { applied } = typed<{ applied: { took_ms: number }[] }>(
    data,
    'database',
    'migrate',
    '--yes',
  )
  const live = applied.reduce((sum, one) => sum + one.took_ms, 0)
  rows[`round ${round}`] = {
    'plan, quick ms': plan.quick_ms,
    'plan, slow ms': plan.slow_ms,
    'told ms': told,
    'live ms': live,
    'told of live, %': Math.round((100 * told) / live),
    goal: '70–130',
  }
  rmSync(data, { recursive: true, force: true })
}
rmSync(dir, { recursive: true, force: true })
report('rehearsal', rows, [`${wanted} rows; the rehearsal runs beside nothing, on a cold copy.`])
