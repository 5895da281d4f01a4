// An order and what was planned for its goods (STK-123, ACC-34, ACC-35).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('orders and the budget (STK-123)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const desk = await purchasingOf(house)
  const { accountant, boss, buyer, director, head } = desk
  const books = await ledgerOf(house)
  const medicines = books.id('5101')
  const product = await desk.product()
  const line = { product_id: product.id, unit_price: 1_000 }
  const at = (id: string, act = '') => `/procurement/orders/${id}${act && `/${act}`}`
  const plan = async (account_id: string, more: Record<string, unknown>) => {
    const made = await accountant.post('/accounting/budgets', {
      account_id,
      period_year: 2026,
      period_month: 5,
      ...more,
    })
    t.equal(made.status, 201, made.message)
    const { status, message } = await boss.post(`/accounting/budgets/${made.data.id}/approve`)
    t.equal(status, 200, message)
  }
  const committed = async () => {
    const [budget] = await accountant.whole('/accounting/budgets', {
      year: '2026',
      account_id: medicines,
    })
    return [budget.committed, budget.remaining]
  }
  const submit = (id: string, body?: object) => buyer.post(at(id, 'submit'), body)

  t.test('where nothing is planned nothing is said', async (t) => {
    const { id } = await desk.order([{ ...line, quantity: 1 }])
    t.match((await submit(id)).data, { budget: [], marks: [] })
    await buyer.post(at(id, 'cancel'), { reason: 'Not needed' })
  })

  await plan(medicines, { amount: 100_000, control: 'STOP' })
  const first = await desk.order([{ ...line, quantity: 60, tax_pct: 0 }], { freight: 4_000 })

  t.test('within it: kept as it was, promised at the last approval', async (t) => {
    t.match((await submit(first.id)).data, {
      marks: [],
      budget_override_reason: null,
      budget: [
        {
          account_id: medicines,
          account_name: /^5101 /,
          asked: 64_000,
          amount: 100_000,
          actual: 0,
          committed: 0,
          remaining: 100_000,
          result: 'OK',
          message: null,
        },
      ],
    })
    t.same(await committed(), [0, 100_000], 'who asks has promised nothing')
    t.equal((await head.post(at(first.id, 'approve'))).data.status, 'APPROVED')
    t.same(await committed(), [64_000, 36_000])
  })

  t.test('above it: refused, or with a reason up to the last level', async (t) => {
    const { id } = await desk.order([{ ...line, quantity: 40 }])
    const refused = await submit(id)
    t.match(refused, { status: 409, message: /^The budget of 5101 .* has 36,000 left, 40,000 / })
    t.match(refused.message, /Submit it with budget_override_reason: the last level then/)
    t.match(await buyer.get(at(id)), { data: { status: 'DRAFT', budget: [] } })
    t.match(await submit(id, { budget_override_reason: 'x'.repeat(301) }), { status: 400 })
    t.match((await submit(id, { budget_override_reason: 'Cholera in the district' })).data, {
      marks: ['ABOVE_BUDGET'],
      budget_override_reason: 'Cholera in the district',
      budget: [{ result: 'STOP', remaining: 36_000, asked: 40_000 }],
      approval_next: { level: 1 },
    })
    t.equal((await head.post(at(id, 'approve'))).data.status, 'SUBMITTED', 'little, and yet')
    t.equal((await boss.post(at(id, 'approve'))).data.status, 'SUBMITTED')
    t.equal((await director.post(at(id, 'approve'))).data.status, 'APPROVED')
    t.same(await committed(), [104_000, -4_000])
    await buyer.post(at(id, 'cancel'), { reason: 'The outbreak is over' })
    t.same(await committed(), [64_000, 36_000], 'free again')
  })

  t.test('of two within it the second is above what the first promised (ACC-35)', async (t) => {
    const one = await desk.order([{ ...line, quantity: 30 }])
    const two = await desk.order([{ ...line, quantity: 30 }])
    for (const { id } of [one, two]) t.match((await submit(id)).data, { marks: [] })
    t.equal((await head.post(at(one.id, 'approve'))).data.status, 'APPROVED')
    t.match(await head.post(at(two.id, 'approve')), { status: 409, message: /has 6,000 left/ })
    t.same(await committed(), [94_000, 6_000])
    await head.post(at(two.id, 'reject'), { note: 'Above the budget' })
    t.match((await buyer.post(at(two.id, 'revise'))).data, { budget: [], status: 'DRAFT' })
    await buyer.post(at(one.id, 'send'))
    await buyer.post(at(one.id, 'close-short'), { reason: 'They have none' })
    t.same(await committed(), [64_000, 36_000], 'nothing more comes of it')
  })

  t.test('what is invoiced is promised no more', async (t) => {
    await buyer.post(at(first.id, 'send'))
    const life = { lot: 'B12', expiry: '2027-08-31' }
    await desk.received(first.id, [{ product_id: product.id, quantity: 60, ...life }])
    t.same(await committed(), [64_000, 36_000], 'received')
    const invoiced = async (number: string, quantity: number, freight: number) => {
      const { id, status, message } = await accountant
        .post('/procurement/invoices', {
          number,
          order_id: first.id,
          freight,
          lines: [{ product_id: product.id, quantity, unit_price: 1_000 }],
        })
        .then((made) => ({ ...made, id: made.data?.id }))
      t.equal(status, 201, message)
      await accountant.post(`/procurement/invoices/${id}/match`)
      const done = await accountant.post(`/procurement/invoices/${id}/post`)
      t.equal(done.status, 200, done.message)
    }
    await invoiced('TI-1', 15, 1_000)
    t.same(await committed(), [48_000, 52_000], 'three quarters of it')
    await invoiced('TI-2', 45, 3_000)
    t.same(await committed(), [0, 100_000])
    t.equal((await buyer.get(at(first.id))).data.status, 'CLOSED')
  })
})

t.test('a budget that warns (STK-123)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const desk = await purchasingOf(house)
  const { accountant, boss, buyer, head } = desk
  const books = await ledgerOf(house)
  const product = await desk.product()
  const made = await accountant.post('/accounting/budgets', {
    account_id: books.id('5101'),
    period_year: 2026,
    amount: 5_000,
    control: 'WARN',
  })
  await boss.post(`/accounting/budgets/${made.data.id}/approve`)
  const { id } = await desk.order([{ product_id: product.id, quantity: 6, unit_price: 1_000 }])
  const given = await buyer.post(`/procurement/orders/${id}/submit`)
  t.match(given.data, {
    marks: ['ABOVE_BUDGET'],
    budget_override_reason: null,
    budget: [{ result: 'WARN', message: /has 5,000 left, 6,000 is asked\.$/ }],
  })
  const [waits] = await head.whole('/procurement/approvals')
  t.same(waits.marks, ['ABOVE_BUDGET'], 'who approves sees it')
  t.equal((await head.post(`/procurement/orders/${id}/approve`)).data.status, 'APPROVED')
})
