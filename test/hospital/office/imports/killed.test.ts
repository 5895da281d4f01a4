// PLT 3.9: killed in the middle and started again: no row twice, none lost.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import * as imports from '../../../../db/hospital/office/imports/imports.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'
import { makeThings, things } from '../../../support/sweeps/things.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const script = join(import.meta.dirname, '../../../support/programs/import-worker.ts')
const count = 6000

t.test('an import whose daemon is killed', { timeout: 600_000 }, async (t) => {
  const { hospital, database, facility_id } = await boot(t)
  const folder = join(database.folder, 'imports')
  setImportFolder(folder)
  await makeThings()
  bring([...brings, { area: 'test', imports: [things] }])
  const caller = { ...operator(hospital.id, 'cli:test', facility_id), facility_ids: [facility_id] }
  let child: ChildProcess | undefined
  t.teardown(() => child?.kill('SIGKILL'))

  const start = (): void => {
    child = spawn(
      process.execPath,
      ['--no-warnings', script, JSON.stringify(database.address), folder],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  const kill = async (): Promise<void> => {
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGKILL')
    await gone
    // Another daemon would wait 60 s for a sign of life; on SQLite the next start knows better.
    if (on_postgres)
      await within(() =>
        run(sql`update jobs set lease_until = '2026-01-01T00:00:00.000Z' where status = 'RUNNING'`),
      )
  }
  const until = async (what: string, met: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + 240_000
    while (!(await met())) {
      if (performance.now() > end) throw new Error(`${what} did not come`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const written = async (): Promise<number> =>
    Number((await row<{ n: number }>(sql`select count(*) as n from things`))?.n ?? 0)
  const state = (id: string) => imports.find(caller, id)

  const lines = Array.from({ length: count }, (_, n) => `T-${n},Thing ${n}\n`).join('')
  const { id } = await imports.upload(caller, {
    kind: 'things',
    file_name: 'things.csv',
    bytes: Buffer.from(`no,name\n${lines}`),
  })
  start()
  await until('a part of the check', async () => (await state(id)).rows_done >= 500)
  await kill()
  start()
  await until('the check', async () => (await state(id)).status === 'CHECKED')
  t.match(await state(id), { rows_total: count, rows_ok: count, rows_error: 0 })
  await kill()
  await within(() => imports.commit(caller, id))
  for (const part of [1, 2]) {
    start()
    await until('a part of the rows', async () => (await written()) >= part * 1500)
    await kill()
    const now = await written()
    t.ok(now < count, `killed after ${now} rows`)
    t.equal((await state(id)).rows_done, now, 'whole pieces alone: the import knows of each')
  }
  start()
  await until('the end', async () => (await state(id)).status === 'DONE')
  t.match(await state(id), { created: count, rows_done: count })
  t.equal(await written(), count)
  t.same(await rows(sql`select no from things group by no having count(*) > 1`), [])
})
