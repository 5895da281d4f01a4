// What the commands of the front office say (section 8): gates tried, diaries checked.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import {
  clashes,
  emptyClinics,
  remindersDue,
} from '../../../db/hospital/desk/appointments/checks.ts'
import { appointments, clinic_schedules } from '../../../db/hospital/desk/appointments/tables.ts'
import { tryGates } from '../../../db/hospital/desk/visits/moves/try-gates.ts'
import { newId } from '../../../db/core/ids.ts'
import { boot } from '../../support/boot.ts'
import { somebody, visiting } from '../../support/desk/visits.ts'

t.test('commands of the front office', async (t) => {
  const { people, system, hospital, facility_id } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception', 'clinician')
  const hospital_id = hospital.id

  t.test('gate test: every row of a visit, and why it decides or not', async (t) => {
    const visit = await visiting(clerk)
    const found = await tryGates(system, visit.number.toLowerCase())
    t.ok(found.length > 8)
    t.same([...new Set(found.map(({ action }) => action))].sort(), [
      'visit.close',
      'visit.open',
      'visit.queue',
      'visit.serve',
    ])
    const balance = found.filter(({ gate }) => gate === 'VIS_BALANCE')
    t.match(balance, [{ scope: 'every case', decides: true }, { decides: false }])
    t.match(balance[1]?.why, /^does not fit: payers is SELF$/)
    for (const one of found) {
      t.notOk(one.decides && !one.fits, `${one.gate} ${one.scope}`)
      t.ok(one.why.length > 5)
    }
    await t.rejects(tryGates(system, 'VS-2026-999999'), { message: /VS-2026-999999/ })
  })

  t.test('appointment remind and clash: what is due, who is booked twice', async (t) => {
    const { id } = await somebody(clerk)
    const made = await clerk.post('/appointments', {
      patient_id: id,
      scheduled_for: '2026-04-03T07:00:00.000Z',
    })
    t.equal(made.status, 201, made.message)
    t.same(await remindersDue(system, 0), [])
    const due = await remindersDue(system, 48)
    t.match(due, [{ number: made.data.number, due_at: '2026-04-01T07:00:00.000Z' }])
    t.same(await clashes(system), [])
    const clinician_id = newId()
    await within(async () => {
      for (const [number, from, to] of [
        ['AP-1', '2026-04-04T07:00:00.000Z', '2026-04-04T07:30:00.000Z'],
        ['AP-2', '2026-04-04T07:15:00.000Z', '2026-04-04T07:45:00.000Z'],
        ['AP-3', '2026-04-04T07:45:00.000Z', '2026-04-04T08:00:00.000Z'],
      ] as const) {
        await appointments.insert({
          hospital_id,
          facility_id,
          number,
          patient_id: id,
          status: 'BOOKED',
          scheduled_for: from,
          end_at: to,
          local_day: '2026-04-04',
          kind: 'CONSULTATION',
          clinician_id,
          clinician_name: 'Neema Mushi',
          channel: 'DESK',
          booked_by: 'test',
        })
      }
    })
    t.match(await clashes(system), [{ clinician: 'Neema Mushi', first: 'AP-1', second: 'AP-2' }])
    t.equal((await clashes(system, 'mushi')).length, 1)
    t.equal((await clashes(system, 'komba')).length, 0)
  })

  t.test('schedule check: whose clinics are empty', async (t) => {
    await within(async () => {
      for (const [clinician_name, valid_until] of [
        ['Asha', '2026-04-10'],
        ['Juma', '2026-03-30'],
      ] as const) {
        await clinic_schedules.insert({
          hospital_id,
          facility_id,
          name: `Clinic of ${clinician_name}`,
          resource_kind: 'CLINICIAN',
          clinician_id: newId(),
          clinician_name,
          department: 'Outpatients',
          kinds: [],
          weekdays: [1, 3],
          start_time: '08:00',
          end_time: '12:00',
          slot_minutes: 30,
          valid_from: '2026-01-01',
          valid_until,
        })
      }
    })
    t.same(await emptyClinics(system, facility_id, 30), [
      { clinician: 'Juma', schedules: 1, sessions: 0, until: null },
      { clinician: 'Asha', schedules: 1, sessions: 3, until: '2026-04-08' },
    ])
  })
})
