// What waits too long is told once a day, a case that is late every four hours (section 7; CAR-9, CAR-25, CAR-27,
// CAR-123, CAR-153).

import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { tellLateNotices } from '../../../../db/hospital/care/notices/jobs.ts'
import { tellOverdue } from '../../../../db/hospital/care/nursing/jobs.ts'
import { tellUnsigned } from '../../../../db/hospital/care/records/jobs.ts'
import { takeCensuses, tellUnconfirmed } from '../../../../db/hospital/care/wards/jobs.ts'
import { charted, done, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('jobs that tell', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, nurse, doctor } = on
  clock.freeze('2026-03-31T06:00:00.000Z')
  const intern = await house.people.with('intern')
  const { beds } = await wardOf(admin)
  const stay = await on.admitted(beds[0].id)
  const patient_id = stay.patient.id
  const then = clock.ms()
  const at = (ms: number): void => clock.freeze(new Date(then + ms).toISOString())
  const told = async (kind: string): Promise<string[]> => {
    const found = await rows<{ body: string }>(
      sql`select distinct body from notifications where kind = ${kind} order by body`,
    )
    return found.map(({ body }) => body)
  }

  t.test('drafts to who wrote them, co-signatures to who may (CAR-9, CAR-25)', async (t) => {
    const note = { patient_id, title: 'Seen', body: 'Well' }
    await done(doctor.post('/clinical/records', note))
    await done(intern.post('/clinical/records', { ...note, sign: true }))
    t.same(await tellUnsigned(house.system), { cosign: 0, drafts: 0 }, 'not yet')
    at(hours(25))
    t.same(await tellUnsigned(house.system), { cosign: 1, drafts: 0 })
    t.same(await tellUnsigned(house.system), { cosign: 0, drafts: 0 }, 'once a day')
    at(days(8))
    t.same(await tellUnsigned(house.system), { cosign: 1, drafts: 1 })
    t.match(await told('record.cosign_late'), [
      new RegExp(`^${stay.patient.number} by ${intern.user.full_name}\\.$`),
    ])
  })

  t.test('tasks that nobody did, to in-charges (CAR-123)', async (t) => {
    at(0)
    await done(nurse.post('/nursing/tasks', { patient_id, task: 'Weigh the child' }))
    t.equal(await tellOverdue(house.system), 0)
    at(hours(5))
    t.equal(await tellOverdue(house.system), 1)
    t.same(await told('task.overdue'), [`${stay.patient.number}: Weigh the child.`])
    t.equal(await tellOverdue(house.system), 0, 'once a day')
  })

  t.test('cases that are late, to who tells of them (CAR-27)', async (t) => {
    at(0)
    const [teller, manager] = [await house.people.with('hmis'), await house.people.with('manager')]
    const case_of = { patient_id, code: 'A00.9', coding_system: 'ICD10', sign: true }
    await done(doctor.post('/clinical/records', case_of))
    t.equal(await tellLateNotices(house.system), 0)
    at(hours(25))
    t.equal(await tellLateNotices(house.system), 1)
    at(hours(28))
    t.equal(await tellLateNotices(house.system), 0)
    t.match(await told('notice.late'), [/^DZN-2026-\d{5}\.$/])
    // What nobody has read is not told twice: it counts.
    const heard = async ({ user }: { user: { id: string } }): Promise<unknown> => {
      const found = await rows<{ count: number }>(
        sql`select count from notifications where kind = 'notice.late' and user_id = ${user.id}`,
      )
      return found.map(({ count }) => count)
    }
    at(hours(29))
    t.equal(await tellLateNotices(house.system), 1, 'again after four hours')
    t.same([await heard(teller), await heard(manager)], [[2], []])
    at(hours(37))
    t.equal(await tellLateNotices(house.system), 1)
    t.same([await heard(teller), await heard(manager)], [[3], [1]], 'half a day: the manager too')
  })

  t.test('the census that nobody confirmed (CAR-153)', async (t) => {
    at(0)
    await takeCensuses(house.system)
    at(days(1))
    await takeCensuses(house.system)
    t.ok((await tellUnconfirmed(house.system)) > 0)
    t.equal(await tellUnconfirmed(house.system), 0)
    await charted(doctor, stay)
  })
})
