// A new house has the usual departments, `General` among them (platform 2.5).

import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { resolveDepartment } from '../../../../db/hospital/office/places/places.ts'
import { usual_departments } from '../../../../db/hospital/office/places/shipped-departments.ts'
import { departments } from '../../../../db/hospital/office/places/tables.ts'
import { openTenant } from '../../../../db/hospital/tenants/provisioning/tenant.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'

t.test('a new house has the usual departments', async (t) => {
  await boot(t)
  const { hospital } = await within(() =>
    openTenant(
      {
        code: 'new-house',
        name: 'New House',
        country: 'TZ',
        facility: { code: 'NEW', name: 'New' },
      },
      'test',
    ),
  )
  const caller = operator(hospital.id, 'cli:test')
  const found = await departments.all({ hospital_id: hospital.id }, { order: ['code'] })
  t.same(
    found.map(({ code, name, kind, active }) => [code, name, kind, active]),
    usual_departments
      .toSorted(([one], [next]) => (one < next ? -1 : 1))
      .map((one) => [...one, true]),
  )
  const general = found.find(({ name }) => name === 'General')?.id
  for (const typed of ['General', 'general', ' GENERAL ', 'gen'])
    t.equal((await resolveDepartment(caller, typed)).id, general, `"${typed}" is General`)
})
