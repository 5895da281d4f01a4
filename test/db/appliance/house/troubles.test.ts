// What is amiss and stops nobody (OPS-26, OPS-27): named from the doctor's own findings, and by nobody asked.

import t from 'tap'
import { createBackup } from '../../../../db/appliance/backups/create.ts'
import {
  forgetTroubles,
  lookAtTroubles,
  troubles,
} from '../../../../db/appliance/house/troubles.ts'
import { presentAuthority } from '../../../../db/appliance/pki/server-authority.ts'
import { deployment as clocks } from '../../../../db/appliance/timetable/tables.ts'
import { theDeployment } from '../../../../db/appliance/timetable/terms.ts'
import { clock, hours, instantIn } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

const { deployment } = await houseAt(configurationAt(folder(t)))
t.teardown(() => deployment.close())
const looked = async () => {
  forgetTroubles()
  await lookAtTroubles(deployment)
  return troubles()
}

t.test('a new house has none', async (t) => {
  t.same(await looked(), [])
})

t.test('the guard of the clock holds', async (t) => {
  await theDeployment()
  await within(() => clocks.changeAnywhere({}, { clock_bad_until: instantIn(hours(1)) }))
  t.same(await looked(), ['clock'])
  await within(() => clocks.changeAnywhere({}, { clock_bad_until: null }))
  t.same(await looked(), [])
})

t.test('the last backup is too old', async (t) => {
  clock.freeze(new Date(Date.now() + hours(27)).toISOString())
  t.teardown(() => clock.release())
  t.same(await looked(), ['backup_late'])
  await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.same(await looked(), [])
})

t.test('the disk has less room than it should, and a certificate ends', async (t) => {
  const [tight, before] = [
    configurationAt(deployment.root.dir, '[disk]\nwarn = "900000GiB"\n'),
    deployment.configuration,
  ]
  deployment.reconfigure(tight)
  t.same(await looked(), ['disk_low'])
  deployment.reconfigure(before)
  await presentAuthority('Kituo Hospital')
  t.same(await looked(), [])
  clock.freeze(new Date(Date.now() + hours(24 * 365 * 10)).toISOString())
  t.teardown(() => clock.release())
  t.ok((await looked()).includes('certificate_soon'))
})
