// A move that is killed with rows on their way and indexes set aside goes on where it was: no row, no
// index and no reference is lost by it (OPS-149).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { moveDatabase, type Moving } from '../../../../db/appliance/carry/move.ts'
import { type Asked, readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { row, within } from '../../../../db/store/connection.ts'
import { type Deployment, openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import { openPostgres } from '../../../../db/store/engines/postgres.ts'
import { departments } from '../../../../db/hospital/office/places/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { serverDatabase, without_server } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

const wards = 6000

t.test('killed in the middle, and gone on with', { skip: without_server }, async (t) => {
  const url = await serverDatabase(t)
  const dir = folder(t)
  const file = join(dir, 'kituo.toml')
  writeFileSync(file, '')
  const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
  const { deployment, hospital_id } = await houseAt(readConfiguration(asking))
  for (let at = 0; at < wards; at += 500) {
    await within(() =>
      departments.insertMany(
        Array.from({ length: 500 }, (_, n) => ({
          hospital_id,
          code: `B${at + n}`,
          name: `Ward ${at + n}`,
          name_key: `ward ${at + n}`,
          kind: 'CLINICAL' as const,
        })),
      ),
    )
  }
  const moving = (more: Partial<Moving>): Moving => ({
    to: 'postgres',
    url,
    password: null,
    asking,
    env: {},
    by: 'a test',
    reason: 'more branches',
    ...more,
  })
  await moveDatabase(deployment, moving({ until: 'prepare' }))
  await deployment.close()
  const there = await openPostgres({ url, schema: 'kituo_0002', pool_max: 1 })
  t.teardown(() => there.close())
  const kept = async (): Promise<Record<string, unknown>[]> =>
    there.read(
      `select indexname as name, indexdef as says from pg_indexes where schemaname = 'kituo_0002'
         and tablename !~ '_aside$'
       union all select conname, pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'kituo_0002'::regnamespace and conrelid::regclass::text !~ '_aside$'
       order by 1, 2`,
      [],
    )
  const count = async (table: string): Promise<number> =>
    Number((await there.read(`select count(*) as n from ${table}`, []))[0]?.['n'])
  const made = await kept()
  t.ok(made.length > 1000, `${made.length} indexes and constraints`)

  for (const rows of [1000, 4000]) {
    const script = join(import.meta.dirname, '../../../support/programs/killed-move.ts')
    const child = spawn(process.execPath, [script, dir, url, String(rows)], { stdio: 'ignore' })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    t.same([code, signal], [null, 'SIGKILL'])
    if (rows === 1000) t.ok((await count('indexes_aside')) > 0, 'indexes were aside')
    t.ok((await count('constraints_aside')) > 300, 'references were aside')
    t.ok((await count('departments')) < wards, 'and rows were missing')
  }
  const again: Deployment = await openDeployment(readConfiguration(asking), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  const moved = await moveDatabase(again, moving({ parallel: 4 }))
  t.ok(moved.tables.every(({ digest_equal }) => digest_equal))
  t.match(await row(sql`select count(*) as n from departments where code like 'B%'`), { n: wards })
  t.same(await kept(), made, 'every index and every constraint is there, as it was')
  t.match(
    await row(sql`select count(*) as n from pg_class where relname like '%~_aside' escape '~'`),
    { n: 0 },
  )
  await again.close()
})
