// The register, the portal and privacy from the command line (front office 8).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { loadDemo } from '../../../db/hospital/tenants/demo/load.ts'
import { demoInfo } from '../../../db/hospital/tenants/demo/info.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { unidentified } from '../../../db/hospital/desk/patients/register/unknown.ts'
import { boot } from '../../support/boot.ts'

t.test('what the commands of the front office ask', async (t) => {
  const { people, system, hospital, facility_id } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  t.match(await demoInfo(system), { is_demo: false, patients: 0, digest: null })
  t.equal((await letterheadOf(system, facility_id)).house.name, hospital.name)
  const made = await loadDemo(system, { patients: 50, days: 30, seed: 3, until: '2026-03-30' })

  t.test('demo info: what was asked for and what stands; every paper says DEMO', async (t) => {
    t.match(await demoInfo(system), {
      is_demo: true,
      seed: 3,
      days: 30,
      digest: made.digest,
      patients: 50,
      visits: made.visits,
    })
    t.equal((await letterheadOf(system, facility_id)).house.name, `DEMO · ${hospital.name}`)
    const info = await people.with('reception')
    t.match((await info.get('/portal/info')).data, { hospital: `DEMO · ${hospital.name}` })
  })

  t.test('patient unknown: those who have waited so long, the longest first', async (t) => {
    const clerk = await people.with('reception')
    const one = await clerk.post('/patients/unknown', { unknown_label: 'Woman, market' })
    clock.advance(73 * 3_600_000)
    const later = await people.with('reception')
    const two = await later.post('/patients/unknown', { unknown_label: 'Man, bus stand' })
    const list = await later.get('/patients/unknown')
    t.match(list.data, [{ number: one.data.number }, { number: two.data.number }])
    const old = await later.get('/patients/unknown', { older_than_hours: '72' })
    t.match(old.data, [{ number: one.data.number }])
    t.equal(old.meta?.total, 1)
    t.equal((await unidentified(system, { page: 1, per_page: 1 })).meta.total, 2)
  })
})
