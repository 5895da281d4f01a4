import { createHash } from 'node:crypto'
import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { differences, schemaOf, schemaWanted } from '../../../db/store/drift.ts'
import { migrate, migrationState } from '../../../db/store/migrate.ts'
import { migrations } from '../../../db/store/migrations/list.ts'
import { sql } from '../../../db/store/sql.ts'
import { tables } from '../../../db/tables.ts'
import { drawn } from '../../../scripts/foundation.ts'
import { boot } from '../../support/boot.ts'

t.test('migrations: they make just what the tables say', async (t) => {
  t.same(differences(await schemaOf(migrations), schemaWanted(tables)), [])
})

t.test('migrations: the foundation is what its script draws, a file an area', async (t) => {
  for (const [area, schema] of drawn()) {
    const file = await import(`../../../db/store/migrations/foundation/${area}.ts`)
    t.same(file.schema, schema, `${area}: npm run draw`)
  }
})

t.test('migrations: numbered without a gap, each name once', async (t) => {
  migrations.forEach(({ name }, index) => {
    t.match(name, new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+$`))
  })
})

t.test('migrations: on a database', async (t) => {
  await boot(t)

  t.test('running twice does nothing', async (t) => {
    t.same(await migrate(), [])
    t.same((await migrationState()).pending, [])
  })

  t.test('every column of every table is there', async (t) => {
    for (const table of tables) {
      t.ok(Array.isArray(await table.allAnywhere({}, { limit: 1 })), table.name)
    }
  })

  t.test('a change made by a newer program, marked breaking, is not run over', async (t) => {
    await within(() =>
      run(
        sql`insert into migrations (name, applied_at, breaking) values ('9999-later', ${'2027-01-01T00:00:00.000Z'}, ${true})`,
      ),
    )
    await t.rejects(migrate(), /9999-later/)
  })
})

/** Released migrations are pinned by their hash; before the first release there is none. */
const released: Record<string, string> = {}

t.test('migrations: released ones are never edited', async (t) => {
  for (const [name, hash] of Object.entries(released)) {
    const migration = migrations.find((one) => one.name === name)
    const steps = await migration?.steps()
    t.equal(createHash('sha256').update(JSON.stringify(steps)).digest('hex'), hash, name)
  }
})
