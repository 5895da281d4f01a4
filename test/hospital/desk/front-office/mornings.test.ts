// What the front office finds on its desk (section 7): the lists of 06:30, the check of 01:30 and the
// report of Monday. A job that runs twice tells nobody twice; a house with nothing to tell is silent.

import t from 'tap'
import { entries } from '../../../../daemon/work/timetable.ts'
import { clock, hours } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { noteMissed } from '../../../../db/hospital/desk/appointments/sweeps.ts'
import { record } from '../../../../db/hospital/office/audit/record.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { registerUnknown } from '../../../../db/hospital/desk/patients/register/unknown.ts'
import { sql } from '../../../../db/store/sql.ts'
import { diary } from '../../../support/desk/diary.ts'
import { referring } from '../../../support/desk/referring.ts'
import { statementsOf } from '../../../support/statements.ts'
import { visiting } from '../../../support/desk/visits.ts'

const entry = (name: string) => {
  const found = entries.find((one) => one.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

/** Each list of 06:30 by what it is of; one for itself, so that none keeps another back. */
const mornings = [
  ['appointments-today', 'appointments'],
  ['unidentified-patients', 'unidentified'],
  ['unreviewed-access', 'unreviewed'],
  ['gate-overrides', 'overrides'],
  ['unreachable-patients', 'unreachable'],
] as const

t.test('they stand in the timetable, at their time', async (t) => {
  const at = (name: string) => [entry(name).cron, entry(name).scope, entry(name).catch_up]
  for (const [name] of mornings) t.same(at(name), ['30 6 * * *', 'hospital', 'once'], name)
  t.same(at('referrals'), ['30 6 * * *', 'hospital', 'once'])
  t.same(at('empty-clinics'), ['30 1 * * *', 'hospital', 'once'])
  t.same(at('duplicate-patients'), ['30 1 * * *', 'hospital', 'once'])
  t.same(at('front-office-week'), ['0 7 * * 1', 'hospital', 'once'])
})

t.test('the mornings of the front office', async (t) => {
  const { house, people, system, at, patient, doctorWith, book } = await diary(t)
  const { hospital_id } = system
  const perform = (name: string) =>
    entry(name).run({
      caller: { ...system, facility_id: null },
      due_at: clock.instant(),
      time_zone: house.hospital.timezone,
      signal: new AbortController().signal,
    })
  const morning = async () => {
    const told: Record<string, unknown> = {}
    for (const [name, of] of mornings) told[of] = (await perform(name))?.['told']
    return told
  }
  const notices = (kind: string) =>
    notifications.all({ hospital_id, kind }, { order: ['created_at', 'id'] })
  const silent = { appointments: 0, unidentified: 0, unreviewed: 0, overrides: 0, unreachable: 0 }
  const forUser = async (kind: string, user_id: string) =>
    (await notices(kind)).filter((one) => one.user_id === user_id)

  t.test('a house with nothing to tell tells nobody', async (t) => {
    await people.with('welfare')
    await people.with('privacy_officer')
    t.same(await morning(), silent)
    t.same(await perform('empty-clinics'), { told: 0 })
    t.same(await perform('front-office-week'), { told: 0 })
    t.same(await perform('referrals'), { expired: 0, told: 0 })
    t.equal((await notifications.all({ hospital_id })).length, 0)
  })

  t.test('each clinician the day that begins, by time and number', async (t) => {
    const amina = await doctorWith()
    const juma = await doctorWith({}, 'Dr Juma Lema')
    const accountOf = async (staff_id: string) =>
      (await users.find({ hospital_id, staff_id }))?.id ?? ''
    const taken = async (clinician_id: string, time: string, day = '2026-03-11') => {
      const { id } = await patient()
      const made = await book(id, `${day}T${time}+03:00`, { clinician_id })
      t.equal(made.status, 201, made.message)
      return made.data
    }
    const second = await taken(amina.id, '09:00')
    const first = await taken(amina.id, '08:30')
    const gone = await taken(amina.id, '09:30')
    await taken(juma.id, '08:00', '2026-03-12')
    const desk = await people.with('reception')
    const off = await desk.post(`/appointments/${gone.id}/cancel`, {
      by: 'PATIENT',
      reason: 'Went home',
    })
    t.equal(off.status, 200, off.message)
    await at('2026-03-11T03:30:00.000Z')
    t.same(await morning(), { ...silent, appointments: 2 })
    t.same(await morning(), silent, 'once a day')
    const told = await notices('appointment.today')
    t.match(told, [
      {
        user_id: await accountOf(amina.id),
        count: 1,
        title: 'Your appointments today: 2',
        body: `08:30 ${first.number}, 09:00 ${second.number}.`,
      },
    ])
    t.equal(told.length, 1)
    for (const time of ['08:30', '09:00', '09:30']) await taken(juma.id, time, '2026-03-12')
    await at('2026-03-12T03:30:00.000Z')
    const before = (await statementsOf(morning)).length
    t.match(await forUser('appointment.today', await accountOf(juma.id)), [
      { title: 'Your appointments today: 4' },
    ])
    for (const time of ['08:00', '08:30']) await taken(juma.id, time, '2026-03-13')
    await at('2026-03-13T03:30:00.000Z')
    t.equal((await statementsOf(morning)).length, before, 'however many are booked')
  })

  t.test('EMG-14: who is unknown for more than 72 hours, to welfare and records', async (t) => {
    const welfare = await people.with('welfare')
    const records = await people.with('records')
    const both = await people.with('welfare', 'records')
    const { number } = await within(() => registerUnknown(system, { unknown_label: 'Red shirt' }))
    clock.advance(hours(71))
    t.same(await morning(), silent)
    clock.advance(hours(2))
    t.same(await morning(), { ...silent, unidentified: 1 })
    t.same(await morning(), silent, 'once a day')
    for (const { user } of [welfare, records, both]) {
      t.match(await forUser('patient.unidentified', user.id), [
        { count: 1, body: `Unknown for more than 72 hours: ${number}.` },
      ])
    }
    clock.advance(hours(24))
    t.same(await morning(), { ...silent, unidentified: 1 }, 'and again the next day')
    await within(() => run(sql`update patients set status = 'ACTIVE' where number = ${number}`))
    clock.advance(hours(24))
    t.same(await morning(), silent)
  })

  t.test(
    'PRV-5: grants wait for their review; after seven days the manager hears it',
    async (t) => {
      await at(clock.instant())
      const officer = await people.with('privacy_officer')
      const manager = await people.with('manager')
      const nurse = await people.with('nurse')
      const { id } = await patient()
      const reason = 'asked for it'
      await officer.put(`/patients/${id}/sensitivity`, { sensitivity: 'RESTRICTED', reason })
      const grant = await nurse.post(`/patients/${id}/break-glass`, {
        reason_code: 'EMERGENCY',
        reason: 'Unconscious at the door',
      })
      t.equal(grant.status, 200, grant.message)
      clock.advance(hours(24))
      t.same(await morning(), { ...silent, unreviewed: 1 })
      t.same(await morning(), silent, 'once a day')
      t.match(await forUser('privacy.unreviewed', officer.user.id), [
        { count: 1, body: 'Grants that nobody has reviewed: 1.' },
      ])
      t.same(await notices('privacy.unreviewed_long'), [])
      clock.advance(hours(24 * 6))
      await morning()
      t.match(await forUser('privacy.unreviewed_long', manager.user.id), [{ count: 1 }])
      clock.advance(hours(24))
      await morning()
      t.match(await forUser('privacy.unreviewed_long', manager.user.id), [{ count: 2 }], 'daily')
      const fresh = await people.with('privacy_officer')
      const done = await fresh.post(`/break-glass/${grant.data.id}/review`, {
        verdict: 'JUSTIFIED',
        note: 'An emergency',
      })
      t.equal(done.status, 200, done.message)
      clock.advance(hours(24))
      t.same(await morning(), silent)
    },
  )

  t.test('overrides of yesterday, and of no other day', async (t) => {
    const manager = await people.with('manager')
    const passed = (gate: string) =>
      within(async () => record(system, 'gate.override', { entity_label: gate }))
    await at('2026-05-04T20:59:00.000Z')
    await passed('VIS_ORDER')
    await at('2026-05-04T21:01:00.000Z')
    for (const gate of ['VIS_UNPAID', 'VIS_ORDER', 'VIS_UNPAID']) await passed(gate)
    await at('2026-05-05T21:01:00.000Z')
    await passed('APT_OVERBOOK')
    await at('2026-05-06T03:30:00.000Z')
    t.same(await morning(), { ...silent, overrides: 3 })
    t.same(await morning(), silent, 'once a day')
    t.match(await forUser('gate.overrides', manager.user.id), [
      {
        count: 1,
        title: 'Gates passed with a reason yesterday: 3',
        body: 'VIS_UNPAID 2, VIS_ORDER 1.',
      },
    ])
  })

  t.test('01:30: clinicians with no session left within the horizon', async (t) => {
    const keeper = await people.with('nurse_in_charge')
    await at('2026-05-11T22:30:00.000Z')
    t.same(await perform('empty-clinics'), { told: 0 })
    await doctorWith({ valid_until: '2026-05-11' }, 'Dr Neema Mushi')
    await doctorWith({ valid_from: '2026-05-25', horizon_days: 7 }, 'Dr Hamisi Pili')
    await doctorWith({ valid_from: '2026-05-25', horizon_days: 30 }, 'Dr Zawadi Kito')
    t.same(await perform('empty-clinics'), { told: 2 })
    t.same(await perform('empty-clinics'), { told: 0 }, 'once a day')
    const statements = await statementsOf(() => perform('empty-clinics'))
    t.ok(statements.length < 10)
    t.match(await forUser('schedule.empty', keeper.user.id), [
      {
        count: 1,
        body: 'Their clinics have ended or are closed: Dr Hamisi Pili, Dr Neema Mushi.',
      },
    ])
  })

  t.test('Monday 07:00: waits and missed appointments of the week that ended', async (t) => {
    await at('2026-06-02T05:00:00.000Z')
    await noteMissed(system)
    const desk = await people.with('reception')
    const manager = await people.with('manager')
    await visiting(desk)
    for (const time of ['09:00', '10:00']) {
      const { id } = await patient()
      t.equal((await book(id, `2026-06-03T${time}+03:00`)).status, 201)
    }
    await at('2026-06-03T08:30:00.000Z')
    t.equal(await noteMissed(system), 1)
    await at('2026-06-08T04:00:00.000Z')
    t.match(await perform('front-office-week'), { told: 3 })
    t.same(await perform('front-office-week'), { told: 0 }, 'once a day')
    const [told] = await forUser('front_office.week', manager.user.id)
    t.match(told, { count: 1, title: 'Waits and missed appointments, 2026-06-01 to 2026-06-07' })
    t.match(told?.body, /^[A-Z]+: 1 came\.\nAppointments missed: 1 of 2\.$/)
    await at('2026-06-15T04:00:00.000Z')
    t.same(await perform('front-office-week'), { told: 0 }, 'a week in which nobody came')
  })
})

t.test('REF-7: late feedback to who treats whom came to us, once a day', async (t) => {
  const { house, clerk, doctor, sent } = await referring(t)
  const { hospital_id } = house.system
  const late = await sent()
  const visit = await visiting(clerk)
  const treating = await house.people.with('clinician')
  await within(async () => {
    const staff_id = visit.patient_id ?? visit.patient.id
    await users.change({ hospital_id, id: treating.user.id }, { staff_id })
    await run(sql`update visits set clinician_id = ${staff_id} where id = ${visit.id}`)
    await run(
      sql`update referrals set direction = 'IN', status = 'ARRIVED', feedback_due_on = '2026-03-01',
        arrival_visit_id = ${visit.id} where id = ${late.id}`,
    )
  })
  const turn = {
    caller: { ...house.system, facility_id: null },
    due_at: clock.instant(),
    time_zone: house.hospital.timezone,
    signal: new AbortController().signal,
  }
  t.match(await entry('referrals').run(turn), { told: 1 })
  t.match(await entry('referrals').run(turn), { told: 0 })
  const told = await notifications.all({ hospital_id, kind: 'referral.feedback_late' })
  t.match(told, [{ user_id: treating.user.id, count: 1 }])
  t.not(told[0]?.user_id, doctor.user.id)
})
