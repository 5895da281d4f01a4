// A list is of the branch at which somebody works (PLT-12): everything of one patient is made at another branch,
// and every list is walked by somebody of this one who may do everything here.

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { boot } from '../support/boot.ts'
import { peopleOf } from '../support/people.ts'
import { everything, wholePatient, workshopOf } from '../support/desk/whole-patient.ts'
import { askings, Faults, staff_routes } from '../support/sweeps/privacy.ts'
import { fieldsOf } from '../support/desk/two-hospitals.ts'
import { charts, lists_of_all_branches } from './exceptions.ts'

const lists = staff_routes.filter(
  ({ method, path, reply }) =>
    method === 'GET' &&
    !path.includes(':') &&
    reply.kind === 'page' &&
    fieldsOf(reply.schema).includes('facility_id'),
)

t.test('no list shows another branch to who does not work there (PLT-12)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const officer = await house.people.administrator()
  const made = await officer.post('/facilities', { code: 'OTH', name: 'Other', kind: 'CLINIC' })
  t.equal(made.status, 201, made.message)
  const facility_id: string = made.data.id
  const there = { ...house, facility_id, people: peopleOf(house.app, house.hospital, facility_id) }
  const shop = await workshopOf(there)
  const whole = await wholePatient(shop, { name: 'Fichwaji' })
  const here = await house.people.holding(...everything.filter((code) => code !== 'facility:all'))
  const own = await there.people.holding(...everything.filter((code) => code !== 'facility:all'))
  const faults = new Faults()
  let found = 0
  for (const route of lists) {
    const ways = [...askings(route, whole), { facility_id }, { facility_id: 'all' }]
    for (const asked of ways) {
      if ('patient_id' in asked && charts.includes(route.path)) continue
      const { status, data } = await here.get(route.path, asked)
      const rows: { facility_id: string | null }[] = status === 200 ? data : []
      if (rows.some((row) => row.facility_id === facility_id))
        faults.add(route, [`shows the other branch to ${JSON.stringify(asked)}`])
    }
    const { status, data } = await own.get(route.path, askings(route, whole)[0])
    if (
      status === 200 &&
      data.some((row: { facility_id: string }) => row.facility_id === facility_id)
    )
      found += 1
  }
  t.same(faults.against(lists_of_all_branches), [])
  t.ok(found > lists.length / 2, `${found} of ${lists.length} lists show it to who works there`)
})
