import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { serviceDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import {
  discountBill,
  undiscountBill,
} from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { payOut } from '../../../../db/hospital/money/billing/refunds/pay-out-now.ts'
import { shares } from '../../../../db/hospital/money/billing/shares.ts'
import { returnCharge } from '../../../../db/hospital/money/billing/charges/returned-services.ts'
import { newId } from '../../../../db/core/ids.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('an amount is spread, and nothing above what a part bears', async (t) => {
  t.same(
    shares(100, [
      { weight: 1, most: 50 },
      { weight: 2, most: 100 },
    ]),
    [33, 67],
  )
  t.same(
    shares(100, [
      { weight: 1, most: 10 },
      { weight: 1, most: 95 },
    ]),
    [10, 90],
  )
  t.same(shares(0, [{ weight: 1, most: 10 }]), [0])
})

t.test('what other areas take off bills', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const accountant = await people.with('accountant')
  const supervisor = await people.with('supervisor')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const done = async (quantity: number) => {
    const visit = await visiting(clerk)
    const source_id = `${visit.id}-FBC`
    const line = await within(() =>
      charge(system, {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        code: 'FBC',
        quantity,
        source: 'order',
        source_id,
      }),
    )
    await within(() => serviceDone(system, 'order', source_id, {}))
    const back = (more: { quantity?: number } = {}) =>
      within(() =>
        returnCharge(system, { source: 'order', source_id, reason: 'Recorded in error', ...more }),
      )
    return { bill_id: line.bill_id, back, patient_id: visit.patient.id }
  }
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const sound = async () => {
    const { checks } = await verify(system)
    return checks.filter(({ state }) => state === 'FAILED')
  }

  t.test('a line that was done is lowered on a draft (BIL-166)', async (t) => {
    t.equal(
      await within(() =>
        returnCharge(system, { source: 'order', source_id: 'never', reason: 'No' }),
      ),
      null,
    )
    const { bill_id, back } = await done(5)
    await t.rejects(back({ quantity: 6 }), {
      message: 'Only 5 of 5 Full blood count can still be taken back.',
    })
    t.match(await back({ quantity: 2 }), { quantity_left: 3, credited: 1_000_000 })
    t.match(await bill(bill_id), { status: 'DRAFT', total: 15_000 })
    t.match(await back(), { quantity_left: 0, credited: 1_500_000 })
    t.match(await bill(bill_id), { total: 0 })
  })

  t.test('of an issued bill by a credit note; what was paid is kept (BIL-166)', async (t) => {
    const { bill_id, back } = await done(4)
    await cashier.post(`/billing/bills/${bill_id}/payments`, {
      amount: 20_000,
      method: 'Card',
      reference: 'TB-1',
    })
    const paid = { number: /^RCT-/, method: 'Card', status: 'RECORDED' }
    t.match(await bill(bill_id), { payments: [{ ...paid, amount: 20_000 }], credit_notes: [] })
    const taken = await back({ quantity: 1 })
    t.match(taken, { quantity_left: 3, credited: 500_000 })
    t.match(await bill(bill_id), {
      payments: [{ ...paid, amount: 15_000 }],
      credit_notes: [{ number: /^CRN-/, amount: 5_000, status: 'ISSUED' }],
    })
    t.ok(taken?.credit_note_id)
    t.ok(taken?.deposit_id)
    t.match(await bill(bill_id), { status: 'SETTLED', credited: 5_000, paid: 15_000 })
    await t.rejects(back({ quantity: 4 }), {
      message: 'Only 3 of 4 Full blood count can still be taken back.',
    })
    await back()
    t.match(await bill(bill_id), { status: 'CREDITED', paid: 0 })
    t.equal(await back(), null, 'nothing is left to take')
    t.same(await sound(), [])

    t.test('and is paid out for another area (BIL-9)', async (t) => {
      const { user } = cashier
      const at_drawer = { ...system, user_id: user.id, name: user.full_name }
      const out = (approved_by: string) =>
        within(() =>
          payOut(at_drawer, {
            credit_note_id: taken?.credit_note_id ?? '',
            amount: 500_000,
            method: 'Card',
            requested_by: { id: biller.user.id, name: 'Biller' },
            approved_by: { id: approved_by, name: 'Boss' },
          }),
        )
      await people.with('cashier')
      await t.rejects(out(user.id), {
        message: 'You approved this refund: somebody else must pay it.',
      })
      t.match(await out(supervisor.user.id), { number: /^RFD-2026-\d{6}$/ })
      t.same(await sound(), [])
    })
  })

  t.test('a discount of a draft is in its lines, before tax (BIL-86)', async (t) => {
    const { id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', {
      patient_id: id,
      items: [{ code: 'FBC' }, { code: 'XRAY' }],
    })
    const about = { bill_id: made.data.id, discount_id: newId(), reason: 'Staff' }
    await t.rejects(
      within(() => discountBill(system, { ...about, amount: 3_000_001 })),
      { message: 'Only 30,000 can be taken off.' },
    )
    const less = await within(() => discountBill(system, { ...about, amount: 300_000 }))
    t.match(less, { total: 2_700_000, discount: 300_000 })
    await within(() => discountBill(system, { ...about, amount: 300_000 }))
    t.match((await bill(made.data.id)).items, [{ discount: 500 }, { discount: 2_500 }], 'once')
    const more = await within(() => undiscountBill(system, { ...about, amount: 300_000 }))
    t.match(more, { total: 3_000_000, discount: 0 })
  })

  t.test('a discount after issue lowers what is owed, with its tax (P-05, BIL-86)', async (t) => {
    const { id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', {
      patient_id: id,
      items: [{ code: 'TAXED', quantity: 10 }, { code: 'FBC' }],
    })
    const { data: issued } = await biller.post(`/billing/bills/${made.data.id}/issue`)
    const [taxed] = issued.items
    const [given, vat, debt] = [await balance('4301'), await balance('2301'), await balance('1201')]
    const about = {
      bill_id: issued.id,
      line_ids: [taxed.id],
      discount_id: newId(),
      reason: 'Long wait',
    }
    const less = await within(() => discountBill(system, { ...about, amount: 50_000 }))
    t.match(less, { adjusted: 59_000, balance: issued.balance * 100 - 59_000 })
    t.equal(Math.round((await balance('4301')) - given), -500)
    t.equal(Math.round((await balance('2301')) - vat), -90)
    t.equal(Math.round((await balance('1201')) - debt), -590)
    t.same(await sound(), [])
    await cashier.post(`/billing/bills/${issued.id}/payments`, {
      amount: issued.balance - 590,
      method: 'Card',
      reference: 'DC-1',
    })
    t.match(await bill(issued.id), { status: 'SETTLED' })
    const nobody = { ...system, kind: 'USER' as const, permissions: new Set<string>() }
    await t.rejects(
      within(() => undiscountBill(nobody, { ...about, amount: 50_000 })),
      { message: /It needs bill:issue\.$/ },
    )
    const back = await within(() => undiscountBill(system, { ...about, amount: 50_000 }))
    t.match(back, { status: 'PART_PAID', adjusted: 0, balance: 59_000 })
    t.equal(await balance('4301'), given)
    t.equal(await balance('2301'), vat)
    t.same(await sound(), [])
  })
})
