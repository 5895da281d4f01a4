import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { paymentCleared } from '../../../../db/hospital/money/billing/payments/clearing.ts'
import { paymentCleared as bankSaw } from '../../../../db/hospital/neighbours/books.ts'
import { clientByPayer } from '../../../../db/hospital/neighbours/commercial.ts'
import { clientNames } from '../../../../db/hospital/neighbours/parties.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('money for several bills, and what becomes of receipts', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const manager = await people.with('manager')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const billed = async (patient_id: string, code = 'FBC', more: Record<string, unknown> = {}) => {
    const made = await biller.post('/billing/bills', { patient_id, items: [{ code }], ...more })
    t.equal(made.status, 201, made.message)
    const issued = await biller.post(`/billing/bills/${made.data.id}/issue`)
    t.equal(issued.status, 200, issued.message)
    return issued.data
  }
  const now = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  let slips = 0
  const take = (body: Record<string, unknown>) => {
    slips += 1
    return cashier.post('/billing/payments', {
      method: 'Card',
      reference: `SLIP-${slips}`,
      ...body,
    })
  }
  const sound = async () => {
    const { checks } = await verify(system)
    return checks.filter(({ state }) => state === 'FAILED')
  }

  t.test('what cannot be taken is refused', async (t) => {
    const { id } = await somebody(clerk)
    const other = await somebody(clerk)
    const of_other = await billed(other.id)
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['nothing', { amount: 0 }, 400, 'amount must be more than 0.'],
      ['no number', { amount: 'abc' }, 400, 'amount must be a number.'],
      ['no amount', {}, 400, 'amount is required.'],
      [
        'a waiver',
        { amount: 5, method: 'Waiver' },
        400,
        'method must be one of Cash, Mobile Money, Card, Bank Transfer, Cheque.',
      ],
      [
        'no reference',
        { amount: 5, method: 'Cheque', reference: '' },
        400,
        'reference is required for Cheque.',
      ],
      [
        'nobody',
        { amount: 5, patient_id: null },
        400,
        'patient_id or client_id is required, and not both.',
      ],
      [
        'a client of nobody',
        { amount: 5, patient_id: null, client_id: newId() },
        404,
        'No such client.',
      ],
      [
        'a bill of another',
        { amount: 5, bill_ids: [of_other.id] },
        409,
        `Bill ${of_other.number} is not`,
      ],
      [
        'tax of a patient',
        { amount: 5, withheld_tax: 1 },
        400,
        'withheld_tax is of a client’s bill alone.',
      ],
      ['cash without a drawer', { amount: 5, method: 'Cash' }, 409, 'Open your drawer first.'],
    ]
    for (const [what, body, status, message] of bad) {
      const refused = await take({ patient_id: id, ...body })
      t.match(refused, { status, message }, what)
    }
    t.equal((await accountant.post('/billing/payments', {})).status, 403)
  })

  t.test('the oldest due are paid first, what is above is kept (BIL-51, BIL-44)', async (t) => {
    const { id } = await somebody(clerk)
    const first = await billed(id)
    const second = await billed(id, 'XRAY')
    const paid = await take({ patient_id: id, amount: 12_000 })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data, {
      change: 0,
      deposit: null,
      payment: { amount: 12_000 },
      bills: [
        { id: first.id, status: 'SETTLED' },
        { id: second.id, status: 'PART_PAID', balance: 18_000 },
      ],
    })
    const held = await balance('2201')
    const more = await take({ patient_id: id, amount: 20_000 })
    t.match(more.data, {
      payment: { amount: 20_000 },
      deposit: { origin: 'EXCESS', remaining: 2_000 },
      bills: [{ status: 'SETTLED' }],
    })
    t.equal((await balance('2201')) - held, 2_000)
    t.same(await sound(), [])
    const back = await supervisor.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
      reason: 'Wrong card',
    })
    t.equal(back.status, 200, back.message)
    t.match(await now(first.id), { status: 'ISSUED', balance: 5_000 })
    t.match(await now(second.id), { status: 'PART_PAID', balance: 7_000 + 5_000 - 5_000 })
    t.same(await sound(), [])
  })

  t.test('named bills are paid in their order', async (t) => {
    const { id } = await somebody(clerk)
    const first = await billed(id)
    const second = await billed(id, 'XRAY')
    const paid = await take({ patient_id: id, amount: 26_000, bill_ids: [second.id, first.id] })
    t.match(paid.data.bills, [
      { id: second.id, balance: 0 },
      { id: first.id, balance: 4_000 },
    ])
  })

  t.test('a client keeps tax back (BIL-48, P-11b)', async (t) => {
    const client_id = newId()
    answering(t, clientByPayer, async (_caller, payer) =>
      payer.toLowerCase() === 'mgodi' ? { client_id, name: 'Mgodi', status: 'ACTIVE' } : null,
    )
    answering(t, clientNames, async (_caller, ids) =>
      ids.includes(client_id) ? [{ id: client_id, name: 'Mgodi' }] : [],
    )
    const { id } = await somebody(clerk)
    const bill = await billed(id, 'XRAY', { payer: 'Mgodi' })
    const [owed, tax] = [await balance('1204'), await balance('1304')]
    const paid = await take({
      client_id,
      amount: 23_750,
      withheld_tax: 1_250,
      certificate_no: 'WHT-9',
      method: 'Cheque',
    })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data, {
      payment: {
        amount: 23_750,
        withheld_tax: 1_250,
        certificate_no: 'WHT-9',
        clearing: 'PENDING',
      },
      bills: [{ id: bill.id, status: 'SETTLED', paid: 25_000 }],
    })
    t.equal((await balance('1204')) - owed, -25_000)
    t.equal((await balance('1304')) - tax, 1_250)
    const again = await billed(id, 'FBC', { payer: 'Mgodi' })
    const single = await cashier.post(`/billing/bills/${again.id}/payments`, {
      amount: 4_900,
      withheld_tax: 101,
      method: 'Cheque',
      reference: 'CHQ-2',
    })
    t.match(single, { status: 201 }, single.message)
    t.match(single.data.bill, { status: 'SETTLED' }, 'what is above is kept for the client')
    t.match(
      await cashier.post(
        `/billing/bills/${(await billed(id, 'FBC', { payer: 'Mgodi' })).id}/payments`,
        {
          amount: 100,
          withheld_tax: 5_001,
          method: 'Cheque',
          reference: 'CHQ-3',
        },
      ),
      { status: 409, message: 'Only 4,999 is due.' },
    )
    t.same(await sound(), [])

    t.test('and its cheque comes back (P-59)', async (t) => {
      const path = `/billing/payments/${paid.data.payment.id}`
      t.equal((await cashier.post(`${path}/bounce`, { reason: 'No cover' })).status, 403)
      t.match(await accountant.post(`${path}/bounce`, { reason: 'No cover', bank_charge: -1 }), {
        status: 400,
        message: 'bank_charge must not be negative.',
      })
      // The bank takes its charge from what it holds.
      const { id: payer } = await somebody(clerk)
      await billed(payer)
      const held = await take({ patient_id: payer, amount: 5_000, method: 'Bank Transfer' })
      t.equal(held.status, 201, held.message)
      const charges = await balance('6401')
      const done = await accountant.post(`${path}/bounce`, {
        reason: 'No cover',
        bank_charge: 500,
      })
      t.match(
        done,
        { status: 200, data: { status: 'REVERSED', clearing: 'BOUNCED' } },
        done.message,
      )
      t.match(await now(bill.id), { status: 'ISSUED', balance: 25_000 })
      t.equal((await balance('6401')) - charges, 500)
      t.equal(await balance('1304'), tax + 101)
      t.match(await accountant.post(`${path}/bounce`, { reason: 'Again' }), {
        status: 409,
        message: /is REVERSED\. Nothing more can be done with it\.$/,
      })
      t.same(await sound(), [])
    })
  })

  t.test('the bank confirms what it has (3.3)', async (t) => {
    const { id } = await somebody(clerk)
    await billed(id)
    const { data } = await take({ patient_id: id, amount: 1_000 })
    const path = `/billing/payments/${data.payment.id}`
    t.equal((await cashier.post(`${path}/clear`)).status, 403)
    t.match(await accountant.post(`${path}/clear`, { cleared_on: '2026-04-01' }), {
      status: 400,
      message: 'cleared_on must not be in the future.',
    })
    t.match(await accountant.post(`${path}/bounce`, { reason: 'It is a card' }), {
      status: 409,
      message: `Receipt ${data.payment.number} is no cheque.`,
    })
    t.match(await accountant.post(`${path}/clear`), { data: { clearing: 'CLEARED' } })
    t.match(await accountant.post(`${path}/clear`), {
      status: 409,
      message: `Receipt ${data.payment.number} is CLEARED.`,
    })
    const other = await take({ patient_id: id, amount: 1_000 })
    await within(() => paymentCleared(system, other.data.payment.id))
    t.match((await cashier.get(`/billing/payments/${other.data.payment.id}`)).data, {
      clearing: 'CLEARED',
    })
    // BIL-10: a line of the bank does so too, and takes it back when the match was a slip.
    const clearing = async (of: string) =>
      (await cashier.get(`/billing/payments/${of}`)).data.clearing
    const third = (await take({ patient_id: id, amount: 1_000 })).data.payment.id
    await within(() => bankSaw(system, third, true))
    t.equal(await clearing(third), 'CLEARED')
    await within(() => bankSaw(system, third, false))
    t.equal(await clearing(third), 'PENDING')
    await within(() => bankSaw(system, data.payment.id, true))
    await within(() => bankSaw(system, data.payment.id, false))
    t.equal(await clearing(data.payment.id), 'CLEARED', 'what a person cleared stays cleared')
    await within(() => bankSaw(system, newId(), true))
  })

  t.test('who gave a cheque that came back buys nothing on credit (BIL-61)', async (t) => {
    const { id } = await somebody(clerk)
    await billed(id)
    const { data } = await take({ patient_id: id, amount: 7_000, method: 'Cheque' })
    t.equal(data.deposit.remaining, 2_000)
    const seller = await people.with('cashier', 'manager')
    const sale = (reference: string) =>
      seller.post('/billing/sales', {
        patient_id: id,
        method: 'Card',
        reference,
        lines: [{ code: 'FBC' }],
        amount: 1_000,
      })
    t.equal((await sale('S-1')).status, 201)
    const back = await accountant.post(`/billing/payments/${data.payment.id}/bounce`, {
      reason: 'Account closed',
    })
    t.equal(back.status, 200, back.message)
    t.match(await sale('S-2'), { status: 409, message: 'The sale is 5,000, 1,000 was given.' })
    t.same(await sound(), [])
  })

  t.test('money on the wrong bill moves to another of the patient (BIL-55)', async (t) => {
    const { id } = await somebody(clerk)
    const from = await billed(id, 'XRAY')
    const to = await billed(id)
    const other = await billed((await somebody(clerk)).id)
    const { data } = await take({ patient_id: id, amount: 20_000, bill_ids: [from.id] })
    const path = `/billing/payments/${data.payment.id}/reallocate`
    const move = (more: Record<string, unknown> = {}) =>
      supervisor.post(path, {
        from_bill_id: from.id,
        to_bill_id: to.id,
        amount: 4_000,
        reason: 'Meant for the blood count',
        ...more,
      })
    const bad: [Record<string, unknown>, number, string | RegExp][] = [
      [{ amount: 0 }, 400, 'amount must be more than 0.'],
      [{ to_bill_id: from.id }, 400, 'to_bill_id is the bill it stands on.'],
      [{ to_bill_id: other.id }, 409, `Bill ${other.number} is of another payer or branch.`],
      [{ amount: 20_001 }, 409, `Only 20,000 of this receipt is on bill ${from.number}.`],
      [{ amount: 6_000 }, 409, 'Only 5,000 is due.'],
    ]
    for (const [body, status, message] of bad) {
      t.match(await move(body), { status, message }, JSON.stringify(body))
    }
    t.equal((await cashier.post(path, {})).status, 403)
    const debt = await balance('1201')
    const done = await move()
    t.equal(done.status, 200, done.message)
    t.match(await now(from.id), { paid: 16_000, balance: 9_000 })
    t.match(await now(to.id), { paid: 4_000, balance: 1_000 })
    t.equal(await balance('1201'), debt, 'the ledger has nothing to say')
    t.same(await sound(), [])
  })

  t.test('what comes in for a debt written off is income (P-30)', async (t) => {
    await manager.patch('/billing/policy', { write_off_small_limit: 10_000 })
    const { id } = await somebody(clerk)
    const bill = await billed(id)
    const off = await biller.post(`/billing/bills/${bill.id}/write-off`, {
      reason: 'Too small to follow',
      reason_code: 'TOO_SMALL',
    })
    await manager.post(`/billing/write-offs/${off.data.id}/approve`, {})
    const pay = (amount: number, reference: string) =>
      cashier.post(`/billing/bills/${bill.id}/payments`, { amount, method: 'Card', reference })
    t.match(await pay(5_001, 'R-1'), {
      status: 409,
      message: `Only 5,000 of bill ${bill.number} is still written off.`,
    })
    const income = await balance('4408')
    const paid = await pay(3_000, 'R-2')
    t.match(paid.data, {
      payment: { purpose: 'RECOVERY', amount: 3_000 },
      bill: { status: 'WRITTEN_OFF', written_off: 5_000 },
    })
    t.equal((await balance('4408')) - income, 3_000)
    const offs = await biller.get('/billing/write-offs', { patient_id: id })
    t.match(offs.data, [{ recovered: 3_000 }])
    const back = await supervisor.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
      reason: 'Wrong patient',
    })
    t.equal(back.status, 200, back.message)
    t.match((await biller.get('/billing/write-offs', { patient_id: id })).data, [{ recovered: 0 }])
    t.equal(await balance('4408'), income)
    t.same(await sound(), [])
  })

  t.test(
    'a part payment from before the write-off that is reversed is owed again (ruling 58)',
    async (t) => {
      const { id } = await somebody(clerk)
      const bill = await billed(id)
      const part = await cashier.post(`/billing/bills/${bill.id}/payments`, {
        amount: 2_000,
        method: 'Card',
        reference: 'R-3',
      })
      t.match(part.data.bill, { status: 'PART_PAID' })
      const off = await biller.post(`/billing/bills/${bill.id}/write-off`, {
        reason: 'Too small to follow',
        reason_code: 'TOO_SMALL',
      })
      const written_off = bill.balance - 2_000
      await manager.post(`/billing/write-offs/${off.data.id}/approve`, {})
      t.match(await now(bill.id), { status: 'WRITTEN_OFF', written_off, balance: 0 })
      const back = await supervisor.post(`/billing/payments/${part.data.payment.id}/reverse`, {
        reason: 'The card was refused',
      })
      t.equal(back.status, 200, back.message)
      t.match(await now(bill.id), { status: 'PART_PAID', written_off, balance: 2_000 })
      t.same(await sound(), [])
    },
  )

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
