import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'

t.test('expenses', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const nurse = await people.with('nurse')
  const manager = await people.with('manager')
  const director = await people.holding('expense:approve', 'expense:read')
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier')
  const doctor = await people.with('doctor')
  const books = await ledgerOf(house)
  t.equal((await books.post(accountant, { '1110': 900_000, '3101': -900_000 })).status, 201)
  const balance = (code: string) => books.balance(accountant, code)
  const write = (more: Record<string, unknown> = {}) =>
    nurse.post('/billing/expenses', {
      description: 'Fuel for the generator',
      amount: 20_000,
      category: 'Utilities',
      payee: 'Oil House',
      method: 'Bank Transfer',
      ...more,
    })
  const submitted = async (more: Record<string, unknown> = {}) => {
    const made = await write(more)
    t.equal(made.status, 201, made.message)
    const done = await nurse.post(`/billing/expenses/${made.data.id}/submit`)
    t.equal(done.status, 200, done.message)
    return `/billing/expenses/${made.data.id}`
  }

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['no words', { description: '' }, 400, 'description must be between 1 and 300 characters.'],
    ['nothing', { amount: 0 }, 400, 'amount must be more than 0.'],
    ['less', { amount: -5 }, 400, 'amount must be more than 0.'],
    ['half a cent', { amount: 0.005 }, 400, 'amount has more decimals than TZS allows.'],
    ['a word', { amount: 'ten' }, 400, 'amount must be a number.'],
    ['tomorrow', { spent_on: '2026-04-01' }, 400, 'spent_on must not be in the future.'],
    ['no day', { spent_on: '2026-02-30' }, 400, 'spent_on must be a date like 2026-03-31.'],
    [
      'another category',
      { category: 'Fun' },
      400,
      'category must be one of Operating, Utilities, Supplies, Maintenance, Transport, Staff, Rent, Other.',
    ],
    ['a paper of no file', { attachment_ids: ['x'] }, 404, 'No such attachment.'],
    ['an account of nobody', { account_id: 'nobody' }, 404, 'No such account.'],
    [
      'a long payee',
      { payee: 'x'.repeat(161) },
      400,
      'payee must be between 0 and 160 characters.',
    ],
  ]
  t.test('what is refused (6, BIL-128)', async (t) => {
    for (const [what, body, status, message] of bad) {
      const refused = await write(body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const patient = await people.patient()
    t.equal((await patient.post('/billing/expenses', {})).status, 403)
    const empty = await write({ amount: null })
    const path = `/billing/expenses/${empty.data.id}`
    t.match(await nurse.post(`${path}/submit`), {
      status: 409,
      message: 'The expense needs an amount.',
    })
    t.equal((await doctor.get(path)).status, 404, 'the expense of another is not seen')
    t.equal((await manager.patch(path, { amount: 1 })).status, 409)
    await nurse.patch(path, { amount: 100, payee: null })
    t.equal((await nurse.post(`${path}/submit`)).message, 'The expense needs a payee.')
    t.equal((await nurse.with({ 'if-match': '1' }).patch(path, { amount: 2 })).status, 409)
    const off = await nurse.post(`${path}/cancel`, { reason: 'Not needed' })
    t.match(off.data, { status: 'CANCELLED', number: null, moves: [] })
  })

  t.test('asked, approved, paid; the ledger follows (P-47, P-48, BIL-129)', async (t) => {
    const path = await submitted({ amount: 20_000, wht_pct: 5 })
    const codes = ['6201', '2104', '2305', '1110']
    const before = await Promise.all(codes.map(balance))
    const moved = async () =>
      (await Promise.all(codes.map(balance))).map((now, at) => now - (before[at] ?? 0))
    t.equal((await nurse.post(`${path}/approve`, {})).status, 403)
    t.match((await accountant.post(`${path}/pay`, {})).status, 403, 'not approved yet')
    const yes = await manager.post(`${path}/approve`, { note: 'Needed' })
    t.equal(yes.status, 200, yes.message)
    t.match(yes.data, { status: 'APPROVED', net: 20_000, wht: 1_000, payable: 19_000, tax: 0 })
    t.match(yes.data.number, /^VCH-2026-\d{6}$/)
    t.same(await moved(), [20_000, 19_000, 1_000, 0])
    const paid = await accountant.post(`${path}/pay`, { reference: 'TT-9' })
    t.equal(paid.status, 200, paid.message)
    t.match(paid.data, { status: 'PAID', method: 'Bank Transfer', paid_on: '2026-03-31' })
    t.equal(paid.data.entry_references.length, 2)
    t.same(await moved(), [20_000, 0, 1_000, -19_000])
    const again = await accountant.post(`${path}/pay`, {})
    t.match(again.message, /is PAID\. It can: reverse\.$/)
    const back = await accountant.post(`${path}/reverse`, { reason: 'Paid twice' })
    t.match(back.data, { status: 'REVERSED', number: paid.data.number })
    t.same(await moved(), [0, 0, 0, 0])
    t.same(
      back.data.history.map(({ move }: { move: string }) => move),
      ['open', 'submit', 'approve', 'pay', 'reverse'],
    )
  })

  t.test('nobody approves his own, nor one paid to himself (BIL-132)', async (t) => {
    const both = await people.holding('expense:create', 'expense:approve', 'expense:read')
    const made = await both.post('/billing/expenses', {
      description: 'Taxi to town',
      amount: 5_000,
      payee: 'Driver',
    })
    await both.post(`/billing/expenses/${made.data.id}/submit`)
    const own = await both.post(`/billing/expenses/${made.data.id}/approve`, {})
    t.match(own, { status: 409, message: 'You asked for this: somebody else must decide.' })
    const to_me = await submitted({ payee: manager.user.full_name })
    t.match(await manager.post(`${to_me}/approve`, {}), {
      status: 409,
      message: 'This is paid to you: somebody else must approve it.',
    })
    t.equal((await manager.post(`${to_me}/reject`, {})).message, 'note is required.')
    const no = await manager.post(`${to_me}/reject`, { note: 'Not this month' })
    t.match(no.data, { status: 'REJECTED', decision_note: 'Not this month' })
    const id = to_me.split('/').at(-1)
    t.match((await nurse.patch(`/billing/expenses/${id}`, { amount: 10 })).data, {
      status: 'DRAFT',
      amount: 10,
    })
  })

  t.test('a large one takes two who approve (3.8)', async (t) => {
    await manager.patch('/billing/policy', { expense_second_limit: 20_000 })
    const path = await submitted()
    t.match((await manager.post(`${path}/approve`, {})).data, { status: 'SUBMITTED', number: null })
    t.match(await manager.post(`${path}/approve`, {}), {
      status: 409,
      message: 'You approved this already: somebody else must approve it too.',
    })
    const done = await director.post(`${path}/approve`, {})
    t.match(done.data, {
      status: 'APPROVED',
      approved_by_name: manager.user.full_name,
      second_approved_by_name: director.user.full_name,
    })
    await manager.patch('/billing/policy', { expense_second_limit: null })
    t.equal((await nurse.post(`${path}/cancel`, { reason: 'Not needed' })).status, 403)
    const owed = await balance('2104')
    const off = await accountant.post(`${path}/cancel`, { reason: 'Not needed' })
    t.match(off.data, { status: 'CANCELLED', number: done.data.number })
    t.equal((await balance('2104')) - owed, -20_000)
  })

  t.test('money that is not there is not paid (BIL-131, BIL-91)', async (t) => {
    const path = await submitted({ amount: 5_000_000 })
    await manager.post(`${path}/approve`, {})
    t.match(await accountant.post(`${path}/pay`, {}), { status: 409, message: /^Bank .* holds / })
    t.match(await cashier.post(`${path}/pay`, { method: 'Cash' }), {
      status: 409,
      message: 'Open your drawer first.',
    })
    t.match((await manager.get(path)).data, { status: 'APPROVED' })
  })

  t.test('petty cash is approved and paid at once by another (3.8)', async (t) => {
    const both = await people.holding('expense:approve', 'expense:pay', 'expense:read')
    t.equal((await books.post(accountant, { '1101': 90_000, '3101': -90_000 })).status, 201)
    await manager.patch('/billing/policy', { use_drawers: false })
    const small = await submitted({ amount: 50_000, method: 'Cash' })
    t.equal((await cashier.post(`${small}/pay`, {})).status, 403, 'who may not approve')
    const paid = await both.post(`${small}/pay`, {})
    t.equal(paid.status, 200, paid.message)
    t.match(paid.data, { status: 'PAID', method: 'Cash' })
    t.match(paid.data.number, /^VCH-2026-\d{6}$/)
    const large = await submitted({ amount: 50_001, method: 'Cash' })
    t.match(await both.post(`${large}/pay`, {}), {
      status: 409,
      message: 'Cash up to 50,000 may be paid at once: have this approved first.',
    })
    await manager.patch('/billing/policy', { use_drawers: true })
  })

  t.test('a method is known however it is written, or said anew to be paid (2.11)', async (t) => {
    const known = await write({ method: 'mobile_money', payee: 'Method Shop' })
    t.equal(known.data.method, 'Mobile Money')
    const path = await submitted({ method: 'Shells', payee: 'Shell Shop', amount: 10 })
    t.equal((await manager.get(path)).data.method, 'Shells')
    await manager.post(`${path}/approve`, {})
    const refused = await accountant.post(`${path}/pay`, {})
    t.match(refused.message, /^method must be one of Cash, .*: Shells is none\.$/)
    t.equal(refused.status, 400)
  })

  t.test('what looks like it is said (BIL-133), and lists add up', async (t) => {
    await write({ payee: 'Same Shop', amount: 777 })
    const twice = await write({ payee: 'same  shop', amount: 777 })
    t.same(twice.data.warnings, ['POSSIBLE_DUPLICATE DRAFT'])
    const list = await manager.get('/billing/expenses', { payee: 'SAME SHOP', totals: 'true' })
    t.equal(list.data.length, 2)
    t.match(list.meta, { totals: { amount: 1_554 } })
    t.equal((await doctor.get('/billing/expenses')).data.length, 0)
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
