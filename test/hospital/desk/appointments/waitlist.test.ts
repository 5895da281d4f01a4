// The waiting list (front office 2.8, 3.4, APT-14).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  expireEntries,
  lapseOffers,
} from '../../../../db/hospital/desk/appointments/waitlist-offers.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { register } from '../../../support/desk/portal.ts'

t.test('the waiting list', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T05:00:00.000Z')
  await department(house, 'OPD')
  await department(house, 'EYE')
  const desk = await people.with('reception')
  const manager = await people.with('manager')
  const doctor = await clinician(house, 'Dr Amina Said')
  const schedule = (await weekdaysAt(manager, doctor, { end_time: '09:00' })).data.id as string
  const wait = async (more = {}) => {
    const { id } = await register(desk)
    const made = await desk.post('/appointment-waitlist', {
      patient_id: id,
      department: 'OPD',
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const booked = async (when: string) => {
    const { id } = await register(desk)
    const made = await desk.post('/appointments', {
      patient_id: id,
      scheduled_for: when,
      clinician_id: doctor,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const free = (id: string) =>
    desk.post(`/appointments/${id}/cancel`, { reason: 'cannot come', by: 'PATIENT' })
  const now = async (id: string) => {
    const listed = await desk.get('/appointment-waitlist', { per_page: '200' })
    return listed.data.find((one: { id: string }) => one.id === id)
  }

  t.test('a freed place goes to the first whom it fits, by priority and age', async (t) => {
    const taken = await booked('2026-03-12T08:00+03:00')
    const unfit = [
      await wait({ department: 'EYE', priority: 1 }),
      await wait({ weekdays: [1], priority: 1 }),
      await wait({ part_of_day: 'AFTERNOON', priority: 1 }),
      await wait({ earliest_on: '2026-03-13', priority: 1 }),
      await wait({ latest_on: '2026-03-11', priority: 1 }),
      await wait({ clinician_id: await clinician(house, 'Dr Other'), priority: 1 }),
    ]
    const later = await wait({ priority: 4 })
    const first = await wait({ priority: 2, part_of_day: 'MORNING', weekdays: [4] })
    const second = await wait({ priority: 2 })
    await free(taken.id)
    t.match(await now(first.id), {
      status: 'OFFERED',
      offers_made: 1,
      offer: {
        local: '2026-03-12 08:00',
        schedule_id: schedule,
        until: '2026-03-10T08:00:00.000Z',
      },
    })
    for (const { id } of [...unfit, later, second]) t.match(await now(id), { status: 'WAITING' })
    // The place is held: nobody else is booked into it.
    const slot = await desk.get('/appointment-slots', {
      clinician_id: doctor,
      from: '2026-03-12',
      to: '2026-03-12',
    })
    t.match(slot.data[0], { status: 'FULL', booked: 1 })
    const { id } = await register(desk)
    const refused = await desk.post('/appointments', {
      patient_id: id,
      scheduled_for: '2026-03-12T08:00+03:00',
      clinician_id: doctor,
    })
    t.equal(refused.status, 409)
    const told = await desk.get(`/patients/${first.patient_id}/messages`)
    t.match(told.data, [{ template_code: 'WAITLIST_OFFER' }])

    // Declined, it goes to the next; accepted, it becomes the appointment.
    t.match((await desk.post(`/appointment-waitlist/${first.id}/decline`, {})).data, {
      status: 'WAITING',
      offer: null,
    })
    t.match(await now(second.id), { status: 'OFFERED' })
    const accepted = await desk.post(`/appointment-waitlist/${second.id}/accept`)
    t.equal(accepted.status, 200, accepted.message)
    t.match(accepted.data, {
      status: 'BOOKED',
      appointment: { local: '2026-03-12 08:00', waitlist_id: second.id, status: 'BOOKED' },
    })
    const again = await desk.post(`/appointment-waitlist/${second.id}/accept`)
    t.equal(again.status, 409)
    for (const one of [...unfit, later, first]) {
      await desk.post(`/appointment-waitlist/${one.id}/cancel`, { reason: 'end of this test' })
    }
  })

  t.test('an offer nobody answers goes on; three refusals end it', async (t) => {
    const taken = await booked('2026-03-17T08:00+03:00')
    const [first, second] = [await wait(), await wait()]
    await free(taken.id)
    t.equal(await lapseOffers(system), 0)
    clock.advance(180 * 60_000)
    t.equal(await lapseOffers(system), 1)
    clock.freeze('2026-03-10T05:00:00.000Z')
    t.match(await now(first.id), { status: 'WAITING', offer: null })
    t.match(await now(second.id), { status: 'OFFERED' })
    for (const status of ['WAITING', 'WAITING', 'DECLINED']) {
      const entry = await now(first.id)
      if (entry.status === 'WAITING') {
        const offered = await desk.post(`/appointment-waitlist/${first.id}/offer`, {
          start: '2026-03-18T08:30+03:00',
          schedule_id: schedule,
        })
        t.equal(offered.status, 200, offered.message)
      }
      const declined = await desk.post(`/appointment-waitlist/${first.id}/decline`, {
        reason: 'too early',
      })
      t.equal(declined.data.status, status)
      const other = await now(second.id)
      if (other.status === 'OFFERED') {
        await desk.post(`/appointment-waitlist/${second.id}/cancel`, { reason: 'went elsewhere' })
      }
    }
  })

  t.test('a place that begins within two hours is left to the desk', async (t) => {
    const near = await clinician(house, 'Dr Near')
    await weekdaysAt(manager, near, { department: 'EYE', start_time: '09:30', end_time: '10:00' })
    const { id } = await register(desk)
    const taken = await desk.post('/appointments', {
      patient_id: id,
      scheduled_for: '2026-03-10T09:30+03:00',
      clinician_id: near,
    })
    const entry = await wait({ department: 'EYE' })
    await free(taken.data.id)
    t.match(await now(entry.id), { status: 'WAITING' })
  })

  t.test('entries whose last day is over end', async (t) => {
    const entry = await wait({ latest_on: '2026-03-10' })
    t.equal(await expireEntries(system, '2026-03-10'), 0)
    t.ok((await expireEntries(system, '2026-03-11')) > 0)
    t.match(await now(entry.id), { status: 'EXPIRED' })
    const changed = await desk.patch(`/appointment-waitlist/${entry.id}`, { priority: 1 })
    t.equal(changed.status, 409)
    t.match(changed.message, /is EXPIRED\. Nothing more can be done with it\.$/)
  })

  t.test('what cannot be is refused', async (t) => {
    const entry = await wait()
    const { id } = await register(desk)
    const bad: [Record<string, unknown>, number, string][] = [
      [{ patient_id: id }, 400, 'department is required.'],
      [{ patient_id: newId(), department: 'OPD' }, 404, 'No such patient.'],
      [{ patient_id: id, department: 'Nope' }, 400, 'department "Nope" is not known.'],
      [
        { patient_id: id, department: 'OPD', priority: 6 },
        400,
        'priority must be between 1 and 5.',
      ],
      [
        { patient_id: id, department: 'OPD', earliest_on: '2026-03-12', latest_on: '2026-03-11' },
        400,
        'latest_on is before earliest_on.',
      ],
    ]
    for (const [body, status, message] of bad) {
      const refused = await desk.post('/appointment-waitlist', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    const path = `/appointment-waitlist/${entry.id}`
    const full = await booked('2026-03-19T08:00+03:00')
    t.equal(
      (await desk.post(`${path}/offer`, { start: '2026-03-19T08:00+03:00', schedule_id: schedule }))
        .message,
      'Eye clinic has nothing free at 2026-03-19 08:00.',
    )
    t.ok(full.id)
    t.equal(
      (await desk.post(`${path}/offer`, { start: '2026-03-19T08:30+03:00', schedule_id: newId() }))
        .message,
      'No such schedule.',
    )
    t.match(
      (await desk.post(`${path}/accept`)).message,
      /^Waiting list entry for OPD is WAITING\. It can: offer, cancel\.$/,
    )
    t.equal((await desk.post(`${path}/cancel`, {})).message, 'reason is required.')
    const reader = await people.holding('appointment:read')
    t.equal(
      (await reader.post(`${path}/accept`)).message,
      'You do not have permission to do this. It needs appointment:create.',
    )
  })
})
