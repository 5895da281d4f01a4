import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { isSettled } from '../../../../db/hospital/money/billing/charges/clearance.ts'
import { reverse } from '../../../../db/hospital/money/billing/payments/list.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('payments', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const supervisor = await people.with('supervisor', 'cashier')
  const accountant = await people.with('accountant')
  const nurse = await people.with('nurse')
  const manager = await people.with('manager')
  const books = await ledgerOf(house)
  await atDrawer(house, cashier)
  await atDrawer(house, supervisor, 100_000)

  /** A draft of somebody new: a blood count of 5,000 and an X-ray of 25,000. */
  const owing = async (codes: readonly string[] = ['FBC', 'XRAY']) => {
    const visit = await visiting(clerk)
    const lines = []
    for (const code of codes) {
      const source_id = `${visit.id}-${code}`
      const patient_id = visit.patient.id
      lines.push(
        await within(() =>
          charge(system, {
            patient_id,
            visit_id: visit.id,
            code,
            quantity: 1,
            source: 'order',
            source_id,
          }),
        ),
      )
    }
    const [first] = lines
    return { visit, id: first?.bill_id ?? '', lines }
  }
  const pay = (id: string, body: unknown) => cashier.post(`/billing/bills/${id}/payments`, body)
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const cash = async () => {
    const accounts = await accountant.whole('/accounting/accounts')
    const drawers = accounts.filter(({ code }: { code: string }) => code.startsWith('1102-'))
    return drawers.reduce((sum: number, one: { balance: number }) => sum + one.balance, -100_000)
  }
  const debt = () => books.balance(accountant, '1201')

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['nothing said', { amount: undefined }, 400, 'amount is required.'],
    ['NaN', { amount: Number.NaN }, 400, 'amount must be a number.'],
    ['a word', { amount: 'abc' }, 400, 'amount must be a number.'],
    ['no number', { amount: 'NaN' }, 400, 'amount must be a number.'],
    ['nothing', { amount: 0 }, 400, 'amount must be more than 0.'],
    ['less than nothing', { amount: -1 }, 400, 'amount must be more than 0.'],
    ['half a cent', { amount: 10.005 }, 400, 'amount has more decimals than TZS allows.'],
    [
      'another method',
      { method: 'MPesa' },
      400,
      'method must be one of Cash, Mobile Money, Card, Bank Transfer, Insurance, Cheque, Waiver.',
    ],
    ['no reference', { method: 'Cheque' }, 400, 'reference is required for Cheque.'],
    [
      'too much by card',
      { method: 'Card', reference: 'C-1', amount: 30_001 },
      409,
      'Only 30,000 is due. Cash gives change; Card does not.',
    ],
    ['a line of another bill', { item_ids: ['nobody'] }, 404, 'No such item.'],
  ]
  t.test('what is refused leaves the draft a draft (BIL-40, BIL-44, BIL-46)', async (t) => {
    const { id } = await owing()
    await manager.patch('/billing/policy', { keep_excess: false })
    for (const [what, body, status, message] of bad) {
      const refused = await pay(id, { amount: 30_000, ...body })
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    await manager.patch('/billing/policy', { keep_excess: null })
    t.match(await bill(id), { status: 'DRAFT', number: null, paid: 0 })
    t.equal((await clerk.post(`/billing/bills/${id}/payments`, { amount: 1 })).status, 403)
    t.equal((await pay('nobody', { amount: 1 })).status, 404)
  })

  t.test('cash issues the draft, gives change and settles it (BIL-41, BIL-44, P-08)', async (t) => {
    const { id } = await owing()
    const [cash_before, debt_before] = [await cash(), await debt()]
    const paid = await pay(id, { amount: 50_000 })
    t.equal(paid.status, 201, paid.message)
    t.equal(paid.data.change, 20_000)
    t.match(paid.data.payment, {
      method: 'Cash',
      amount: 30_000,
      tendered: 50_000,
      change: 20_000,
      clearing: 'NOT_NEEDED',
      status: 'RECORDED',
    })
    t.match(paid.data.payment.number, /^RCT-2026-\d{6}$/)
    t.match(paid.data.bill, { status: 'SETTLED', paid: 30_000, balance: 0 })
    t.equal((await cash()) - cash_before, 30_000, 'what was applied, never what was handed over')
    t.equal((await debt()) - debt_before, 0)
    const again = await pay(id, { amount: 1 })
    t.equal(again.message, `Bill ${paid.data.bill.number} has nothing left to pay.`)
    const [row] = (await cashier.get('/billing/payments', { search: paid.data.payment.number }))
      .data
    t.equal(row.allocations.length, 2)
  })

  t.test('a part goes to the lines in order, named ones first (BIL-42)', async (t) => {
    const { id, lines } = await owing()
    await cashier.post(`/billing/bills/${id}/issue`)
    const first = await pay(id, { amount: 6_000 })
    t.match(first.data.bill, { status: 'PART_PAID', paid: 6_000, balance: 24_000 })
    t.same(
      first.data.bill.items.map((one: Record<string, unknown>) => [
        one['settled'],
        one['balance'],
        one['service_status'],
        one['authorised_by'],
      ]),
      [
        [5_000, 0, 'AUTHORISED', 'PAID'],
        [1_000, 24_000, 'PENDING', null],
      ],
    )
    const other = await owing()
    await cashier.post(`/billing/bills/${other.id}/issue`)
    const named = await pay(other.id, { amount: 25_000, item_ids: [other.lines[1]?.item_id] })
    t.same(
      named.data.bill.items.map((one: { balance: number }) => one.balance),
      [5_000, 0],
    )
    t.ok(lines)
  })

  t.test('named lines of a draft are issued and paid alone (BIL-41)', async (t) => {
    const { id, lines } = await owing()
    const paid = await pay(id, { amount: 5_000, item_ids: [lines[0]?.item_id] })
    t.equal(paid.status, 201, paid.message)
    t.not(paid.data.bill.id, id)
    t.match(paid.data.bill, { status: 'SETTLED', total: 5_000 })
    t.match(await bill(id), { status: 'DRAFT', total: 25_000, balance: 25_000 })
  })

  t.test(
    'of which methods a reference is wanted is for the hospital to say (BIL-46)',
    async (t) => {
      const rule = (more: object) =>
        manager.patch('/billing/policy', { reference_rules: [{ method: 'Mobile Money', ...more }] })
      const told = async (reference: string | null): Promise<string> => {
        const { id } = await owing()
        return (await pay(id, { amount: 30_000, method: 'Mobile Money', reference })).message
      }
      t.equal(await told(null), 'Payment recorded.', 'none ships but for cheques')
      const set = await rule({ required: true, form: '[A-Z0-9]{6,20}' })
      t.equal(set.status, 200, set.message)
      t.match(
        set.data.reference_rules.filter((one: { required: boolean }) => one.required),
        [
          { method: 'Mobile Money', form: '[A-Z0-9]{6,20}' },
          { method: 'Cheque', form: null },
        ],
      )
      t.equal(await told(null), 'reference is required for Mobile Money.')
      t.equal(
        await told('AB-1'),
        'reference does not look like one of Mobile Money: [A-Z0-9]{6,20}.',
      )
      t.equal(
        await told('mp 77 81 aa'),
        'Payment recorded.',
        'compared in capitals, without blanks',
      )
      t.match((await rule({ required: true, form: '(a+)+' })).message, /form is too intricate/)
      t.match(
        (await rule({ required: true, form: '[' })).message,
        /form is not a regular expression/,
      )
      await manager.patch('/billing/policy', { reference_rules: null })
      t.equal(await told(null), 'Payment recorded.')
    },
  )

  t.test('a reference pays once (BIL-46)', async (t) => {
    const one = await owing()
    const two = await owing()
    const body = { amount: 30_000, method: 'Mobile Money', reference: 'qgh 7812 xx' }
    const first = await pay(one.id, body)
    t.equal(first.status, 201, first.message)
    t.equal(first.data.payment.reference, 'qgh 7812 xx', 'as it was typed')
    t.equal(first.data.payment.clearing, 'PENDING')
    const second = await pay(two.id, { ...body, reference: 'QGH7812 XX' })
    t.equal(second.message, `QGH7812 XX was already used on receipt ${first.data.payment.number}.`)
    t.equal(second.status, 409)
    t.match(await bill(two.id), { status: 'DRAFT', number: null })
  })

  t.test('a receipt is taken back whole, once (BIL-52 to BIL-54, P-16)', async (t) => {
    const { id, visit } = await owing()
    const before = await cash()
    const paid = await pay(id, { amount: 30_000 })
    const path = `/billing/payments/${paid.data.payment.id}/reverse`
    t.equal((await cashier.post(path, { reason: 'Wrong patient' })).status, 403)
    t.equal((await supervisor.post(path, {})).message, 'reason is required.')
    const back = await supervisor.post(path, { reason: 'Wrong patient' })
    t.equal(back.status, 200, back.message)
    t.match(back.data, { status: 'REVERSED', reverse_reason: 'Wrong patient', allocations: [] })
    t.equal(await cash(), before)
    const now = await bill(id)
    t.match(now, { status: 'ISSUED', paid: 0, balance: 30_000 })
    t.same(
      now.items.map((one: { service_status: string }) => one.service_status),
      ['PENDING', 'PENDING'],
    )
    t.match(await isSettled(system, 'order', `${visit.id}-FBC`), { settled: false })
    const again = await supervisor.post(path, { reason: 'Wrong patient' })
    t.equal(
      again.message,
      `Receipt ${paid.data.payment.number} is REVERSED. Nothing more can be done with it.`,
    )
    const late = await pay(id, { amount: 30_000 })
    clock.advance(31 * 86_400_000)
    await t.rejects(
      within(() => reverse(system, late.data.payment.id, 'Too late now')),
      { status: 409, message: /older than 30 days\. Make a refund instead\.$/ },
    )
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test('who pays goes on to where he was sent (BIL-168)', async (t) => {
    await manager.patch('/billing/patient-flow', {
      consultation: { code: 'CONS', name: 'Consultation' },
      payment_before_service: true,
    })
    const { id: patient_id } = await somebody(clerk)
    const opened = await clerk.post('/visits', { patient_id })
    const sent = await nurse.post(`/visits/${opened.data.id}/advance`, { to: 'CONSULTATION' })
    t.match(sent.data, { status: 'AWAITING_PAYMENT' })
    const [draft] = (await cashier.get('/billing/bills', { visit_id: opened.data.id })).data
    t.equal((await pay(draft.id, { amount: 10_000 })).status, 201)
    const after = await clerk.get(`/visits/${opened.data.id}`)
    t.match(after.data, { state: 'CONSULTATION:WAITING' })
    await manager.patch('/billing/patient-flow', { payment_before_service: false })
  })

  t.test('the same key answers the same receipt', async (t) => {
    const { id } = await owing()
    const once = cashier.with({ 'idempotency-key': 'one-payment-of-one-bill' })
    const first = await once.post(`/billing/bills/${id}/payments`, { amount: 1_000 })
    const second = await once.post(`/billing/bills/${id}/payments`, { amount: 1_000 })
    t.equal(second.data.payment.number, first.data.payment.number)
    t.equal((await bill(id)).paid, 1_000)
  })

  t.test('every bill adds up, and the ledger owes what the bills say (BIL-17)', async (t) => {
    const all = (await cashier.get('/billing/bills', { per_page: '200' })).data
    const issued = all.filter((one: { number: string | null }) => one.number !== null)
    t.ok(issued.length > 5)
    for (const one of issued) t.equal(one.patient_share, one.paid + one.balance, one.number)
    const sum = issued.reduce((total: number, one: { balance: number }) => total + one.balance, 0)
    t.equal(await debt(), sum)
    const taken = (await cashier.get('/billing/payments', { per_page: '200' })).data
    const in_cash = taken
      .filter(
        (one: Record<string, unknown>) => one['method'] === 'Cash' && one['status'] === 'RECORDED',
      )
      .reduce((total: number, one: { amount: number }) => total + one.amount, 0)
    t.equal(await cash(), in_cash)
  })

  t.test('the books say what billing says (ACC-108, ACC-111, ACC-112)', async (t) => {
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
