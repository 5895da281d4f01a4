// PLT-113, OPS-157: a chart stays readable when the log cannot be written; it is counted, and told.

import t from 'tap'
import { run, within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { audit_lost } from '../../../../db/hospital/office/audit/reads.ts'
import { tellOfLost } from '../../../../db/hospital/office/auditing/proofs.ts'
import { bringAreas } from '../../../../db/hospital/start.ts'
import { newId } from '../../../../db/core/ids.ts'
import { raw, sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'

t.test('reads whose rows are lost', async (t) => {
  const { people } = await boot(t)
  const patient_id = newId()
  const id = newId()
  bringAreas([
    ...brings,
    {
      area: 'test',
      entities: [
        {
          type: 'bedside',
          read: 'role:read',
          write: 'role:manage',
          photo: true,
          exists: async () => ({ label: 'V-1', patient_id }),
        },
      ],
    },
  ])
  t.teardown(() => bringAreas())
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const visit = { entity_type: 'bedside', entity_id: id }
  const made = await files.attach(admin, visit, 'a.pdf', files.pdf)
  t.equal(made.status, 201, made.message)
  const move = (from: string, to: string) =>
    within(() => run(sql`alter table ${raw(from)} rename to ${raw(to)}`))
  const before = audit_lost.rows
  await move('audit_rows', 'audit_rows_away')
  try {
    t.equal((await admin.get('/attachments', visit)).meta?.total, 1)
    const file = await admin.get(`/attachments/${made.data.id}/download`)
    t.equal(file.status, 200)
    t.ok(file.raw.equals(files.pdf), 'the file is sent whole')
    t.equal(audit_lost.rows, before + 2)
    const refused = await admin.patch(`/attachments/${made.data.id}`, { description: 'x' })
    t.ok(refused.status >= 500, 'a write is not kept without its row')
  } finally {
    await move('audit_rows_away', 'audit_rows')
  }
  t.equal((await admin.get(`/attachments/${made.data.id}`)).data.description, null)
  t.equal(await tellOfLost(), 1)
  t.match((await officer.get('/notifications', { kind: 'audit.lost' })).data, [
    { title: 'Reads could not be recorded', body: /^2 reads / },
  ])
  t.match((await officer.get('/system')).data.audit, { state: 'WARN' })
})
