import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { row, run, within } from '../../../../db/store/connection.ts'
import { pregnancyOf } from '../../../../db/hospital/neighbours/maternity.ts'
import { onCall, onDuty } from '../../../../db/hospital/neighbours/on-duty.ts'
import { escalateAlerts, tellLate } from '../../../../db/hospital/desk/vitals/watch.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { statementsOf } from '../../../support/statements.ts'
import { visiting } from '../../../support/desk/visits.ts'

const calm = {
  temperature: 36.8,
  systolic: 120,
  diastolic: 78,
  heart_rate: 72,
  respiratory_rate: 16,
  oxygen_saturation: 98,
  oxygen_delivery: 'ROOM_AIR',
  consciousness: 'ALERT',
}

t.test('alerts of vital signs', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const nurse2 = await people.with('nurse')
  const adult = { birth_date: '1980-01-01' }
  const measured = async (visit_id: string, measures: object) => {
    const made = await nurse.post(`/visits/${visit_id}/vitals`, measures)
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const alertsOf = async (patient_id: string) =>
    (await (await people.with('nurse')).get('/vital-alerts', { patient_id })).data

  t.test('one alert per visit and kind, which a new reading updates (VIT-13)', async (t) => {
    const colleague = await people.with('nurse')
    const visit = await visiting(clerk, {}, adult)
    const set = await measured(visit.id, { ...calm, heart_rate: 140 })
    const [critical, warning] = await alertsOf(visit.patient_id)
    t.match(critical, {
      kind: 'CRITICAL_VALUE',
      severity: 'DANGER',
      status: 'OPEN',
      message: 'Critical: pulse 140.',
      service_point: 'Triage',
      level: 0,
      vitals_id: set.id,
    })
    t.match(warning, { kind: 'EARLY_WARNING', severity: 'WARNING' })
    t.same(new Set(set.alerts), new Set([critical.id, warning.id]))
    t.ok(critical.notified.length > 0, 'somebody was told')
    const told = await colleague.get('/notifications')
    t.match(told.data, [{ kind: 'vitals.alert' }, { kind: 'vitals.alert' }])
    const again = await measured(visit.id, { ...calm, heart_rate: 150 })
    const after = await alertsOf(visit.patient_id)
    t.equal(after.length, 2)
    t.match(after[0], {
      id: critical.id,
      message: 'Critical: pulse 150.',
      vitals_id: again.id,
    })
  })

  t.test('what leaves the house names a place and no person (VIT-13)', async (t) => {
    answering(t, onDuty, async () => [
      { staff_id: house.facility_id, name: 'Nurse', user_id: nurse2.user.id, cadre: 'nurse' },
    ])
    await within(() =>
      run(sql`update users set phone = '+255712000999' where id = ${nurse2.user.id}`),
    )
    const visit = await visiting(clerk, {}, adult)
    await measured(visit.id, { ...calm, temperature: 40 })
    const [alert] = await alertsOf(visit.patient_id)
    t.same(
      alert.notified.map((one: { staff: string }) => one.staff),
      [nurse2.user.full_name],
      'the nurse on duty',
    )
    const copy = await row<{ title: string; body: string }>(
      sql`select title, body from notice_copies where entity_id = ${alert.id}`,
    )
    t.equal(copy?.body, 'Urgent review needed: Triage.')
  })

  t.test('acknowledged with what was done, then resolved (3.7)', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    await measured(visit.id, { ...calm, oxygen_saturation: 85 })
    const [alert] = await alertsOf(visit.patient_id)
    const at = `/vital-alerts/${alert.id}`
    t.equal((await nurse.post(`${at}/acknowledge`, {})).message, 'action_taken is required.')
    const early = await nurse.post(`${at}/resolve`, { note: 'better' })
    t.equal(early.status, 409)
    const done = await nurse.post(`${at}/acknowledge`, { action_taken: 'Oxygen given' })
    t.match(
      done.data,
      {
        status: 'ACKNOWLEDGED',
        action_taken: 'Oxygen given',
        acknowledged_by: nurse.user.full_name,
      },
      done.message,
    )
    const again = await nurse.post(`${at}/acknowledge`, { action_taken: 'Oxygen given' })
    t.equal(again.message, 'Alert CRITICAL_VALUE is ACKNOWLEDGED. It can: resolve.')
    const resolved = await nurse.post(`${at}/resolve`, { note: 'better now' })
    t.match(resolved.data, { status: 'RESOLVED', resolve_note: 'better now' })
    t.match((await nurse.get(at)).data, { id: alert.id, notified: [{ by: nurse.user.full_name }] })
    t.equal(
      (await nurse.post(`${at}/acknowledge`, { action_taken: 'late' })).message,
      'Alert CRITICAL_VALUE is RESOLVED. Nothing more can be done with it.',
    )
  })

  t.test('a later set that is well resolves by itself (3.7)', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    await measured(visit.id, { ...calm, heart_rate: 140 })
    await measured(visit.id, { temperature: 36.9 })
    t.match(await alertsOf(visit.patient_id), [{ status: 'OPEN' }, { status: 'OPEN' }], 'not it')
    await measured(visit.id, calm)
    for (const alert of await alertsOf(visit.patient_id)) {
      t.match(alert, { status: 'RESOLVED', resolve_note: 'Resolved by later readings' })
    }
  })

  const pressures: [number, number, string | null][] = [
    [139, 89, null],
    [140, 80, 'WARNING'],
    [130, 90, 'WARNING'],
    [160, 80, 'DANGER'],
    [150, 110, 'DANGER'],
  ]
  for (const [systolic, diastolic, severity] of pressures) {
    t.test(`in pregnancy ${systolic}/${diastolic} is ${severity ?? 'well'}`, async (t) => {
      answering(t, pregnancyOf, async () => ({
        pregnant: true,
        status: 'YES',
        postpartum: false,
        high_risk: false,
      }))
      const visit = await visiting(clerk, {}, { sex: 'Female', birth_date: '1999-01-01' })
      await measured(visit.id, { systolic, diastolic })
      const found = (await alertsOf(visit.patient_id)).find(
        ({ kind }: { kind: string }) => kind === 'PREGNANCY_BLOOD_PRESSURE',
      )
      t.equal(found?.severity ?? null, severity)
    })
  }

  t.test('a loss of weight is told (VIT-16)', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    await measured(visit.id, { weight: 60 })
    await measured(visit.id, { weight: 57.1 })
    t.same(await alertsOf(visit.patient_id), [])
    await measured(visit.id, { weight: 57 })
    t.match(await alertsOf(visit.patient_id), [
      { kind: 'WEIGHT_CHANGE', severity: 'WARNING', message: 'Weight 57 kg, 60 kg 0 days ago.' },
    ])
  })

  t.test('nobody acknowledges: on call, then in charge (VIT-13)', async (t) => {
    const chief = await people.with('medical_in_charge')
    const doctor = await people.with('doctor')
    answering(t, onCall, async () => [
      { staff_id: house.facility_id, name: 'Doctor', user_id: doctor.user.id, cadre: 'doctor' },
    ])
    const visit = await visiting(clerk, {}, adult)
    await measured(visit.id, { ...calm, oxygen_saturation: 85 })
    const danger = async () =>
      (await alertsOf(visit.patient_id)).find(
        ({ kind }: { kind: string }) => kind === 'CRITICAL_VALUE',
      )
    const names = async () => (await danger()).notified.map(({ staff }: { staff: string }) => staff)
    clock.advance(minutes(14))
    await within(() => escalateAlerts(house.system))
    t.equal((await danger()).level, 0)
    clock.advance(minutes(1))
    await within(() => escalateAlerts(house.system))
    t.equal((await danger()).level, 1)
    t.ok((await names()).includes(doctor.user.full_name))
    await within(() => escalateAlerts(house.system))
    t.equal((await danger()).level, 1, 'once')
    clock.advance(minutes(30))
    await within(() => escalateAlerts(house.system))
    t.equal((await danger()).level, 2)
    t.ok((await names()).includes(chief.user.full_name))
    clock.advance(minutes(120))
    await within(() => escalateAlerts(house.system))
    t.equal((await danger()).level, 2, 'nobody is above')
    clock.advance(-minutes(165))
  })

  t.test('who gets worse, and whose observation is late (VIT-12, VIT-19)', async (t) => {
    const worst = await visiting(clerk, {}, adult)
    await measured(worst.id, { ...calm, heart_rate: 135, respiratory_rate: 26, temperature: 39.2 })
    const worse = await visiting(clerk, {}, adult)
    await measured(worse.id, { ...calm, heart_rate: 112, respiratory_rate: 22, temperature: 38.5 })
    const well = await visiting(clerk, {}, adult)
    await measured(well.id, calm)
    const list = async () => (await people.with('nurse')).get('/vitals/deteriorating')
    const found = (await list()).data.filter(({ visit_id }: { visit_id: string }) =>
      [worst.id, worse.id, well.id].includes(visit_id),
    )
    t.match(found, [
      { visit_id: worst.id, band: 'HIGH', place: 'Triage', alert: { severity: 'DANGER' } },
      { visit_id: worse.id, band: 'MEDIUM', alert: { severity: 'WARNING' } },
    ])
    t.equal(found.length, 2)
    clock.advance(minutes(44))
    t.equal(await within(() => tellLate(house.system)), 0, 'due in 30 minutes, late 15 after')
    clock.advance(minutes(1))
    t.ok((await within(() => tellLate(house.system))) >= 1)
    t.equal(await within(() => tellLate(house.system)), 0, 'once')
    const late = (await alertsOf(worst.patient_id)).find(
      ({ kind }: { kind: string }) => kind === 'OBSERVATION_LATE',
    )
    t.match(late, { status: 'OPEN', severity: 'DANGER' })
    const [first] = (await list()).data.filter(
      ({ visit_id }: { visit_id: string }) => visit_id === worst.id,
    )
    t.equal(first.late_minutes, 15)
    await within(async () => undefined)
    clock.advance(-minutes(45))
  })

  t.test('lists need a fixed number of statements', async (t) => {
    const asked = async (path: string) =>
      (await statementsOf(() => nurse.get(path, { per_page: '50' }))).length
    const before = [await asked('/vital-alerts'), await asked('/vitals/deteriorating')]
    for (let n = 0; n < 6; n += 1) {
      const visit = await visiting(clerk, {}, adult)
      await measured(visit.id, { ...calm, heart_rate: 140 + n })
    }
    t.same([await asked('/vital-alerts'), await asked('/vitals/deteriorating')], before)
  })
})
