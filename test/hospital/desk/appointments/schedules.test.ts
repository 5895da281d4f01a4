// Clinic schedules and the times they give (front office 2.8, 5.7, APT-11).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { awayBetween, holidays } from '../../../../db/hospital/neighbours/duty.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'

t.test('clinic schedules', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-10T05:00:00.000Z')
  const manager = await people.with('manager')
  const reception = await people.with('reception')
  const doctor = await clinician(house, 'Dr Amina Said')
  await department(house, 'OPD')

  t.test('a schedule is opened, found, changed and closed', async (t) => {
    const opened = await weekdaysAt(manager, doctor, { name: 'Ear clinic' })
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, {
      clinician_id: doctor,
      clinician_name: 'Dr Amina Said',
      capacity: 1,
      overbook_limit: 0,
      min_notice_hours: 2,
      horizon_days: 60,
      active: true,
      version: 1,
    })
    const { id } = opened.data
    t.equal((await reception.get('/clinic-schedules', { search: 'ear' })).meta?.total, 1)
    t.equal((await reception.get(`/clinic-schedules/${id}`)).data.name, 'Ear clinic')
    const changed = await manager.patch(`/clinic-schedules/${id}`, { capacity: 3 })
    t.match(changed.data, { capacity: 3, affected: 0, version: 2 })
    const stale = await manager
      .with({ 'if-match': '1' })
      .patch(`/clinic-schedules/${id}`, { capacity: 4 })
    t.equal(stale.status, 409)
    const closed = await manager.post(`/clinic-schedules/${id}/deactivate`, { reason: 'moved' })
    t.match(closed.data, { active: false, affected: 0 })
    const again = await manager.post(`/clinic-schedules/${id}/deactivate`, { reason: 'moved' })
    t.equal(again.status, 409)
    t.equal((await reception.get('/clinic-schedules', { active: 'true' })).meta?.total, 0)
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ start_time: '10:00', end_time: '08:00' }, 400, 'end_time must be after start_time.'],
    [{ slot_minutes: 240 }, 400, 'slot_minutes is longer than the session.'],
    [{ slot_minutes: 4 }, 400, 'slot_minutes must be from 5 to 240.'],
    [{ slot_minutes: 'x' }, 400, 'slot_minutes must be a whole number.'],
    [{ start_time: '8' }, 400, 'start_time must be a time like 08:30.'],
    [{ weekdays: [] }, 400, 'weekdays must be a list of 1 to 7.'],
    [{ weekdays: [8] }, 400, 'weekdays[0] must be between 1 and 7.'],
    [{ valid_until: '2025-01-01' }, 400, 'valid_until is before valid_from.'],
    [{ valid_from: '2026-02-30' }, 400, 'valid_from must be a date like 2026-03-31.'],
    [{ department: 'Nowhere' }, 400, 'department "Nowhere" is not known.'],
    [{ clinician_id: null }, 400, 'clinician_id is required for CLINICIAN.'],
    [
      { resource_kind: 'SERVICE_POINT', clinician_id: null },
      400,
      'service_point_id is required for SERVICE_POINT.',
    ],
    [{ clinician_id: '01a20000-1de4-7573-b853-57b97905f91d' }, 404, 'No such clinician.'],
    [{ location_id: '01a20000-1de4-7573-b853-57b97905f91d' }, 404, 'No such location.'],
    [
      { kinds: ['CHECKUP'] },
      400,
      'kinds[0] must be one of CONSULTATION, FOLLOW_UP, PROCEDURE, ANTENATAL, IMMUNISATION, REVIEW, THEATRE.',
    ],
  ]
  for (const [fields, status, message] of bad) {
    t.test(`a schedule is refused: ${message}`, async (t) => {
      const before = (await reception.get('/clinic-schedules')).meta?.total
      const refused = await weekdaysAt(manager, doctor, fields)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.equal((await reception.get('/clinic-schedules')).meta?.total, before)
    })
  }

  t.test('who may not set schedules is told what it needs', async (t) => {
    t.equal(
      (await weekdaysAt(reception, doctor)).message,
      'You do not have permission to do this. It needs schedule:manage.',
    )
  })

  t.test('slots: whole ones only, in the zone of the hospital, past ones marked', async (t) => {
    await weekdaysAt(manager, doctor, { end_time: '09:45' })
    const day = await reception.get('/appointment-slots', {
      clinician_id: doctor,
      from: '2026-03-10',
      to: '2026-03-10',
    })
    // 08:00 in Dar es Salaam was at the very moment; 09:30 to 10:00 is no whole slot (APT-11).
    t.same(
      day.data.map((slot: { local: string; status: string }) => [slot.local, slot.status]),
      [
        ['2026-03-10 08:00', 'FREE'],
        ['2026-03-10 08:30', 'FREE'],
        ['2026-03-10 09:00', 'FREE'],
      ],
    )
    t.equal(day.data[0].start, '2026-03-10T05:00:00.000Z')
    clock.advance(60_000)
    const later = await reception.get('/appointment-slots', {
      department: 'OPD',
      from: '2026-03-10',
      to: '2026-03-16',
      free: 'true',
    })
    // A weekend lies between; the slot that has begun is left out.
    t.equal(later.data.length, 2 + 3 * 4)
  })

  t.test('slots ask for somebody, and for at most 62 days', async (t) => {
    const from = '2026-03-10'
    t.equal(
      (await reception.get('/appointment-slots', { from, to: from })).message,
      'clinician_id is required, or service_point_id, or department.',
    )
    t.equal(
      (await reception.get('/appointment-slots', { department: 'OPD', from, to: '2026-05-11' }))
        .message,
      'to is more than 62 days after from.',
    )
    t.equal(
      (
        await reception.get('/appointment-slots', {
          department: 'OPD',
          from: '2026-03-11',
          to: from,
        })
      ).message,
      'from is after to.',
    )
  })

  t.test('a holiday and leave close a day, with the reason (APT-4)', async (t) => {
    answering(t, holidays, async () => [{ date: '2026-03-12', name: 'Union Day' }])
    answering(t, awayBetween, async () => [
      { staff_id: doctor, from: '2026-03-13', to: '2026-03-13', reason: 'on leave' },
    ])
    const days = await reception.get('/appointment-slots', {
      clinician_id: doctor,
      from: '2026-03-12',
      to: '2026-03-13',
    })
    type Closed = { status: string; free: number; closed_reason: string }
    t.same(
      [
        ...new Set(
          days.data.map((one: Closed) => `${one.status} ${one.free} ${one.closed_reason}`),
        ),
      ],
      ['CLOSED 0 Union Day', 'CLOSED 0 on leave'],
    )
  })

  t.test('weeks of the month narrow a schedule', async (t) => {
    const other = await clinician(house, 'Dr Baraka Juma')
    await weekdaysAt(manager, other, { weekdays: [2], weeks_of_month: [3] })
    const found = await reception.get('/appointment-slots', {
      clinician_id: other,
      from: '2026-03-10',
      to: '2026-04-10',
    })
    t.same(
      [...new Set(found.data.map(({ local }: { local: string }) => local.slice(0, 10)))],
      ['2026-03-17'],
    )
  })
})
