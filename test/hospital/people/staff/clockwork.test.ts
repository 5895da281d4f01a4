// What the clock does with staff each night (people 7, 3.1, 3.2, 3.5).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  beginLeave,
  closeVacancies,
  endSuspensions,
} from '../../../../db/hospital/people/staff/clockwork.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('the nights of staff', async (t) => {
  const house = await boot(t)
  const { system, people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, manager, hire } = await staffDesk(house)
  const night = async (day: string): Promise<number[]> => {
    clock.freeze(`${day}T00:05:00.000+03:00`)
    return [
      await within(() => endSuspensions(system)),
      await within(() => closeVacancies(system)),
      await within(() => beginLeave(system)),
    ]
  }

  t.test('each is done on the day after, and once', async (t) => {
    const one = await hire({ hired_on: '2025-01-01' })
    const two = await hire()
    await manager.post(`/hr/staff/${two.id}/confirm`, {})
    await manager.post(`/hr/staff/${two.id}/suspend`, {
      reason: 'Under inquiry',
      from: '2026-03-31',
      until: '2026-04-02',
    })
    const vacancy = await officer.post('/hr/vacancies', {
      job_title: 'Cook',
      employment_type: 'LOCUM',
      positions: 1,
      closes_on: '2026-04-02',
    })
    const asked = await officer.post('/hr/leave', {
      staff_id: one.id,
      type_code: 'ANNUAL',
      starts_on: '2026-04-02',
      ends_on: '2026-04-03',
    })
    const { id } = asked.data
    await manager.post(`/hr/leave/${id}/approve`, {})
    t.same(await night('2026-04-02'), [0, 0, 0])
    const next = await people.with('hr_officer')
    t.match(await next.post(`/hr/leave/${id}/cancel`, { reason: 'Too late' }), {
      status: 409,
      message: `${asked.data.reference} has begun: recall the person instead.`,
    })
    t.same(await night('2026-04-03'), [1, 1, 1])
    t.same(await night('2026-04-03'), [0, 0, 0])
    const last = await people.with('hr_officer')
    t.match((await last.get(`/hr/staff/${two.id}`)).data, { status: 'ACTIVE' })
    t.match((await last.get(`/hr/vacancies/${vacancy.data.id}`)).data, {
      status: 'CLOSED',
      close_reason: 'expired',
      days_open: 3,
    })
    t.match((await last.get(`/hr/leave/${id}`)).data, { status: 'TAKEN' })
  })
})
