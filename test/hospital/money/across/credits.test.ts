import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { uncharge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('credit notes and refunds', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { owing, issued, cashier } = await money(house)
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const manager = await people.with('manager')
  const second = await people.with('cashier')
  const third = await people.with('cashier')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  t.equal((await books.post(accountant, { '1110': 900_000, '3101': -900_000 })).status, 201)
  const balance = (code: string) => books.balance(accountant, code)
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const draft = (bill_id: string, more: Record<string, unknown> = {}) =>
    biller.post('/billing/credit-notes', {
      bill_id,
      reason: 'Charged twice by mistake',
      reason_code: 'DUPLICATE',
      ...more,
    })
  const issue = (id: string) => supervisor.post(`/billing/credit-notes/${id}/issue`)
  const paying = async (id: string, amount: number, more = {}) => {
    const done = await cashier.post(`/billing/bills/${id}/payments`, {
      amount,
      method: 'Card',
      reference: `C-${id}-${amount}`.slice(0, 60),
      ...more,
    })
    t.equal(done.status, 201, done.message)
    return done.data.payment
  }

  t.test('what cannot be credited is refused (6, BIL-70)', async (t) => {
    const { id, items } = await issued()
    const [first] = items
    const other = await owing()
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['no reason', { reason: '' }, 400, 'reason must be between 3 and 300 characters.'],
      ['no lines', { lines: [] }, 400, 'lines must be a list of 1 to 500.'],
      [
        'a line of another bill',
        { lines: [{ item_id: 'nobody' }] },
        404,
        'lines[0].item_id: no such item.',
      ],
      [
        'nothing',
        { lines: [{ item_id: first.id, amount: 0 }] },
        400,
        'lines[0].amount must be more than 0.',
      ],
      [
        'half a cent',
        { lines: [{ item_id: first.id, amount: 0.005 }] },
        400,
        'lines[0].amount has more decimals than TZS allows.',
      ],
      [
        'too many',
        { lines: [{ item_id: first.id, quantity: 2 }] },
        409,
        'Only 1 of Full blood count can still be credited.',
      ],
      [
        'none',
        { lines: [{ item_id: first.id, quantity: 0 }] },
        400,
        'lines[0].quantity must be more than 0, with at most three decimals.',
      ],
      [
        'too much',
        { lines: [{ item_id: first.id, amount: 5_001 }] },
        409,
        'Only 5,000 of Full blood count can still be credited.',
      ],
      [
        'twice',
        { lines: [{ item_id: first.id }, { item_id: first.id }] },
        400,
        'lines: a line of the bill may be there once.',
      ],
      ['another bill', { bill_id: 'nobody' }, 404, 'No such bill.'],
    ]
    for (const [what, body, status, message] of bad) {
      const refused = await draft(id, body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const of_draft = await draft(other.id)
    t.equal(of_draft.status, 409)
    t.match(of_draft.message, /is DRAFT\. It can: /)
    t.equal((await cashier.post('/billing/credit-notes/nobody/issue')).status, 403)
    t.equal((await biller.post('/billing/credit-notes', { bill_id: id })).status, 400)
  })

  t.test('an unpaid line falls, and its income with it (BIL-71, BIL-73, P-18)', async (t) => {
    const { id, items } = await issued()
    const [income, debt] = [await balance('4102'), await balance('1201')]
    const made = await draft(id, { lines: [{ item_id: items[0].id }] })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { status: 'DRAFT', number: null, total: 5_000, unpaid_part: 5_000 })
    t.equal((await bill(id)).balance, 30_000, 'a draft changes nothing')
    const done = await issue(made.data.id)
    t.equal(done.status, 200, done.message)
    t.match(done.data, { status: 'APPLIED', deposit_id: null, paid_part: 0 })
    t.match(done.data.number, /^CRN-2026-\d{6}$/)
    t.same(
      done.data.history.map(({ move }: { move: string }) => move),
      ['open', 'issue', 'apply'],
    )
    t.equal((await balance('4102')) - income, -5_000)
    t.equal((await balance('1201')) - debt, -5_000)
    t.match(await bill(id), { status: 'ISSUED', credited: 5_000, balance: 25_000 })
    const again = await issue(made.data.id)
    t.equal(
      again.message,
      `Credit note ${done.data.number} is APPLIED. Nothing more can be done with it.`,
    )
    const rest = await draft(id)
    t.equal(rest.data.total, 25_000, 'without lines: what is left of all of them')
    t.match((await issue(rest.data.id)).data, { status: 'APPLIED' })
    t.match(await bill(id), { status: 'CREDITED', credited: 30_000, balance: 0 })
    t.equal((await draft(id)).status, 409)
  })

  t.test('whoever wrote it does not issue it above the limit (BIL-74)', async (t) => {
    const { id, items } = await issued()
    const both = await people.holding('creditnote:create', 'creditnote:issue', 'creditnote:read')
    const lines = [{ item_id: items[0].id, amount: 1_000 }]
    const body = { bill_id: id, reason: 'Wrong price', reason_code: 'WRONG_PRICE', lines }
    const alone = await both.post('/billing/credit-notes', { ...body, issue: true })
    t.equal(alone.message, 'You asked for this: somebody else must decide.')
    t.equal((await bill(id)).credited, 0)
    t.equal(
      (await biller.post('/billing/credit-notes', { ...body, issue: true })).status,
      201 + 208,
    )
    await manager.patch('/billing/policy', { credit_note_self_limit: 1_000 })
    const small = await both.post('/billing/credit-notes', { ...body, issue: true })
    t.equal(small.status, 201, small.message)
    t.match(small.data, { status: 'APPLIED', total: 1_000 })
    await manager.patch('/billing/policy', { credit_note_self_limit: 0 })
    const [line] = (await bill(id)).items
    t.match(line, { credited: 1_000, balance: 4_000, service_status: 'PENDING' })
  })

  t.test('what was paid becomes a deposit, and its receipt stays (BIL-71, BIL-52)', async (t) => {
    const { id, items } = await issued()
    const payment = await paying(id, 30_000)
    const held = await balance('2201')
    const made = await draft(id, { lines: [{ item_id: items[1].id }], reason_code: 'NOT_DONE' })
    const done = await issue(made.data.id)
    t.match(done.data, { status: 'ISSUED', paid_part: 25_000, unpaid_part: 0 })
    t.equal((await balance('2201')) - held, 25_000)
    t.match(await bill(id), { status: 'SETTLED', paid: 5_000, credited: 25_000, balance: 0 })
    const back = await supervisor.post(`/billing/payments/${payment.id}/reverse`, {
      reason: 'Slip',
    })
    t.equal(
      back.message,
      `Credit note ${done.data.number} turned part of receipt ${payment.number} into a deposit: refund that instead.`,
    )
    t.equal(back.status, 409)
  })

  /** A credit note with a deposit of 25,000 behind it. */
  const credited = async () => {
    const { id, items } = await issued()
    const payment = await paying(id, 30_000)
    const made = await draft(id, { lines: [{ item_id: items[1].id }], reason_code: 'NOT_DONE' })
    const { data } = await issue(made.data.id)
    return { id, payment, note: data }
  }
  const asking = (body: Record<string, unknown>) =>
    biller.post('/billing/refunds', { payee_name: 'Neema', reason: 'Service not done', ...body })

  t.test('three people give money back (3.4, BIL-76 to BIL-78, P-19, P-20)', async (t) => {
    const { payment, note } = await credited()
    t.equal((await asking({})).message, 'deposit_id is required.')
    t.equal((await asking({ deposit_id: 'nobody' })).message, 'No such deposit.')
    const over = await asking({ credit_note_id: note.id, amount: 25_001 })
    t.equal(over.message, 'Only 25,000 can be refunded.')
    t.equal(
      (await asking({ credit_note_id: note.id, amount: 0 })).message,
      'amount must be more than 0.',
    )
    const made = await asking({ credit_note_id: note.id })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      status: 'REQUESTED',
      number: null,
      amount: 25_000,
      method: 'Card',
      receipt_numbers: [payment.number],
    })
    t.equal((await asking({ credit_note_id: note.id })).message, 'Only 0 can be refunded.')
    const path = `/billing/refunds/${made.data.id}`
    t.match(
      (await cashier.post(`${path}/pay`, {})).message,
      /is REQUESTED\. It can: approve, decline, cancel\.$/,
    )
    const [held, due] = [await balance('2201'), await balance('2203')]
    const yes = await manager.post(`${path}/approve`, { method: 'Bank Transfer' })
    t.equal(yes.status, 200, yes.message)
    t.match(yes.data.number, /^RFD-2026-\d{6}$/)
    t.equal((await balance('2201')) - held, -25_000)
    t.equal((await balance('2203')) - due, 25_000)
    const banked = await balance('1110')
    const paid = await second.post(`${path}/pay`, { reference: 'TT-1' })
    t.equal(paid.status, 200, paid.message)
    t.match(paid.data, { status: 'PAID', method: 'Bank Transfer', reference: 'TT-1', moves: [] })
    t.equal((await balance('2203')) - due, 0)
    t.equal((await balance('1110')) - banked, -25_000)
    t.match((await cashier.get(`/billing/credit-notes/${note.id}`)).data, { status: 'APPLIED' })
    const back = await supervisor.post(`/billing/payments/${payment.id}/reverse`, {
      reason: 'Slip',
    })
    t.equal(back.message, `Refund ${paid.data.number} was paid from this receipt.`)
  })

  t.test('nobody decides on his own refund (BIL-77)', async (t) => {
    const { note } = await credited()
    const all = await people.holding(
      'refund:request',
      'refund:approve',
      'refund:pay',
      'refund:read',
    )
    const made = await all.post('/billing/refunds', {
      credit_note_id: note.id,
      payee_name: 'Neema',
      reason: 'Service not done',
      method: 'Bank Transfer',
    })
    const path = `/billing/refunds/${made.data.id}`
    const own = await all.post(`${path}/approve`, {})
    t.equal(own.message, 'You asked for this: somebody else must decide.')
    const approver = await people.holding('refund:approve', 'refund:pay')
    t.equal((await approver.post(`${path}/approve`, {})).status, 200)
    const paying_own = await approver.post(`${path}/pay`, {})
    t.equal(paying_own.message, 'You approved this refund: somebody else must pay it.')
    t.equal(
      (await all.post(`${path}/pay`, {})).message,
      'You asked for this refund: somebody else must pay it.',
    )
    await manager.patch('/billing/policy', { refund_people: 2 })
    t.equal((await all.post(`${path}/pay`, {})).status, 200)
    await manager.patch('/billing/policy', { refund_people: 3 })
  })

  t.test('declined or cancelled, the deposit is free again (3.4)', async (t) => {
    const { note } = await credited()
    const one = await asking({ credit_note_id: note.id, amount: 10_000 })
    t.equal(
      (await manager.post(`/billing/refunds/${one.data.id}/decline`, {})).message,
      'note is required.',
    )
    const no = await manager.post(`/billing/refunds/${one.data.id}/decline`, {
      note: 'Wrong amount',
    })
    t.match(no.data, { status: 'DECLINED', decision_note: 'Wrong amount', number: null })
    const two = await asking({ deposit_id: note.deposit_id })
    t.equal(two.data.amount, 25_000)
    await manager.post(`/billing/refunds/${two.data.id}/approve`, {})
    const due = await balance('2203')
    const off = await manager.post(`/billing/refunds/${two.data.id}/cancel`, {
      reason: 'Stays here',
    })
    t.match(off.data, { status: 'CANCELLED' })
    t.equal((await balance('2203')) - due, -25_000)
    t.equal((await asking({ deposit_id: note.deposit_id })).data.amount, 25_000)
  })

  t.test('cash leaves by the open drawer of who pays (BIL-91, BIL-92)', async (t) => {
    const { note } = await credited()
    const made = await asking({ credit_note_id: note.id, method: 'Cash' })
    await manager.post(`/billing/refunds/${made.data.id}/approve`, {})
    const refused = await third.post(`/billing/refunds/${made.data.id}/pay`, {})
    t.equal(refused.message, 'Open your drawer first.')
  })

  t.test('what another area takes back is credited at once (BIL-30, BIL-75)', async (t) => {
    await manager.patch('/billing/policy', { after_credit: 'REFUND_REQUEST' })
    const one = await issued()
    await paying(one.id, 30_000)
    await within(() => uncharge(system, 'order', `${one.visit.id}-FBC`, 'Not needed any more'))
    t.match(await bill(one.id), { status: 'SETTLED', paid: 25_000, credited: 5_000 })
    const [asked] = (await cashier.get('/billing/refunds', { patient_id: one.visit.patient.id }))
      .data
    t.match(asked, { status: 'REQUESTED', amount: 5_000, method: 'Card' })
    await manager.patch('/billing/policy', { after_credit: 'DEPOSIT' })
  })

  t.test('the same key writes one credit note', async (t) => {
    const { id } = await issued()
    const once = biller.with({ 'idempotency-key': 'one-credit-note' })
    const body = { bill_id: id, reason: 'Charged twice', reason_code: 'DUPLICATE' }
    const first = await once.post('/billing/credit-notes', body)
    const again = await once.post('/billing/credit-notes', body)
    t.equal(first.data.id, again.data.id)
    const other = await once.post('/billing/credit-notes', { ...body, reason: 'Something else' })
    t.equal(other.status, 409)
    const list = await cashier.get('/billing/credit-notes', { bill_id: id })
    t.equal(list.data.length, 1)
    const gone = await biller.post(`/billing/credit-notes/${first.data.id}/discard`, {
      reason: 'Slip',
    })
    t.match(gone.data, { status: 'DISCARDED', number: null })
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
