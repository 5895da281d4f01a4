// The account of a stay: nights that no line stands for are found, and one that has passed its deposit is told
// (CAR-143, CAR-158, CAR-215).

import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { patient_messages } from '../../../../db/hospital/desk/patient-messages/tables.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { chargeBedDays } from '../../../../db/hospital/care/wards/jobs.ts'
import { tellPassed } from '../../../../db/hospital/care/wards/passed.ts'
import { performedServices } from '../../../../db/hospital/care/wards/stays/performed.ts'
import { lookForLeakage } from '../../../../db/hospital/money/billing/leakage/night.ts'
import type { PerformedService } from '../../../../db/hospital/registry.ts'
import { charted, done, pricedBeds, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('the account of a stay', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, doctor, nurse } = on
  const hospital_id = house.hospital.id
  clock.freeze('2026-03-02T05:00:00.000Z')
  const { ward, bed_class, beds } = await wardOf(admin, { daily_codes: ['NURSING'] }, 4)
  const by_hour = await wardOf(admin, {}, 2)
  await done(admin.patch(`/bed-classes/${by_hour.bed_class.id}`, { hourly: true }))
  await pricedBeds(house, {
    [bed_class.code]: 20_000_00,
    [by_hour.bed_class.code]: 1_000_00,
    NURSING: 2_000_00,
  })
  const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())
  const acts = async (more: { patient_id?: string } = {}): Promise<PerformedService[]> => {
    const found: PerformedService[] = []
    const span = { from: '2026-03-01T00:00:00.000Z', to: clock.instant(), ...more }
    for await (const some of performedServices(house.system, span)) found.push(...some)
    return found
  }

  t.test('each night is an act, by the key of its charge (CAR-215, BIL-138)', async (t) => {
    const one = await on.admitted(beds[0].id)
    const two = await on.admitted(by_hour.beds[0].id)
    t.same(await acts(), [], 'nobody has slept here yet')
    later(days(2))
    await chargeBedDays(house.system)
    const nights = await acts({ patient_id: one.patient.id })
    t.match(nights, [
      {
        source: 'bed_day',
        source_id: `${one.id}:2026-03-03`,
        code: bed_class.code,
        quantity: 1,
        patient_id: one.patient.id,
        done_at: '2026-03-02T21:00:00.000Z',
      },
      { source_id: `${one.id}:2026-03-04` },
    ])
    t.same(await acts({ patient_id: two.patient.id }), [], 'by the hour: when the bed is left')
    await done(
      nurse.post('/bed-transfers', {
        admission_id: two.id,
        to_ward_id: ward.id,
        to_bed_id: beds[1].id,
        reason: 'Better',
      }),
    ).then(async ({ id }) => {
      await done(on.charge.post(`/bed-transfers/${id}/accept`, { bed_id: beds[1].id }))
      await done(nurse.post(`/bed-transfers/${id}/complete`))
    })
    t.match(await acts({ patient_id: two.patient.id }), [
      { source: 'bed_day', code: by_hour.bed_class.code, quantity: 48 },
    ])
    const later_on = { from: '2026-03-03T12:00:00.000Z', to: clock.instant() }
    const seen: PerformedService[] = []
    for await (const some of performedServices(house.system, later_on)) seen.push(...some)
    t.equal(seen.filter(({ patient_id }) => patient_id === one.patient.id).length, 1, 'of that day')
  })

  t.test('a line that was taken away is found at night and at the desk (CAR-158)', async (t) => {
    const lying = await done(nurse.get('/admissions', { ward_id: ward.id, status: 'ADMITTED' }))
    const one = lying.find(({ bed }: { bed: string }) => bed === beds[0].label)
    const at = `/admissions/${one.id}`
    const caller = { ...house.system, facility_id: house.facility_id }
    const look = async () => (await lookForLeakage(caller)).found
    t.equal(await look(), 0, 'everything is on the bill')
    await within(() =>
      run(
        sql`update bill_items set service_status = 'CANCELLED' where source = 'bed_day'
          and source_id = ${`${one.id}:2026-03-03`}`,
      ),
    )
    t.equal(await look(), 1)
    const manager = await house.people.with('manager')
    t.match(await done(manager.get('/billing/leakage', { status: 'OPEN' })), [
      { kind: 'BED_NIGHT_NOT_CHARGED', source: 'bed_day', code: bed_class.code, value: 20_000 },
    ])
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await charted(doctor, one)
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
    const checks = await done(doctor.get(`${at}/discharge-checks`))
    t.match(
      checks.find(({ gate }: { gate: string }) => gate === 'CLEAR_UNBILLED'),
      {
        ok: false,
        items: [{ text: `Not billed: 1 act has no charge. No line: ${bed_class.code}.` }],
      },
    )
  })

  t.test('who has passed the deposit is told of once a day (CAR-143)', async (t) => {
    await house.people.with('ward_clerk')
    const phone = '+255712000301'
    const one = await on.admitted(beds[2].id, {}, { phone })
    const told = () => notifications.all({ hospital_id, kind: 'admission.passed' })
    const written = () =>
      patient_messages.all({
        hospital_id,
        patient_id: one.patient.id,
        template_code: 'DEPOSIT_PASSED',
      })
    await tellPassed(house.system)
    const before = (await told()).length
    t.same(await written(), [], 'who owes nothing yet is not written to')
    later(days(1))
    await chargeBedDays(house.system)
    t.ok((await tellPassed(house.system)) > 0)
    const bodies = (await told()).map(({ body }) => body).join(' ')
    t.match(bodies, one.reference)
    t.notMatch(bodies, /,000/, 'CAR-11: no amount')
    const [text] = await written()
    t.match(text?.text, /22,000/)
    t.notMatch(
      text?.text,
      new RegExp(`${bed_class.code}|bed|ward`, 'i'),
      'nothing of what it was for',
    )
    t.equal(await tellPassed(house.system), 0, 'once a day')
    later(hours(24))
    t.ok((await tellPassed(house.system)) > 0, 'and on the next day again')
    t.equal((await written()).length, 2)
    t.ok((await told()).length > before)

    const policy = await house.people.administrator()
    await done(policy.patch('/billing/policy', { inpatient_credit_limit: 1_000_000 }))
    later(hours(24))
    t.equal(await tellPassed(house.system), 0, 'what the house lets run up is told to nobody')
  })
})
