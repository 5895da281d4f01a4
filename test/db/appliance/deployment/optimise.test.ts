// The file written anew, when the disk fails just after the pointer was turned (OPS-154).

import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rows } from '../../../../db/store/connection.ts'
import { compact } from '../../../../db/appliance/deployment/optimise.ts'
import { sql } from '../../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { breakAfterTurn } from '../../../support/programs/broken-disk.ts'
import { folder } from '../../../support/folder.ts'

t.setTimeout(600_000)
const dir = folder(t)
const { deployment, department } = await houseAt(configurationAt(dir))
t.teardown(() => deployment.close())
await department('A')
const codes = () => rows(sql`select code from departments`)
const standing = () => [readlinkSync(join(dir, 'current')), ...readdirSync(join(dir, 'gen'))]

for (const [nth, what] of [
  [1, 'the pointer itself is synced'],
  [2, 'the journal is written'],
] as const) {
  t.test(`optimise: the disk fails while ${what}, and what was live is live`, async (t) => {
    const mend = breakAfterTurn(dir, nth)
    try {
      await t.rejects(compact(deployment, 'a test'), /EIO/)
    } finally {
      mend()
    }
    t.same(standing(), ['gen/0001', '0001'])
    t.equal(deployment.generation, 1)
    t.same(await codes(), [{ code: 'A' }], 'the database is open again')
    t.same(readdirSync(join(dir, 'journal')), [])
  })
}

t.test('optimise: on a sound disk the new file is live and the old one stands', async (t) => {
  t.match(await compact(deployment, 'a test'), { generation: 2 })
  t.same(standing(), ['gen/0002', '0001', '0002'])
  t.same(await codes(), [{ code: 'A' }])
})
