// What care and commercial say of a counter sale (CAR-105, BIL-62), asked as billing declares it.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { conflict } from '../../../../db/core/refusal.ts'
import { bill_discounts } from '../../../../db/hospital/money/billing/bills/discount-tables.ts'
import { applyDiscount } from '../../../../db/hospital/neighbours/commercial.ts'
import { counterCheck } from '../../../../db/hospital/neighbours/medicines.ts'
import { answering } from '../../../support/answers.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('a counter sale is asked about before its goods leave', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  await priced(house)
  const { people, hospital } = house
  const shelf = await shelfOf(house)
  const cashier = await people.with('cashier')
  const { id: patient_id } = await somebody(await people.with('reception'))
  await atDrawer(house, cashier)
  const product = await shelf.product({ tariff_code: 'FBC' })
  await shelf.lay(product, 10)
  const sell = (more: object = {}) =>
    cashier.post('/billing/sales', {
      patient_id,
      method: 'Cash',
      lines: [
        { code: 'CONS', quantity: 1 },
        { code: 'FBC', quantity: 2 },
      ],
      ...more,
    })
  const left = async (): Promise<number> =>
    (await shelf.keeper.get('/stock/levels', { product_id: product.id })).data[0].quantity
  const prescription = { prescriber: 'Dr Mushi', registration_no: 'MCT-1', date: '2026-05-03' }

  t.test('care sees the lines with a product, and what was handed in (CAR-105)', async (t) => {
    const seen: unknown[] = []
    const warning = {
      gate: 'OTC_AGE',
      level: 'WARN' as const,
      subject: null,
      message: 'Ask for the weight.',
      may_override: [],
      permission: null,
      reasons: [],
    }
    answering(t, counterCheck, async (_caller, asked) => {
      seen.push(asked)
      if (asked.prescription === null) throw conflict('FBC is sold on a prescription.', 'rx')
      return [warning]
    })
    const refused = await sell()
    t.match(refused, { status: 409, message: 'FBC is sold on a prescription.' })
    t.equal(await left(), 10, 'nothing left the shelf')
    const sold = await sell({ prescription, overrides: [{ gate: 'OTC_AGE' }] })
    t.equal(sold.status, 201, sold.message)
    t.same(sold.data.warnings, [warning])
    t.match(seen[1], {
      patient_id,
      lines: [{ line: 2, product_id: product.id, quantity: 2000 }],
      prescription,
      overrides: [{ gate: 'OTC_AGE' }],
    })
    t.equal(await left(), 8)
    for (const [wrong, field] of [
      [{ ...prescription, date: 'May' }, 'prescription.date'],
      [{ ...prescription, prescriber: '' }, 'prescription.prescriber'],
    ] as const)
      t.match(await sell({ prescription: wrong }), {
        status: 400,
        message: new RegExp(`^${field} `),
      })
  })

  t.test('a rule lowers the lines before tax, the receipt and the books (BIL-62)', async (t) => {
    t.match(await sell({ discount_rule_id: newId() }), { status: 404, message: /discount rule/ })
    const discount_id = newId()
    answering(t, applyDiscount, async (_caller, { lines, patient_id: of }) => {
      t.equal(of, patient_id)
      t.match(lines, [
        { line: 1, code: 'CONS', amount: 1_000_000, product_id: null },
        { line: 2, code: 'FBC', amount: 1_000_000, product_id: product.id },
      ])
      return { discount_id, reason: 'Staff', lines: new Map([[2, 100_000]]) }
    })
    const sold = await sell({ discount_rule_id: newId() })
    t.equal(sold.status, 201, sold.message)
    t.match(sold.data.bill, { total: 19_000, discount: 1000, balance: 0, status: 'SETTLED' })
    t.match(sold.data.payment, { amount: 19_000 })
    const kept = await bill_discounts.find({ hospital_id: hospital.id, discount_id })
    t.match(kept, { bill_id: sold.data.bill.id, of_draft: true, amount: 100_000, live: true })
    t.match(kept?.lines, [{ item_id: sold.data.bill.items[1].id, amount: 100_000, tax: 0 }])
    await rebuilt(t, house, 2)
  })

  t.test('one that needs approval is refused whole (COM-70)', async (t) => {
    const message = 'This discount needs approval: raise a bill instead.'
    answering(t, applyDiscount, async () => {
      throw conflict(message, 'approval')
    })
    const there = await left()
    t.match(await sell({ discount_rule_id: newId() }), { status: 409, message })
    t.equal(await left(), there)
  })
})
