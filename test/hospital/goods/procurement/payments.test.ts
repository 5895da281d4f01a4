import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('payments to suppliers (5.13)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const desk = await purchasingOf(house)
  const { buyer, boss, accountant, supplier } = desk
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const life = { lot: 'B12', expiry: '2027-08-31' }
  const path = (id: string, act = '') => `/procurement/payments/${id}${act && `/${act}`}`
  const chief = await people.with('chief_accountant')
  let count = 0
  /** Owed from an order of a hundred at 500, 18 % tax beside it. */
  const owed = async (more: Record<string, unknown> = { tax_pct: 18 }) => {
    const product = await desk.product()
    const order = await desk.sent([
      { product_id: product.id, quantity: 100, unit_price: 500, ...more },
    ])
    await desk.received(order.id, [{ product_id: product.id, quantity: 100, ...life }])
    count += 1
    const made = await accountant.post('/procurement/invoices', {
      number: `TI-${count}`,
      order_id: order.id,
    })
    const at = `/procurement/invoices/${made.data.id}`
    await accountant.post(`${at}/match`)
    const done = await accountant.post(`${at}/post`)
    t.equal(done.status, 200, done.message)
    return done.data
  }
  const [funding] = await chief.whole('/accounting/funding-accounts', { kind: 'bank' })
  const laid = await books.post(chief, { '1110': 1_000_000, '3101': -1_000_000 })
  t.ok([200, 201].includes(laid.status), laid.message)
  const write = (body: Record<string, unknown>) =>
    accountant.post('/procurement/payments', {
      supplier_id: supplier.id,
      funding_account_id: funding.id,
      ...body,
    })
  const approved = async (body: Record<string, unknown>) => {
    const made = await write(body)
    t.equal(made.status, 201, made.message)
    const given = await accountant.post(path(made.data.id, 'submit'))
    t.equal(given.data?.status, 'SUBMITTED', given.message)
    const yes = await boss.post(path(made.data.id, 'approve'))
    t.equal(yes.data?.status, 'APPROVED', yes.message)
    return yes.data
  }

  t.test('bad input (6)', async (t) => {
    const invoice = await owed()
    const other = await buyer.post('/procurement/suppliers', { name: 'Somebody else' })
    const part = { invoice_id: invoice.id, amount: 59_000 }
    for (const [what, body, status, message] of [
      ['nothing', {}, 400, 'amount must be more than 0.'],
      ['no invoice', { allocations: [{ ...part, invoice_id: 'x' }] }, 404, 'No such invoice.'],
      ['0', { allocations: [{ ...part, amount: 0 }] }, 400, /must be more than 0/],
      ['twice', { allocations: [part, part] }, 400, 'allocations name the same invoice twice.'],
      ['less', { amount: 5, allocations: [part] }, 400, /must not be less than its allocations/],
      [
        'of another',
        { supplier_id: other.data.id, allocations: [part] },
        409,
        /is not of Somebody else/,
      ],
      ['method', { method: 'Waiver', allocations: [part] }, 400, /^method must be one of/],
      [
        'no account',
        { funding_account_id: 'x', allocations: [part] },
        404,
        'No such funding account.',
      ],
      ['all withheld', { wht_amount: 59_000, allocations: [part] }, 400, /must leave something/],
    ] as const) {
      const refused = await write(body)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const much = await write({ allocations: [{ ...part, amount: 59_001 }] })
    t.match(await accountant.post(path(much.data.id, 'submit')), {
      status: 409,
      message: `${invoice.reference} has 59,000 left.`,
    })
    const less = await accountant.patch(path(much.data.id), { allocations: [part], amount: 59_000 })
    t.match(less.data, { amount: 59_000, advance: 0, status: 'DRAFT' }, less.message)
    await accountant.post(path(much.data.id, 'submit'))
    const again = await write({ allocations: [{ ...part, amount: 1 }] })
    t.match(await accountant.post(path(again.data.id, 'submit')), {
      status: 409,
      message: `${invoice.reference} has 0 left.`,
    })
    t.match(await boss.post(path(much.data.id, 'reject'), { note: 'Not now' }), {
      data: { status: 'REJECTED', moves: [] },
    })
  })

  t.test('paid once, less what is withheld (STK-33, STK-150, P-43, ruling 44)', async (t) => {
    await buyer.patch(`/procurement/suppliers/${supplier.id}`, { wht_pct: 2, vat_withheld_pct: 3 })
    const invoice = await owed()
    const allocations = [{ invoice_id: invoice.id, amount: 59_000 }]
    const payment = await approved({ allocations })
    t.match(payment, { amount: 59_000, wht_amount: 1_000, vat_withheld: 270, paid: 57_730 })
    const codes = ['2101', '1110', '2305', '2306']
    const before = await Promise.all(codes.map(balance))
    const done = await accountant.post(path(payment.id, 'pay'), { payment_reference: 'TT-9' })
    t.match(done.data, {
      status: 'PAID',
      paid_on: '2026-05-04',
      payment_reference: 'TT-9',
      entry_reference: /^JE-/,
    })
    const after = await Promise.all(codes.map(balance))
    t.same(
      after.map((now, at) => now - (before[at] as number)),
      [-59_000, -57_730, 1_000, 270],
    )
    t.match((await accountant.get(`/procurement/invoices/${invoice.id}`)).data, {
      status: 'PAID',
      balance: 0,
    })
    t.match(await accountant.post(path(payment.id, 'pay')), {
      status: 409,
      message: `Payment ${payment.reference} is PAID. It can: void.`,
    })
    await buyer.patch(`/procurement/suppliers/${supplier.id}`, { wht_pct: 0, vat_withheld_pct: 0 })
  })

  t.test('two-people: nobody approves or pays their own', async (t) => {
    const invoice = await owed()
    const allocations = [{ invoice_id: invoice.id, amount: 1_000 }]
    const all = await people.holding(
      'payable:write',
      'payable:read',
      'payable:approve',
      'payable:pay',
    )
    const made = await all.post('/procurement/payments', {
      supplier_id: supplier.id,
      funding_account_id: funding.id,
      allocations,
    })
    await all.post(path(made.data.id, 'submit'))
    t.match(await all.post(path(made.data.id, 'approve')), {
      status: 409,
      message: 'You made this payment: somebody else must approve it.',
    })
    const other = await write({ allocations })
    await accountant.post(path(other.data.id, 'submit'))
    t.equal((await all.post(path(other.data.id, 'approve'))).data?.status, 'APPROVED')
    t.match(await all.post(path(other.data.id, 'pay')), {
      status: 409,
      message: 'You approved this payment: somebody else must pay it.',
    })
    t.equal((await accountant.post(path(other.data.id, 'pay'))).data?.status, 'PAID')
  })

  t.test('six at once pay once', async (t) => {
    const invoice = await owed()
    const payment = await approved({ allocations: [{ invoice_id: invoice.id, amount: 59_000 }] })
    const before = await balance('1110')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => accountant.post(path(payment.id, 'pay'))),
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 1)
    t.equal(answers.filter(({ status }) => status === 409).length, 5)
    t.equal((await balance('1110')) - before, -59_000)
  })

  t.test('beyond the funding account: in the words of the books', async (t) => {
    const ahead = await approved({ amount: 90_000_000 })
    t.match(await accountant.post(path(ahead.id, 'pay')), {
      status: 409,
      message: /^Bank – operating holds /,
    })
  })

  t.test('paid ahead, used by the next invoice, taken back only while it is not', async (t) => {
    const free = await approved({ amount: 10_000 })
    t.match((await accountant.post(path(free.id, 'pay'))).data, { advance: 10_000 })
    t.match(await owed({}), { status: 'PART_PAID', balance: 40_000 })
    t.match(await boss.post(path(free.id, 'void'), { reason: 'Bounced' }), {
      status: 409,
      message: /^10,000 that SP-.* paid ahead are used by invoices\.$/,
    })
  })

  t.test('voided by another: mirrored, and owed again (3.7)', async (t) => {
    const invoice = await owed()
    const payment = await approved({ allocations: [{ invoice_id: invoice.id, amount: 9_000 }] })
    await accountant.post(path(payment.id, 'pay'))
    const before = await balance('2101')
    t.equal((await accountant.post(path(payment.id, 'void'), { reason: 'Bounced' })).status, 403)
    t.match(await boss.post(path(payment.id, 'void'), { reason: 'Bounced' }), {
      data: { status: 'VOIDED', moves: [] },
    })
    t.equal((await balance('2101')) - before, 9_000)
    t.match((await accountant.get(`/procurement/invoices/${invoice.id}`)).data, {
      status: 'POSTED',
      balance: 59_000,
    })
  })

  t.test('a blocked supplier is paid with a reason of who approves (STK-152)', async (t) => {
    const invoice = await owed()
    const at = `/procurement/suppliers/${supplier.id}`
    await buyer.post(`${at}/block`, { reason: 'Wrong goods' })
    const made = await write({ allocations: [{ invoice_id: invoice.id, amount: 100 }] })
    const submit = path(made.data.id, 'submit')
    t.match(await accountant.post(submit), { status: 409, message: /is blocked: Wrong goods\.$/ })
    const both = await people.holding('payable:write', 'payable:approve', 'payable:read')
    t.equal((await both.post(submit)).data?.status, 'SUBMITTED')
    t.match(await boss.post(path(made.data.id, 'approve')), {
      status: 400,
      message: /^note is required: .* is blocked\.$/,
    })
    const note = 'It was owed before'
    t.equal((await boss.post(path(made.data.id, 'approve'), { note })).data?.status, 'APPROVED')
    await buyer.post(`${at}/unblock`, { reason: 'Settled' })
  })

  t.test('the books (STK-151, ACC-93, ACC-114)', async (t) => {
    const proofs = await proveSubledgers(house.system, await booksOf(house.system), '2026-05-04')
    const found = proofs.find((one) => one.id === 'ACC-114')
    t.equal(found?.failed, 0, String(found?.first))
    await rebuilt(t, house, 12)
    const all = await accountant.whole('/procurement/payments', { status: 'VOIDED' })
    t.equal(all.length, 1)
  })
})
