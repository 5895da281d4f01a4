// What a restore would lose, as rows to be entered again (OPS-124).

import t from 'tap'
import { lostRows } from '../../../../db/appliance/backups/loss.ts'
import { migrationState } from '../../../../db/store/migrate.ts'
import { readableAt } from '../../../../db/appliance/query/readable.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

t.test('what is lost: all that may be read, and nothing that opens something', async (t) => {
  const house = await houseAt(configurationAt(folder(t)))
  await house.department('A')
  const readable = await readableAt((await migrationState()).applied.map(({ name }) => name))
  const seen = new Map<string, readonly string[]>()
  for await (const { table, columns } of lostRows({ at: '2020-01-01T00:00:00.000Z', tables: {} })) {
    t.same(columns, readable.get(table), table)
    seen.set(table, columns)
  }
  t.ok(seen.get('departments')?.includes('name_key'), 'a key that opens nothing is no secret')
  t.ok(seen.get('users')?.includes('username'))
  t.notOk(seen.get('users')?.includes('password'))
  await house.deployment.close()
})
