// What areas of care may charge that a counter never does: after a death, on a stay without an end, for a
// day still to come, under an income of their own.

import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { accountFor } from '../../../../db/hospital/money/accounting/posting/offers.ts'
import { incomeAccountsOf } from '../../../../db/hospital/money/billing/bills/income.ts'
import { bill_items, bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import {
  type Charge,
  charge,
  chargeAll,
} from '../../../../db/hospital/money/billing/charges/charge.ts'
import { servicesDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import { lapse } from '../../../../db/hospital/money/billing/charges/lapse.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { visiting } from '../../../support/desk/visits.ts'

t.test('charges of care', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const charged = (asked: Partial<Charge> & Pick<Charge, 'patient_id' | 'source_id'>) =>
    within(() => charge(system, { code: 'FBC', quantity: 1, source: 'order', ...asked }))
  const line = async (id: string) => bill_items.find({ hospital_id, id })

  t.test('a full draft runs no more and the next line opens another (BIL-1)', async (t) => {
    const { id: visit_id, patient } = await visiting(clerk)
    const first = await charged({ patient_id: patient.id, visit_id, source_id: 'dose-0' })
    const filler = await line(first.item_id)
    if (filler === undefined) throw new Error('no line')
    await within(() =>
      bill_items.insertMany(
        Array.from({ length: 499 }, (_, n) => ({
          ...filler,
          id: newId(),
          position: n + 2,
          source_id: `dose-${n + 1}`,
        })),
      ),
    )
    const next = await charged({ patient_id: patient.id, visit_id, source_id: 'dose-500' })
    t.not(next.bill_id, first.bill_id)
    t.match(await bills.find({ hospital_id, id: first.bill_id }), { running: false, visit_id })
    t.match(await bills.find({ hospital_id, id: next.bill_id }), {
      status: 'DRAFT',
      running: true,
      visit_id,
    })
    const again = await charged({ patient_id: patient.id, visit_id, source_id: 'dose-501' })
    t.equal(again.bill_id, next.bill_id)
  })

  t.test('many lines at once fill one draft and go on in the next (BIL-1, BIL-2)', async (t) => {
    const { id: visit_id, patient } = await visiting(clerk)
    const to = { patient_id: patient.id, visit_id }
    const day = (n: number) => ({
      code: 'FBC',
      quantity: 1,
      source: 'stay',
      source_id: `day-${n}`,
      service_date: n % 2 === 0 ? '2026-03-30' : '2026-03-31',
    })
    await within(() => chargeAll(system, to, [day(0)]))
    const many = Array.from({ length: 502 }, (_, n) => ({ ...day(n), quantity: n === 0 ? 2 : 1 }))
    const made = await within(() => chargeAll(system, to, many))
    t.equal(new Set(made.map(({ item_id }) => item_id)).size, 502, 'the one of before among them')
    const on = Map.groupBy(made, ({ bill_id }) => bill_id)
    t.same(
      [...on.values()].map(({ length }) => length),
      [500, 2],
    )
    t.match(await line(made[0]?.item_id ?? ''), { quantity: 2000 }, 'the quantity follows')
    for (const [id, lines] of on) {
      const amount = lines.reduce((sum, one) => sum + one.amount, 0)
      t.match(await bills.find({ hospital_id, id }), { total: amount, visit_id })
    }
    const done_at = clock.instant()
    t.ok(
      await within(() =>
        servicesDone(
          system,
          many.map((one) => ({ ...one, done_at })),
        ),
      ),
    )
    const done = await bill_items.count({ hospital_id, visit_id, service_status: 'DONE' })
    t.equal(done, 502)
  })

  t.test('what is planned lapses after its day, and moves with its booking (BIL-8)', async (t) => {
    const { id: visit_id, patient } = await visiting(clerk)
    const booked = { patient_id: patient.id, visit_id, source: 'theatre_case', source_id: 'case-1' }
    const { item_id } = await charged({ ...booked, service_date: '2026-04-20' })
    clock.freeze('2026-04-10T06:00:00.000Z')
    await lapse(system)
    t.match(await line(item_id), { service_status: 'PENDING' }, 'made long ago, planned ahead')
    await charged({ ...booked, service_date: '2026-04-25' })
    t.match(await line(item_id), { service_date: '2026-04-25', service_status: 'PENDING' })
    clock.freeze('2026-05-01T06:00:00.000Z')
    await lapse(system)
    t.match(await line(item_id), { service_status: 'PENDING' }, 'not a day early')
    clock.freeze('2026-05-02T06:00:00.000Z')
    t.equal((await lapse(system)).dropped, 1)
    t.match(await line(item_id), { service_status: 'CANCELLED' })
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test('income stands under the name that the area gives it (BIL-31)', async (t) => {
    const { id: visit_id, patient } = await visiting(clerk)
    const { item_id } = await charged({
      patient_id: patient.id,
      visit_id,
      source: 'labour',
      source_id: 'labour-1',
      category: 'Maternity',
    })
    const item = await line(item_id)
    if (item === undefined) throw new Error('no line')
    t.equal(item.category, 'Laboratory', 'the price list goes on saying for what it is a price')
    const accountOf = await incomeAccountsOf(system, [{ ...item, account_id: null }])
    const maternity = await accountFor(system, { income: 'Maternity' })
    t.equal(accountOf({ ...item, account_id: null }), maternity.id)
  })

  t.test('after a death: the mortuary always, others up to that day (BIL-1)', async (t) => {
    const { id: visit_id, patient } = await visiting(clerk)
    const died = await doctor.post(`/patients/${patient.id}/deceased`, {
      died_at: '2026-03-31T05:00:00.000Z',
      place: 'WARD',
    })
    t.equal(died.status, 200, died.message)
    clock.freeze(
      new Date(Date.parse('2026-03-31T06:00:00.000Z') + days(2) + hours(1)).toISOString(),
    )
    const after = { patient_id: patient.id, visit_id }
    await t.rejects(
      charged({ ...after, source_id: 'late' }),
      /is recorded as having died on 2026-03-31/,
    )
    await t.rejects(
      charged({ ...after, source_id: 'late', service_date: '2026-04-01' }),
      /is recorded as having died/,
    )
    t.ok(await charged({ ...after, source_id: 'goods', service_date: '2026-03-31' }))
    for (const source of ['body', 'body_day', 'body_service'])
      t.ok(
        await charged({ ...after, source, source_id: 'b-1', service_date: '2026-04-02' }),
        source,
      )
  })
})
