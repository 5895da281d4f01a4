// Pending migrations of a house that has data (OPS-144): kept first, each whole or not at all, and no
// older daemon loses its tables.

import t, { type Test } from 'tap'
import { listBackups } from '../../../../db/appliance/backups/list.ts'
import { repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { clock } from '../../../../db/core/clock.ts'
import { row } from '../../../../db/store/connection.ts'
import { finishGeneration, generationAt } from '../../../../db/appliance/deployment/generation.ts'
import { schemaIn } from '../../../../db/appliance/deployment/schema.ts'
import { newId } from '../../../../db/core/ids.ts'
import { type Migration, migrationState } from '../../../../db/store/migrate.ts'
import { migrations } from '../../../../db/store/migrations/list.ts'
import { bringUp } from '../../../../db/appliance/release/bring-up.ts'
import { sql } from '../../../../db/store/sql.ts'
import * as daemons from '../../../../db/appliance/timetable/daemons.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { serverDatabase, without_server } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

/** As a newer program would know them; they are gone again after the test. */
function knowing(t: Test, more: readonly Migration[]): void {
  const known = migrations as Migration[]
  const count = known.length
  known.push(...more)
  t.teardown(() => known.splice(count))
}

const adding = (name: string, more: Partial<Migration> = {}): Migration => ({
  name,
  steps: async () => [{ create: name.slice(5), spec: { key: ['id'], columns: { id: 'text 10' } } }],
  ...more,
})
const broken: Migration = {
  name: '0003-broken',
  steps: async () => [
    ...(await adding('0003-half').steps()),
    { data: () => Promise.reject(new Error('a column has rows that do not fit')) },
  ],
}

t.test('what is pending: a backup first, then each whole or not at all', async (t) => {
  const { deployment } = await houseAt(configurationAt(folder(t)))
  t.teardown(() => deployment.close())
  const backups = async () => listBackups(await repositoryOf(deployment, undefined, true))
  t.same(await bringUp(deployment, 'a test'), { applied: [], backup: null })
  t.same(await backups(), [], 'nothing is pending, nothing is kept')
  knowing(t, [adding('0002-whole'), broken])
  await t.rejects(bringUp(deployment, 'a test'), {
    code: 'version.migration',
    message:
      /^0003-broken did not go through: a column has rows that do not fit\. The database is at schema 2, whole\. .*kituo backup restore \S+-before-update\.kbk$/,
  })
  t.match(await backups(), [{ tag: 'before-update', level: 'CHECK', schema: 1 }])
  const state = await migrationState()
  t.equal(schemaIn(state), 2)
  t.same(state.pending, ['0003-broken'])
  t.ok(await row(sql`select count(*) as n from whole`), 'the one before stands')
  await t.rejects(row(sql`select count(*) as n from half`), 'and nothing of the broken one')
})

t.test('an update has made its backup already', async (t) => {
  const { deployment } = await houseAt(configurationAt(folder(t)))
  t.teardown(() => deployment.close())
  const own = generationAt(deployment.root, 1)
  if (own === null) throw new Error('no generation')
  finishGeneration(deployment.root, { ...own, made_by: 'update', at: clock.instant() })
  knowing(t, [adding('0002-whole')])
  t.same(await bringUp(deployment, 'a test'), { applied: ['0002-whole'], backup: null })
})

t.test(
  'on PostgreSQL: a breaking one waits until no older daemon lives',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const settings = `[database]\nengine = "postgres"\nurl = "${url}"\n`
    const { deployment } = await houseAt(configurationAt(folder(t), settings))
    t.teardown(() => deployment.close())
    const id = newId()
    const about = { host: 'hms2', pid: 7, state: 'READY', reasons: [], listen: [] } as const
    const announce = (program: string) =>
      daemons.announce({ id, ...about, reasons: [], listen: [], program })
    knowing(t, [adding('0002-whole'), adding('0003-breaking', { breaking: true })])
    await announce('0.0.9')
    await t.rejects(bringUp(deployment, 'a test'), {
      code: 'version.daemon',
      message: /^hms2 runs Kituo 0\.0\.9, which cannot work once 0003-breaking is applied\./,
    })
    t.equal(schemaIn(await migrationState()), 1, 'nothing was applied')
    await daemons.leave(id)
    const [one, two] = await Promise.all([bringUp(deployment, 'one'), bringUp(deployment, 'two')])
    t.equal(schemaIn(await migrationState()), 3, 'of two starters each is run once')
    t.ok(one.applied.length + two.applied.length >= 2)
  },
)
