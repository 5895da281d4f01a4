import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { portion } from '../../../../db/hospital/money/billing/amounts.ts'
import { charge, uncharge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { serviceDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import { clearanceOf, isSettled } from '../../../../db/hospital/money/billing/charges/clearance.ts'
import {
  shipped_gates,
  decide,
} from '../../../../db/hospital/money/billing/charges/service-gates.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { department } from '../../../support/desk/clinic.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('amounts round half up on the magnitude (BIL-15)', async (t) => {
  t.equal(portion(20_000, 10_000, 11_800), 16_949, '200.00 inclusive of 18 % is 169.49 net')
  t.equal(portion(1, 1, 2), 1)
  t.equal(portion(-1, 1, 2), -1)
  t.equal(portion(9_007_199_254_740_991, 3, 3), 9_007_199_254_740_991)
})

t.test('the gate that names most decides (BIL-24)', async (t) => {
  const on = { payment_before_service: true, gates: null }
  const asked = { category: 'Laboratory', visit_class: 'OUTPATIENT', payer_kind: 'SELF' }
  t.equal(decide({ ...on, payment_before_service: false }, asked).gate, 'NONE')
  t.equal(decide(on, asked).gate, 'BLOCK_WITH_OVERRIDE')
  t.equal(decide(on, { ...asked, visit_class: 'INPATIENT' }).gate, 'NONE')
  t.equal(decide(on, { ...asked, category: 'Bed' }).gate, 'NONE')
  const rows = [
    ...shipped_gates,
    { category: 'Laboratory', visit_class: '*', payer_kind: '*', gate: 'WARN' },
    { category: '*', visit_class: '*', payer_kind: 'SELF', gate: 'BLOCK' },
  ] as const
  const tied = decide({ payment_before_service: true, gates: [...rows] }, asked)
  t.equal(tied.gate, 'WARN', 'a tie goes to the category')
  t.equal(tied.rule, 'laboratory, every visit, every payer')
})

t.test('charges, the gate and the bill', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  await department(house, 'OPD')
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const doctor = await people.with('doctor')
  const manager = await people.with('manager')
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')

  const set = (body: unknown) => manager.patch('/billing/patient-flow', body)
  const billsOf = async (patient_id: string) =>
    (await cashier.get('/billing/bills', { patient_id })).data
  const order = (patient_id: string, visit_id: string, code: string, more = {}) =>
    within(() =>
      charge(system, {
        patient_id,
        visit_id,
        code,
        quantity: 1,
        source: 'order',
        source_id: `${visit_id}-${code}`,
        ...more,
      }),
    )

  t.test('nothing is bound and nothing asked of a visit at first', async (t) => {
    const flow = await cashier.get('/billing/patient-flow')
    t.same(flow.data.consultation, { code: null, name: null, price: null })
    t.equal(flow.data.payment_before_service, false)
    const visit = await visiting(clerk)
    t.same(await billsOf(visit.patient.id), [])
  })

  const bad: [string, unknown, number, string][] = [
    [
      'a code nobody knows',
      { consultation: { code: 'NONE', name: 'X' } },
      409,
      'NONE is not in the price list: send a price.',
    ],
    [
      'a price below nothing',
      { consultation: { code: 'CONS', name: 'C', price: -5 } },
      400,
      'consultation.price must not be negative.',
    ],
    [
      'too many days',
      { revisit_free_days: 366 },
      400,
      'revisit_free_days must be between 0 and 365.',
    ],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`a patient flow is refused: ${what}`, async (t) => {
      const refused = await set(body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('the flow and the gates are the manager’s', async (t) => {
    t.equal((await cashier.patch('/billing/patient-flow', {})).status, 403)
    t.equal((await cashier.put('/billing/service-gates', { rows: [] })).status, 403)
    const rows = [{ category: 'laboratory', visit_class: '*', payer_kind: '*', gate: 'NONE' }]
    const refused = await manager.put('/billing/service-gates', { rows })
    t.equal(refused.message, 'rows must hold the row of *, *, *.')
    const kept = await manager.put('/billing/service-gates', { rows: [...rows, ...shipped_gates] })
    t.equal(kept.status, 200, kept.message)
    t.equal(kept.data[0].category, 'Laboratory')
    t.equal((await manager.put('/billing/service-gates', { rows: shipped_gates })).status, 200)
  })

  t.test('a visit brings registration and consultation on one draft (BIL-1, BIL-5)', async (t) => {
    const done = await set({
      consultation: { code: 'CONS', name: 'Consultation', price: 10_000 },
      registration: { code: 'REG', name: 'Registration' },
      revisit_free_days: 7,
    })
    t.equal(done.status, 200, done.message)
    t.equal(done.data.consultation.price, 10_000)
    const visit = await visiting(clerk, { department: 'OPD' })
    const [bill] = await billsOf(visit.patient.id)
    t.match(bill, {
      status: 'DRAFT',
      number: null,
      kind: 'VISIT',
      payer_kind: 'SELF',
      total: 12_000,
      balance: 12_000,
    })
    const opened = await cashier.get(`/billing/bills/${bill.id}`)
    t.same(
      opened.data.items.map((one: { code: string; position: number }) => [one.code, one.position]),
      [
        ['REG', 1],
        ['CONS', 2],
      ],
    )
    t.test('and a second visit within the free days none again', async (t) => {
      await clerk.post(`/visits/${visit.id}/cancel`, { reason: 'Came by mistake' })
      t.equal(
        (await cashier.get(`/billing/bills/${bill.id}`)).data.total,
        0,
        'taken away (BIL-167)',
      )
      const again = await clerk.post('/visits', { patient_id: visit.patient.id, department: 'OPD' })
      t.equal(again.status, 201, again.message)
      const [second] = await billsOf(visit.patient.id)
      t.equal(second.total, 12_000, 'what was taken away is charged again')
    })
  })

  t.test('a second charge of one source is one line (BIL-2)', async (t) => {
    const visit = await visiting(clerk)
    const first = await order(visit.patient.id, visit.id, 'FBC')
    const more = await order(visit.patient.id, visit.id, 'FBC', { quantity: 2.5 })
    t.equal(more.item_id, first.item_id)
    t.equal(more.amount, 1_250_000)
    await within(() => uncharge(system, 'order', `${visit.id}-FBC`, 'Not wanted'))
    const anew = await order(visit.patient.id, visit.id, 'FBC')
    t.not(anew.item_id, first.item_id, 'a cancelled line is charged anew')
    await t.rejects(order(visit.patient.id, visit.id, 'FBC', { quantity: 1.2345 }), {
      message: 'quantity must be more than 0, with at most three decimals.',
    })
  })

  t.test('a code without a price is flagged and cannot be issued (BIL-3, BIL-32)', async (t) => {
    const visit = await visiting(clerk)
    const line = await order(visit.patient.id, visit.id, 'MYSTERY')
    t.equal(line.unit_price, null)
    const [bill] = await billsOf(visit.patient.id)
    t.same(bill.warnings, ['UNPRICED'])
    const refused = await cashier.post(`/billing/bills/${bill.id}/issue`)
    t.equal(refused.message, '1 line has no price: MYSTERY.')
    t.equal((await billsOf(visit.patient.id))[0].status, 'DRAFT')
  })

  t.test('a bill is issued with number, ledger entry and due day (BIL-31, P-01)', async (t) => {
    const visit = await visiting(clerk)
    await order(visit.patient.id, visit.id, 'TAXED')
    const [bill] = await billsOf(visit.patient.id)
    t.ok(bill.tax > 0)
    const before = await books.balance(accountant, '1201')
    const vat = await books.balance(accountant, '2301')
    t.equal((await doctor.post(`/billing/bills/${bill.id}/issue`)).status, 403)
    const issued = await cashier.post(`/billing/bills/${bill.id}/issue`)
    t.equal(issued.status, 200, issued.message)
    t.match(issued.data, { status: 'ISSUED', balance: bill.total, business_date: '2026-03-31' })
    t.match(issued.data.number, /^INV-2026-\d{6}$/)
    t.match(issued.data.due_on, /^2026-/)
    t.equal((await books.balance(accountant, '1201')) - before, bill.total)
    t.equal((await books.balance(accountant, '2301')) - vat, bill.tax)
    const entries = await accountant.get('/accounting/entries', {
      search: issued.data.entry_reference,
    })
    t.equal(entries.data[0]?.source, 'BILL_ISSUE')
    const again = await cashier.post(`/billing/bills/${bill.id}/issue`)
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `Bill ${issued.data.number} is ISSUED. It can: pay, credit, cancel, rebill, hold.`,
    )
    const next = await order(visit.patient.id, visit.id, 'FBC')
    t.not(next.bill_id, bill.id, 'the next charge opens another draft')
    await within(() => uncharge(system, 'order', `${visit.id}-TAXED`, 'Not needed'))
    const credited = await cashier.get(`/billing/bills/${bill.id}`)
    t.match(credited.data, { credited: 200, balance: credited.data.total - 200 }, 'BIL-30')
  })

  t.test(
    'service waits for money where the hospital says so (BIL-6, BIL-24 to BIL-29)',
    async (t) => {
      await set({ payment_before_service: true })
      const { id: patient_id } = await somebody(clerk)
      const opened = await clerk.post('/visits', { patient_id })
      const visit = opened.data
      const line = await order(patient_id, visit.id, 'FBC')
      t.match(line.clearance, { may_proceed: false, reason: 'UNPAID', gate: 'BLOCK_WITH_OVERRIDE' })
      // BIL-28: what stands, what to do, who; and no amount for who may not read bills, below.
      t.match(line.clearance.message, /^Not paid yet: Full blood count, 5,000 due on the bill of /)
      t.match(line.clearance.message, /Send the patient to the cashier\. .+ may let this through/)
      const seen = await clearanceOf(system, { visit_id: visit.id, categories: ['laboratory'] })
      t.equal(seen.lines.length, 1)
      t.equal(seen.may_proceed, false)
      const urgent = await order(patient_id, visit.id, 'XRAY', { urgent: true })
      t.match(urgent.clearance, { may_proceed: true, reason: 'EMERGENCY' }, 'BIL-26')
      const never = await isSettled(system, 'order', 'never')
      t.match(never, { may_proceed: true, reason: 'NOT_CHARGED' }, 'BIL-27')
      const told = await doctor.get('/billing/clearance', {
        source: 'order',
        source_id: `${visit.id}-FBC`,
      })
      t.match(told.data[0], { message: 'Not cleared by the cashier.', due: null })
      const done = await within(() => serviceDone(system, 'order', `${visit.id}-FBC`, {}))
      t.equal(done.cleared, false)
      await t.rejects(
        within(() => uncharge(system, 'order', `${visit.id}-FBC`, 'Late')),
        { message: 'Full blood count was already done: make a credit note.' },
      )
      await set({ payment_before_service: false })
      t.match(await isSettled(system, 'order', `${visit.id}-FBC`), { may_proceed: true })
    },
  )
})
