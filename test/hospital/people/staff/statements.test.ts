// No list of people asks once for every row: the same statements for five rows and for eight (platform 9).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'
import { statementsOnceKnown } from '../../../support/statements.ts'

const people_count = 8

t.test('lists of people', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { hire, department } = await staffDesk(house)
  const admin = await house.people.administrator()
  for (let at = 0; at < people_count; at++) {
    const { id: staff_id } = await hire({ hired_on: '2025-01-01' })
    const ward = await department(`Ward ${'ABCDEFGH'.charAt(at)}`)
    const vacancy = await admin.post('/hr/vacancies', {
      job_title: 'Nurse',
      employment_type: 'PERMANENT',
      positions: 1,
    })
    const made = [
      vacancy,
      await admin.post('/hr/licences', {
        staff_id,
        kind: 'REGISTRATION',
        board: 'Council',
        licence_no: String(at),
      }),
      await admin.post('/hr/applicants', {
        vacancy_id: vacancy.data.id,
        full_name: `Juma ${at}`,
        email: `juma${at}@example.com`,
      }),
      await admin.post('/hr/training', { staff_id, course: 'Basic life support' }),
      await admin.post(`/hr/staff/${staff_id}/bank-accounts`, { method: 'CASH' }),
      await admin.post('/hr/leave', {
        staff_id,
        type_code: 'ANNUAL',
        starts_on: '2026-05-04',
        ends_on: '2026-05-08',
      }),
      await admin.post('/hr/rosters', {
        department: ward,
        starts_on: '2026-05-01',
        ends_on: '2026-05-31',
      }),
    ]
    for (const { status, message } of made) t.equal(status, 201, message)
  }
  const lists = [
    '/hr/staff',
    '/hr/cadres',
    '/hr/licences',
    '/hr/bank-accounts',
    '/hr/vacancies',
    '/hr/applicants',
    '/hr/training',
    '/hr/leave-types',
    '/hr/leave',
    '/hr/leave-balances',
    '/hr/holidays',
    '/hr/shift-types',
    '/hr/rosters',
  ]
  for (const path of lists) {
    const said = async (per_page: string): Promise<string[]> => {
      await admin.get(path, { per_page })
      return statementsOnceKnown(() => admin.get(path, { per_page }))
    }
    t.same(await said('5'), await said('50'), path)
  }
})
