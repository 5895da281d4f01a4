// A million rows as CSV, 300,000 as XLSX (platform 9): seconds, memory, and how long the loop stalls.
//   npm run bench -- export [rows, 1000000]

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { perform } from '../daemon/work/jobs.ts'
import { operator } from '../db/core/caller.ts'
import { batchesOf } from '../db/store/batches.ts'
import { closeDatabase, openDatabase, rows, run, within } from '../db/store/connection.ts'
import { brings } from '../db/hospital/areas.ts'
import * as exports from '../db/hospital/office/exports/exports.ts'
import { setExportFolder } from '../db/hospital/office/exports/files.ts'
import * as jobs from '../db/hospital/office/jobs/work.ts'
import { provision } from '../db/hospital/tenants/provisioning/provision.ts'
import { bring } from '../db/hospital/registry.ts'
import { migrate } from '../db/store/migrate.ts'
import { sql } from '../db/store/sql.ts'
import '../db/tables.ts'
import { type Figures, report } from './harness/report.ts'

const wanted = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'kituo-bench-export-'))
const quiet = { info: () => undefined, error: (facts: object) => console.error(facts) }

await openDatabase({ engine: 'sqlite', file: join(folder, 'bench.db'), readers: 2 })
await migrate()
const { hospital } = await provision((id) => operator(id, 'bench'), {
  code: 'bench',
  name: 'Bench',
  country: 'TZ',
  facility: { code: 'MAIN', name: 'Main' },
  administrator: { username: 'admin', full_name: 'Bench Person' },
  password: 'a long enough password',
})
setExportFolder(join(folder, 'exports'))
await within(() =>
  run(sql`create table bench_rows (no integer primary key, name text, amount integer, at text)`),
)
await within(() =>
  run(
    sql`insert into bench_rows with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select i, 'Person number ' || i, i * 50, '2026-03-31T08:30:00.000Z' from n`,
  ),
)

let most = 0
bring([
  ...brings,
  {
    area: 'bench',
    datasets: [
      {
        code: 'bench',
        label: 'Bench',
        area: 'bench',
        permission: 'self:use',
        filters: [{ name: 'most', type: 'number', required: true }],
        columns: [
          { name: 'no', label: 'No', type: 'number' },
          { name: 'name', label: 'Name', type: 'text' },
          { name: 'amount', label: 'Amount', type: 'money' },
          { name: 'at', label: 'At', type: 'instant' },
          { name: 'note', label: 'Note', type: 'text' },
        ],
        count: async (_, filters) => filters['most'] as number,
        rows: (_, filters) =>
          batchesOf<Record<string, unknown>>((after, limit) =>
            rows(
              sql`select no, name, amount, at, 'a, "note"' as note from bench_rows where no > ${after?.['no'] ?? 0} and no <= ${filters['most']} order by no limit ${limit}`,
            ),
          ),
      },
    ],
  },
])

const caller = operator(hospital.id, 'bench')
const results: Record<string, Figures> = {}
for (const [format, count] of [
  ['csv', wanted],
  ['xlsx', Math.round(wanted * 0.3)],
] as const) {
  most = process.memoryUsage.rss()
  const before = most
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const { id } = await exports.create(caller, {
    dataset: 'bench',
    format,
    filters: { most: count },
  })
  loop.enable()
  const began = performance.now()
  for (const claim of await jobs.claim('bench', 1))
    await perform(claim, new AbortController().signal, quiet)
  const seconds = (performance.now() - began) / 1000
  loop.disable()
  clearInterval(watch)
  const done = await exports.find(caller, id)
  results[format] = {
    rows: done.rows_done,
    status: done.status,
    seconds: Number(seconds.toFixed(1)),
    mb: Math.round((done.size ?? 0) / 1e6),
    rss_before_mb: Math.round(before / 1e6),
    rss_most_mb: Math.round(most / 1e6),
    loop_p99_ms: Number((loop.percentile(99) / 1e6).toFixed(1)),
    loop_most_ms: Number((loop.max / 1e6).toFixed(1)),
  }
  statSync(join(folder, 'exports', id))
}
report('export', results, [
  'Goals: 1,000,000 rows CSV under 90 s, memory under 256 MB; 300,000 rows XLSX under 120 s.',
])
await closeDatabase()
rmSync(folder, { recursive: true, force: true })
