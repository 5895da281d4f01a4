// The wards that a hospital usually has, set up at once: rooms, beds, what a day in them is called.

import t from 'tap'
import { openFromTemplate } from '../../../../db/hospital/care/wards/places/from-template.ts'
import {
  templateLines,
  usual_classes,
  usual_wards,
} from '../../../../db/hospital/care/wards/places/usual-wards.ts'
import { ward_templates } from '../../../../db/hospital/care/wards/words.ts'
import { usual_departments } from '../../../../db/hospital/office/places/shipped-departments.ts'
import { within } from '../../../../db/store/connection.ts'
import { done, pricedBeds, wardHouse } from '../../../support/desk/ward.ts'

t.test('every template is one that can be asked for, of a department that is usual', (t) => {
  t.same(
    usual_wards.map(({ template }) => template),
    ward_templates,
  )
  const departments = usual_departments.map(([code]) => code)
  for (const { template, ward, department } of usual_wards) {
    t.ok(departments.includes(department), `${template}: ${department}`)
    t.match(ward.code, /^[A-Z]{2,4}$/)
  }
  t.equal(new Set(usual_wards.map(({ ward }) => ward.code)).size, usual_wards.length)
  t.end()
})

t.test('a hospital with all of them', async (t) => {
  const on = await wardHouse(t)
  const { house, admin } = on
  const by = house.system
  const own = await done(admin.post('/bed-classes', { name: 'general', code: 'BEDG' }))
  await pricedBeds(house, { BEDG: 10_000, 'BED-ISO': 20_000 })
  for (const { template, beds, name } of templateLines()) {
    const { ward, unpriced } = await within(() => openFromTemplate(by, template))
    t.match(ward, { name, department: null, active: true }, template)
    t.equal(ward.beds.total + ward.beds.extra, beds, template)
    t.notOk(unpriced.includes('BEDG') || unpriced.includes('BED-ISO'), 'these have a price')
  }
  const classes = await done(admin.get('/bed-classes?limit=100'))
  t.equal(classes.length, Object.keys(usual_classes).length, 'one of each, whatever ward took it')
  const [cot] = await done(admin.get('/beds?feature=COT&limit=1'))
  t.match(cot, { ward: 'Newborn unit', class: 'Cot', features: ['COT', 'OXYGEN'], status: 'FREE' })
  const mine = await done(admin.get(`/beds?class_id=${own.id}&limit=1`))
  t.match(mine, [{ class: 'general' }], 'the class that the house had')
  const [observation] = await done(admin.get('/wards?kind=EMERGENCY_OBSERVATION'))
  t.match(observation.beds, { total: 6, free: 6, extra: 4 }, 'trolleys are counted apart')

  await t.rejects(
    within(() => openFromTemplate(by, 'children', { name: 'Ward 9' })),
    { message: /There is a ward with the code CH already/ },
  )
  t.equal((await done(admin.get('/wards?search=Ward%209'))).length, 0, 'nothing is left behind')
})

t.test('a department that the house has is the ward\u2019s', async (t) => {
  const on = await wardHouse(t)
  const { house } = on
  const office = await house.people.holding('department:manage')
  await done(office.post('/departments', { code: 'PAED', name: 'Children', kind: 'CLINICAL' }))
  const { ward } = await within(() => openFromTemplate(house.system, 'newborn'))
  t.match(ward, { department: 'Children', max_age_days: 28, max_visitors: 1 })
})
