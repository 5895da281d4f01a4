import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('waivers and write-offs', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { owing, issued, cashier } = await money(house)
  const welfare = await people.with('welfare')
  const manager = await people.with('manager')
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const ask = (bill_id: string, more: Record<string, unknown> = {}) =>
    welfare.post('/billing/waivers', {
      bill_id,
      amount: 5_000,
      category: 'INDIGENT',
      reason: 'Cannot pay',
      ...more,
    })

  t.test('what cannot be waived is refused (6, BIL-80, BIL-81)', async (t) => {
    const { id, items } = await issued()
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['no reason', { reason: '' }, 400, 'reason must be between 3 and 300 characters.'],
      [
        'another category',
        { category: 'FRIEND' },
        400,
        'category must be one of CHILD, PREGNANCY, ELDERLY, INDIGENT, CHRONIC, VIOLENCE, PRISONER, STAFF, OTHER.',
      ],
      ['nothing', { amount: 0 }, 400, 'amount must be more than 0.'],
      ['less', { amount: -1 }, 400, 'amount must be more than 0.'],
      ['half a cent', { amount: 0.001 }, 400, 'amount has more decimals than TZS allows.'],
      ['more than is due', { amount: 30_001 }, 409, 'Only 30,000 is still due.'],
      [
        'more than the line',
        { amount: 5_001, item_ids: [items[0].id] },
        409,
        'Only 5,000 is still due.',
      ],
      ['a line of nobody', { item_ids: ['nobody'] }, 404, 'No such item.'],
      ['a bill of nobody', { bill_id: 'nobody' }, 404, 'No such bill.'],
    ]
    for (const [what, body, status, message] of bad) {
      const refused = await ask(id, body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.match((await ask((await owing()).id)).message, /is DRAFT\. It can: /)
    const as_payment = (body: Record<string, unknown>) =>
      cashier.post(`/billing/bills/${id}/payments`, { amount: 1_000, method: 'Waiver', ...body })
    t.match(await as_payment({}), {
      status: 400,
      message: 'reference is required for Waiver: it says why.',
    })
    t.match(await as_payment({ amount: 30_001, note: 'Cannot pay' }), {
      status: 409,
      message: 'Only 30,000 is still due.',
    })
    t.equal((await accountant.post('/billing/waivers', {})).status, 403)
    t.equal((await ask(id, { amount: 20_000 })).status, 201)
    t.equal((await ask(id, { amount: 10_001 })).message, 'Only 10,000 is still due.', 'BIL-81')
  })

  t.test('one asks, another decides; income stays and the debt falls (P-14)', async (t) => {
    const { id } = await issued()
    const [given, debt, income] = [
      await balance('4302'),
      await balance('1201'),
      await balance('4102'),
    ]
    const asked = await ask(id)
    t.match(asked.data, { status: 'REQUESTED', number: null, kind: 'WAIVER', amount: 5_000 })
    t.equal((await bill(id)).waived, 0)
    const path = `/billing/waivers/${asked.data.id}`
    t.equal((await welfare.post(`${path}/approve`, {})).status, 403)
    t.equal(
      (await manager.post(`${path}/approve`, { amount: 5_001 })).message,
      'amount must not be more than 5,000.',
    )
    const yes = await manager.post(`${path}/approve`, { amount: 4_000, note: 'A part of it' })
    t.equal(yes.status, 200, yes.message)
    t.match(yes.data, { status: 'APPROVED', amount: 4_000, decision_note: 'A part of it' })
    t.match(yes.data.number, /^WVR-2026-\d{6}$/)
    t.match(await bill(id), { status: 'PART_PAID', waived: 4_000, paid: 0, balance: 26_000 })
    t.equal((await balance('4302')) - given, -4_000)
    t.equal((await balance('1201')) - debt, -4_000)
    t.equal((await balance('4102')) - income, 0, 'BIL-83: what was earned stays earned')
    const again = await manager.post(`${path}/approve`, {})
    t.equal(
      again.message,
      `Waiver ${yes.data.number} is APPROVED. Nothing more can be done with it.`,
    )
    const payment = await cashier.get(`/billing/payments/${yes.data.payment_id}`)
    t.match(payment.data, { method: 'Waiver', status: 'RECORDED', account_id: null, amount: 4_000 })
    t.match(payment.data.number, /^ADJ-2026-\d{6}$/)
    const back = await supervisor.post(`/billing/payments/${payment.data.id}/reverse`, {
      reason: 'Found a scheme',
    })
    t.equal(back.status, 200, back.message)
    t.match((await manager.get(path)).data, { status: 'REVERSED' })
    t.match(await bill(id), { status: 'ISSUED', waived: 0, balance: 30_000 })
    t.equal(await balance('4302'), given)
  })

  t.test('what is left is waived when somebody paid meanwhile (BIL-81)', async (t) => {
    const { id } = await issued()
    const asked = await ask(id, { amount: 30_000 })
    const pay = (amount: number) =>
      cashier.post(`/billing/bills/${id}/payments`, {
        amount,
        method: 'Card',
        reference: `W${amount}`,
      })
    await pay(20_000)
    const path = `/billing/waivers/${asked.data.id}/approve`
    t.equal((await manager.post(path, { amount: 10_001 })).message, 'Only 10,000 is still due.')
    t.match((await manager.post(path, {})).data, { status: 'APPROVED', amount: 10_000 })
    t.match(await bill(id), { status: 'SETTLED', paid: 20_000, waived: 10_000, balance: 0 })
    const other = await issued()
    const late = await ask(other.id, { amount: 1_000 })
    await cashier.post(`/billing/bills/${other.id}/payments`, {
      amount: 30_000,
      method: 'Card',
      reference: 'W-ALL',
    })
    const none = await manager.post(`/billing/waivers/${late.data.id}/approve`, {})
    t.match(none, { status: 409, message: 'Only 0 is still due.' })
    t.equal(
      (await manager.post(`/billing/waivers/${late.data.id}/decline`, {})).message,
      'note is required.',
    )
    const no = await manager.post(`/billing/waivers/${late.data.id}/decline`, { note: 'Paid' })
    t.match(no.data, { status: 'DECLINED', number: null })
    t.match((await cashier.get(`/billing/payments/${no.data.payment_id}`)).data, {
      status: 'DECLINED',
    })
    t.match(await ask(other.id), {
      message: `Bill ${(await bill(other.id)).number} has nothing left to pay.`,
    })
  })

  t.test('small ones of who may decide are given at once (BIL-80)', async (t) => {
    const both = await people.holding('waiver:request', 'waiver:approve', 'waiver:read')
    const { id } = await issued()
    const body = { bill_id: id, category: 'STAFF', reason: 'Works here' }
    const made = await both.post('/billing/waivers', { ...body, amount: 1_000 })
    t.match(made.data, { status: 'REQUESTED' })
    const own = await both.post(`/billing/waivers/${made.data.id}/approve`, {})
    t.match(own, { status: 409, message: 'You asked for this: somebody else must decide.' })
    await manager.patch('/billing/policy', { waiver_self_limit: 1_000 })
    const small = await both.post('/billing/waivers', { ...body, amount: 1_000 })
    t.match(small.data, { status: 'APPROVED', amount: 1_000 })
    t.match((await both.post('/billing/waivers', { ...body, amount: 1_001 })).data, {
      status: 'REQUESTED',
    })
    await manager.patch('/billing/policy', { waiver_self_limit: 0 })
    const list = await manager.get('/billing/waivers', { bill_id: id, totals: 'true' })
    t.equal(list.data.length, 3)
    t.match(list.meta, { totals: { amount: 3_001 } })
  })

  t.test(
    'a debt is written off late, or small, and comes back as income (BIL-88, P-29)',
    async (t) => {
      const { id, bill: first } = await issued()
      const body = { reason: 'Cannot be found', reason_code: 'UNTRACEABLE' }
      const path = `/billing/bills/${id}/write-off`
      t.equal((await cashier.post(path, body)).status, 403)
      const early = await biller.post(path, body)
      t.equal(early.status, 409)
      t.match(early.message, new RegExp(`^Bill ${first.number} may be written off from 2026-`))
      const small = await biller.post(path, { ...body, reason_code: 'TOO_SMALL' })
      t.equal(small.message, 'Up to 0 is too small: 30,000 is due.')
      const made = await biller.post(path, { ...body, reason_code: 'ABSCONDED' })
      t.equal(made.status, 201, made.message)
      t.match(made.data, { status: 'REQUESTED', number: null, amount: 30_000 })
      t.equal((await biller.post(path, { ...body, reason_code: 'DIED' })).status, 409)
      const [debt, cost] = [await balance('1201'), await balance('6601')]
      const yes = await manager.post(`/billing/write-offs/${made.data.id}/approve`, {})
      t.equal(yes.status, 200, yes.message)
      t.match(yes.data, { status: 'APPROVED', amount: 30_000 })
      t.match(yes.data.number, /^WOF-2026-\d{6}$/)
      t.match(await bill(id), { status: 'WRITTEN_OFF', written_off: 30_000, balance: 0 })
      t.equal((await balance('1201')) - debt, -30_000)
      t.equal((await balance('6601')) - cost, 30_000)
      const again = await manager.post(`/billing/write-offs/${made.data.id}/approve`, {})
      t.equal(again.status, 409)
      const both = await people.holding('writeoff:request', 'writeoff:approve', 'bill:read')
      const other = await issued()
      const own = await both.post(`/billing/bills/${other.id}/write-off`, {
        ...body,
        reason_code: 'DIED',
      })
      const refused = await both.post(`/billing/write-offs/${own.data.id}/approve`, {})
      t.equal(refused.message, 'You asked for this: somebody else must decide.')
      const no = await manager.post(`/billing/write-offs/${own.data.id}/decline`, {
        note: 'Ask again',
      })
      t.match(no.data, { status: 'DECLINED' })
      t.equal((await both.get('/billing/write-offs', { status: 'DECLINED' })).data.length, 1)
    },
  )

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
