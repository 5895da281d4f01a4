// No number is given twice after a restore, whoever counts it, and the numbers that were left behind are
// no gaps (OPS-129, OPS-130).

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../../../db/appliance/backups/keys.ts'
import { restoreBackup } from '../../../../db/appliance/backups/restore.ts'
import { operator } from '../../../../db/core/caller.ts'
import { clock, dayIn } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { seriesBroken } from '../../../../db/hospital/money/accounting/proofs/proofs.ts'
import { accounts, entry_series } from '../../../../db/hospital/money/accounting/tables.ts'
import { writeHour } from '../../../../db/hospital/office/auditing/hourly.ts'
import { drawers } from '../../../../db/hospital/money/drawers/tables.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { lostNumbers } from '../../../../db/hospital/office/sequences/lost.ts'
import { nextReference } from '../../../../db/hospital/office/sequences/references.ts'
import { restored } from '../../../../db/hospital/office/sequences/restored.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { server, serverDatabase } from '../../../support/programs/server.ts'

const year = 2026

async function house(t: Test) {
  const settings =
    server === undefined
      ? ''
      : `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
  const { deployment, hospital_id } = await houseAt(configurationAt(folder(t), settings))
  t.teardown(() => deployment.close())
  const caller = operator(hospital_id, 'a test')
  const main = await facilities.find({ hospital_id, is_main: true })
  const account = await accounts.find({ hospital_id })
  const drawer = await within(() =>
    drawers.insert({
      hospital_id,
      facility_id: main?.id ?? '',
      name: 'Till 1',
      name_key: 'till 1',
      account_id: account?.id ?? '',
      last_z: 7,
    }),
  )
  const reference = () => within(() => nextReference(caller, 'plan_purchase'))
  const entries = (last_number: number) =>
    within(async () => {
      const key = { hospital_id, year }
      if ((await entry_series.change(key, { last_number })) === 0) {
        await entry_series.insert({ ...key, last_number })
      }
    })
  const closed = (last_z: number) =>
    within(() => drawers.change({ hospital_id, id: drawer.id }, { last_z }))
  const given = async () => ({
    entries: (await entry_series.find({ hospital_id, year }))?.last_number,
    z: (await drawers.find({ hospital_id, id: drawer.id }))?.last_z,
  })
  return { deployment, hospital_id, caller, drawer, reference, entries, closed, given }
}

t.test('every series goes on, and what was left behind is no gap', async (t) => {
  const { deployment, hospital_id, caller, drawer, reference, entries, closed, given } =
    await house(t)
  t.equal(await reference(), 'PUR-000001')
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.equal(await reference(), 'PUR-000002')
  t.equal(await reference(), 'PUR-000003')
  await entries(4)
  await closed(9)
  t.match(await seriesBroken(hospital_id, null), { bad: 'JE-2026' }, 'four entries that are not')

  const repository = await repositoryOf(deployment, undefined, true)
  const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
  const asked = { repository, name, masters, by: 'a test', reason: 'rehearsal' }
  await restoreBackup(deployment, { ...asked, without_safety: true })

  t.equal(await reference(), 'PUR-000004')
  t.same(await given(), { entries: 4, z: 9 })
  t.match(await seriesBroken(hospital_id, null), { series: 1, bad: null })
  await entries(5)
  t.match(await seriesBroken(hospital_id, null), { bad: 'JE-2026' }, 'a gap of its own is one')
  const note = `Lost in the restore of ${dayIn('Africa/Dar_es_Salaam')}`
  t.same(await lostNumbers(caller), [
    { kind: 'plan_purchase', place: '*', period: '*', first: 2, last: 3, note },
    { kind: 'journal_entry', place: '*', period: '2026', first: 1, last: 4, note },
    { kind: 'shift_z', place: drawer.id, period: '*', first: 8, last: 9, note },
  ])
})

t.test('where the data are gone the lines of the hours know', async (t) => {
  const { deployment, hospital_id, caller, drawer, reference, entries, given } = await house(t)
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.equal(await reference(), 'PUR-000001')
  await entries(2)
  const [line] = await writeHour(null)
  t.match(line?.series, { 'plan_purchase/*/*': 1, 'journal_entry/*/2026': 2 })
  t.equal(line?.series[`shift_z/${drawer.id}/*`], 7)
  const log = join(deployment.root.dir, 'audit-anchors.log')
  const odd = { 'journal_entry/*/2026': 'many', 'bill/*': 4, 'a/b/c/d': 1, 'journal_entry/*/x': 1 }
  const more = { ...line, series: { ...odd, 'plan_purchase/*/*': 5 } }
  appendFileSync(log, `${JSON.stringify(more)}\n`)

  const before = await given()
  t.match(before, { entries: 2 })
  const at = clock.instant()
  const done = await within(() => restored(caller, { at, parted_at: null, live: null }))
  t.match(done, { numbers_lost: 4 }, name)
  t.same(await given(), before)
  t.equal(await reference(), 'PUR-000006')
  t.match(await lostNumbers(caller), [{ kind: 'plan_purchase', first: 2, last: 5 }])
  t.ok((await entry_series.all({ hospital_id })).every((one) => Number.isInteger(one.year)))
})
