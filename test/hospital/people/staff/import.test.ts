// Staff from a file (HR-12).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { staff_import } from '../../../../db/hospital/people/staff/records/import.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('staff from a file (HR-12)', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, department } = await staffDesk(house)
  await department('Labour ward')
  const row = (more: Record<string, string> = {}) => ({
    staff_number: 'OLD-1',
    first_name: 'Asha',
    last_name: 'Juma',
    sex: 'Female',
    phone: '0712 345 678',
    email: '',
    department: 'labour ward',
    cadre: 'rn',
    job_title: 'Nurse',
    employment_type: 'PERMANENT',
    hired_on: '2024-02-01',
    ...more,
  })
  const faults = async (more: Record<string, string>) =>
    (await staff_import.check(system, row(more))).errors

  t.same(await faults({}), [])
  t.match(await faults({ cadre: 'Wizard' }), [{ message: 'cadre: there is no cadre "Wizard".' }])
  t.match(await faults({ department: 'Wadi 7' }), [
    {
      column: 'department',
      value: 'Wadi 7',
      message: 'department: there is no department "Wadi 7" at this branch.',
    },
  ])
  t.match(await faults({ sex: 'F' }), [
    { column: 'sex', message: 'sex must be one of Male, Female.' },
  ])
  t.match(await faults({ employment_type: 'LOCUM' }), [{ column: 'contract_ends' }])
  const write = (more: Record<string, string>, on: 'ERROR' | 'SKIP' | 'UPDATE' = 'ERROR') =>
    within(() => staff_import.write(system, row(more), on))
  const made = await write({})
  t.equal(made.outcome, 'created')
  t.match((await officer.get(`/hr/staff/${made.id}`)).data, {
    staff_number: 'OLD-1',
    cadre: 'Registered Nurse',
    department: 'Labour ward',
    user_id: null,
  })
  t.match((await staff_import.check(system, row())).duplicate_of, { id: made.id })
  t.equal((await write({}, 'SKIP')).outcome, 'skipped')
  t.equal(
    (await write({ job_title: 'Chief', email: 'a@example.com' }, 'UPDATE')).outcome,
    'updated',
  )
  t.match((await officer.get(`/hr/staff/${made.id}`)).data, {
    email: 'a@example.com',
    job_title: 'Nurse',
  })
  await t.rejects(write({}), { message: 'Number OLD-1 is already OLD-1 Asha Juma.' })
})
