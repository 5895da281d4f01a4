// Rules of discounts and what is given by them (COM-64 to COM-72, COM-82).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('discounts', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house)
  const manager = await people.with('manager')
  const second = await people.with('manager')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const clerk = await people.with('reception')
  await atDrawer(house, cashier, 500_000)
  const { id: patient_id } = await somebody(clerk)
  let count = 0
  const rule = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Rule ${String(count).padStart(3, '0')}`
    const body = { name, applies_to: 'ALL', kind: 'PERCENT', value: 10, ...more }
    const answer = await manager.post('/commercial/discount-rules', body)
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  /** Two counts and an X-ray: 10,000 and 25,000. */
  const bill = async (more: Record<string, unknown> = {}) => {
    const answer = await biller.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      items: [
        { code: 'FBC', quantity: 2 },
        { code: 'XRAY', quantity: 1 },
      ],
      ...more,
    })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const issued = async (more: Record<string, unknown> = {}) => {
    const answer = await biller.post(`/billing/bills/${(await bill(more)).id}/issue`)
    if (answer.status !== 200) throw new Error(answer.message)
    return answer.data
  }
  const given = (target_id: string, more: Record<string, unknown> = {}) =>
    cashier.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id,
      reason: 'Asked by the ward',
      ...more,
    })
  const seen = async (id: string) => (await biller.get(`/billing/bills/${id}`)).data

  t.test('a rule is written as the document names it (COM-72)', async (t) => {
    const made = await rule({ name: 'Staff families', applies_to: 'pharmacy', notes: 'Ask HR' })
    const fields =
      'id name applies_to kind value active requires_approval approval_above max_amount notes'
    for (const field of fields.split(' ')) t.ok(field in made, `${field} stands in the document`)
    t.match(made, {
      applies_to: 'CATEGORY:Pharmacy',
      active: true,
      requires_approval: false,
      times_used: 0,
      given_this_month: 0,
    })
    t.equal((await rule({ applies_to: 'ngo' })).applies_to, 'KIND:NGO')
    const bad: [Record<string, unknown>, number, string][] = [
      [{ name: 'staff FAMILIES' }, 409, 'There is a rule called staff FAMILIES already.'],
      [{ value: 150 }, 400, 'value must be at most 100 for a PERCENT rule.'],
      [{ value: 0 }, 400, 'value must be more than 0.'],
      [{ max_amount: -1 }, 400, 'max_amount must be 0 or more.'],
      [{ starts_on: '2026-03-02', ends_on: '2026-03-01' }, 400, 'ends_on is before starts_on.'],
      [
        { applies_to: 'Nothing known' },
        400,
        'applies_to must be ALL, BILL, SALE, QUOTATION, ORDER, a tariff category, a client kind or a department.',
      ],
    ]
    for (const [more, status, message] of bad) {
      const body = { name: 'Another', applies_to: 'ALL', kind: 'PERCENT', value: 5, ...more }
      t.match(await manager.post('/commercial/discount-rules', body), { status, message })
    }
    t.equal((await cashier.post('/commercial/discount-rules', {})).status, 403)
    const list = await cashier.get('/commercial/discount-rules?applies_to=Pharmacy')
    t.same(
      list.data.map(({ id }: { id: string }) => id),
      [made.id],
    )
  })

  t.test('by a rule it is given at once, by percent or amount (COM-64, COM-66)', async (t) => {
    const percent = await rule({ value: 12.5 })
    const one = await issued()
    const made = await given(one.id, { rule_id: percent.id })
    t.match(made, {
      status: 201,
      data: {
        status: 'APPLIED',
        base: 35_000,
        amount: 4_375,
        rule_name: percent.name,
        target_reference: one.number,
        patient_id,
        moves: [],
      },
    })
    t.match(made.data.reference, /^DC-2026-\d{5}$/)
    t.match(await seen(one.id), { balance: 30_625, status: 'ISSUED' })
    const shown = (await manager.get('/commercial/discount-rules?search=' + percent.name)).data[0]
    t.match(shown, { times_used: 1, given_this_month: 4_375 })
    const most = await rule({ kind: 'AMOUNT', value: 50_000, max_amount: 20_000 })
    const draft = await bill()
    t.match((await given(draft.id, { rule_id: most.id })).data, { amount: 20_000 })
    t.match(await seen(draft.id), { discount: 20_000, total: 15_000 })
    await rebuilt(t, house, 1)
  })

  t.test('a rule takes the lines it is for (COM-65)', async (t) => {
    const counts = await rule({ applies_to: 'CATEGORY:Laboratory' })
    const one = await issued()
    t.match((await given(one.id, { rule_id: counts.id })).data, { base: 10_000, amount: 1_000 })
    t.match((await seen(one.id)).items, [{ balance: 9_000 }, { balance: 25_000 }])
    const refused: [Record<string, unknown>, number, string][] = [
      [{ applies_to: 'Theatre' }, 409, 'No line of this bill is Theatre.'],
      [{ applies_to: 'SALE' }, 409, 'is for a sale.'],
      [{ applies_to: 'ORDER' }, 400, 'is for offers and orders alone.'],
      [{ applies_to: 'NGO' }, 409, 'is for clients of kind NGO.'],
      [{ active: false }, 409, 'is not active.'],
      [{ starts_on: '2026-03-11' }, 409, 'begins on 2026-03-11.'],
      [{ ends_on: '2026-03-09' }, 409, 'ended on 2026-03-09.'],
    ]
    const other = await issued()
    for (const [more, status, words] of refused) {
      const answer = await given(other.id, { rule_id: (await rule(more)).id })
      t.equal(answer.status, status, words)
      t.ok(answer.message.endsWith(words), answer.message)
    }
    t.equal((await seen(other.id)).balance, 35_000, 'a refusal leaves nothing')
  })

  t.test('by the client who pays, whoever the patient is', async (t) => {
    const hands = await people.holding('client:write', 'client:status')
    const about = { name: 'Maji Ltd', kind: 'NGO', status: 'ACTIVE' }
    const made = await hands.post('/commercial/clients', about)
    t.equal(made.status, 201, made.message)
    const one = await issued({ payer: 'Maji Ltd' })
    const theirs = await given(one.id, { rule_id: (await rule()).id })
    t.equal(theirs.status, 201, theirs.message)
    const asked = async (more: Record<string, string>) =>
      (await manager.get('/commercial/discounts', more)).data.map(({ id }: { id: string }) => id)
    t.same(await asked({ client_id: made.data.id }), [theirs.data.id])
    t.same(await asked({ client_id: made.data.id, status: 'PENDING' }), [])
    t.same(await asked({ client_id: patient_id }), [], 'of whom no bill is')
  })

  t.test('what needs approval waits for another (COM-67, ruling 4)', async (t) => {
    const above = await rule({ approval_above: 3_000 })
    const one = await issued()
    const waits = await given(one.id, { rule_id: above.id })
    t.match(waits.data, { status: 'PENDING', amount: 3_500 })
    t.equal((await seen(one.id)).balance, 35_000)
    t.ok((await manager.get('/notifications')).data.length > 0)
    const path = `/commercial/discounts/${waits.data.id}`
    t.equal((await cashier.post(`${path}/approve`)).status, 403)
    const done = await manager.post(`${path}/approve`, { note: 'They are poor' })
    t.match(done.data, { status: 'APPLIED', decision_note: 'They are poor', moves: ['remove'] })
    t.equal((await seen(one.id)).balance, 31_500)
    const both = await people.with('manager', 'cashier')
    const other = await issued()
    const own = await both.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id: other.id,
      amount: 500,
      reason: 'A neighbour',
    })
    t.match(own.data, { status: 'PENDING' }, 'by hand it always waits')
    t.match(await both.post(`/commercial/discounts/${own.data.id}/approve`), {
      status: 409,
      message: 'You asked for this: somebody else must decide.',
    })
    const no = await second.post(`/commercial/discounts/${own.data.id}/refuse`, { note: 'No' })
    t.equal(no.status, 400, 'a note says why')
    const refused = { note: 'Not a reason' }
    const out = await second.post(`/commercial/discounts/${own.data.id}/refuse`, refused)
    t.match(out.data, { status: 'REFUSED', moves: [] })
  })

  t.test('one live discount on a bill (COM-68); removed it is owed again', async (t) => {
    const any = await rule()
    const one = await issued()
    const first = await given(one.id, { rule_id: any.id })
    t.match(await given(one.id, { rule_id: any.id }), {
      status: 409,
      message: `This bill already has discount ${first.data.reference}: remove it first.`,
    })
    const path = `/commercial/discounts/${first.data.id}`
    const gone = await manager.post(`${path}/remove`, { reason: 'A mistake' })
    t.match(gone.data, { status: 'REMOVED' })
    t.equal((await seen(one.id)).balance, 35_000)
    t.equal((await given(one.id, { rule_id: any.id })).status, 201)
    t.match(await manager.post(`${path}/remove`, { reason: 'Once more' }), { status: 409 })
  })

  t.test('nothing comes off what is settled, nor more than is unpaid (COM-69)', async (t) => {
    const paid = await issued()
    await cashier.post(`/billing/bills/${paid.id}/payments`, { amount: 35_000 })
    const any = await rule()
    t.match(await given(paid.id, { rule_id: any.id }), {
      status: 409,
      message: `Bill ${paid.number} is settled.`,
    })
    const part = await issued()
    const waits = await given(part.id, { amount: 10_000 })
    await cashier.post(`/billing/bills/${part.id}/payments`, { amount: 30_000 })
    t.match(await manager.post(`/commercial/discounts/${waits.data.id}/approve`), {
      status: 409,
      message: 'Only 5,000 is still unpaid on this bill.',
    })
    t.match(await given(part.id, { amount: 1_000 }), { status: 409 })
    t.match(await given((await issued()).id, { amount: 40_000 }), {
      status: 400,
      message: 'amount is more than the lines (35,000).',
    })
    t.match(await given((await issued()).id), {
      status: 400,
      message: 'amount is required without a rule.',
    })
  })

  t.test('a counter sale takes a rule or refuses it whole (COM-70, COM-82)', async (t) => {
    const sell = (discount_rule_id: string) =>
      cashier.post('/billing/sales', {
        patient_id,
        method: 'Cash',
        lines: [
          { code: 'CONS', quantity: 1 },
          { code: 'FBC', quantity: 2 },
        ],
        discount_rule_id,
      })
    const free = await rule({ applies_to: 'SALE', value: 5 })
    const sold = await sell(free.id)
    t.equal(sold.status, 201, sold.message)
    const { bill } = sold.data
    t.match(bill, { total: 19_000, discount: 1_000, status: 'SETTLED' })
    t.match(bill.discounts, [{ kind: 'PERCENT', amount: 1_000, status: 'APPLIED' }])
    const { payments, credit_notes, ...read } = (await cashier.get(`/billing/bills/${bill.id}`))
      .data
    t.same(read, bill, 'as it is read afterwards')
    t.match(payments, [{ amount: 19_000, method: 'Cash' }], 'with the payment that settled it')
    t.same(credit_notes, [])
    const list = await manager.get(`/commercial/discounts?rule_id=${free.id}&totals=true`)
    t.match(list.data, [{ target_type: 'SALE', status: 'APPLIED', target_reference: bill.number }])
    t.match(list.meta, { totals: { amount: 1_000 } })
    const strict = await rule({ requires_approval: true })
    t.match(await sell(strict.id), {
      status: 409,
      message: 'This discount needs approval: raise a bill instead.',
    })
    const none = await manager.get(`/commercial/discounts?rule_id=${strict.id}`)
    t.equal(none.meta?.total, 0)
  })

  t.test('a rule that was used stays what it was (COM-71)', async (t) => {
    const used = await rule()
    await given((await issued()).id, { rule_id: used.id })
    const path = `/commercial/discount-rules/${used.id}`
    for (const more of [{ value: 20 }, { kind: 'AMOUNT', value: 10 }, { applies_to: 'SALE' }]) {
      t.match(await manager.patch(path, more), {
        status: 409,
        message: `Rule ${used.name} was used 1 time: deactivate it and make a new one.`,
      })
    }
    t.match((await manager.patch(path, { value: 10, active: false })).data, { active: false })
    const idle = await rule()
    const change = await manager.patch(`/commercial/discount-rules/${idle.id}`, { value: 20 })
    t.match(change.data, { value: 20 })
  })

  t.test('what nobody decides on is refused after some days (3.5)', async (t) => {
    const made = await given((await issued()).id, { amount: 500 })
    const run = () =>
      trade_entries
        .find(({ name }) => name === 'discounts-forgotten')
        ?.run({ caller: system, signal: new AbortController().signal } as never)
    await run()
    const of = '/commercial/discounts?status=PENDING'
    t.ok((await manager.whole(of)).some(({ id }) => id === made.data.id))
    clock.freeze('2026-03-18T06:00:00.000Z')
    await run()
    const late = await people.with('manager')
    t.equal((await late.get(of)).meta?.total, 0)
    const all = await late.whole('/commercial/discounts?status=REFUSED')
    t.match(
      all.find(({ id }) => id === made.data.id),
      {
        decision_note: 'Not decided in 7 days',
      },
    )
    clock.freeze('2026-03-10T06:00:00.000Z')
  })
})
