import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { clientByPayer } from '../../../../db/hospital/neighbours/commercial.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

// Section 6 of the chapter, as far as the rows stand in no test of their own record.

t.test('what is refused at bills, receipts and papers', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { clerk, cashier, owing, issued } = await money(house)
  const biller = await people.with('billing')
  const manager = await people.with('manager')
  const welfare = await people.with('welfare')
  const supervisor = await people.with('supervisor')
  const make = (patient_id: string, more: Record<string, unknown> = {}) =>
    biller.post('/billing/bills', { patient_id, items: [{ code: 'FBC' }], ...more })
  let slips = 0
  const pay = (bill_id: string, body: Record<string, unknown> = {}) => {
    slips += 1
    return cashier.post(`/billing/bills/${bill_id}/payments`, {
      amount: 1_000,
      method: 'Card',
      reference: `BAD-${slips}`,
      ...body,
    })
  }

  t.test('a patient merged away, or dead before the service', async (t) => {
    const kept = await somebody(clerk)
    const gone = await somebody(clerk)
    await within(() =>
      patients.change({ hospital_id, id: gone.id }, { status: 'MERGED', merged_into_id: kept.id }),
    )
    t.match(await make(gone.id), {
      status: 409,
      message: `This record was merged into ${kept.number}.`,
    })
    const dead = await somebody(clerk)
    const death = { died_at: '2026-03-29T10:00:00.000Z' }
    await within(() =>
      patients.change({ hospital_id, id: dead.id }, { status: 'DECEASED', death: death as never }),
    )
    t.match(await make(dead.id), { status: 409, message: 'The patient died on 2026-03-29.' })
    t.match(await make(dead.id, { service_date: '2026-03-29' }), { status: 201 })
  })

  t.test('a client who is suspended', async (t) => {
    answering(t, clientByPayer, async () => ({
      client_id: newId(),
      name: 'Mgodi',
      status: 'SUSPENDED',
    }))
    const { id } = await somebody(clerk)
    t.match(await make(id, { payer: 'Mgodi' }), {
      status: 409,
      message: 'Mgodi is SUSPENDED.',
    })
  })

  t.test('a draft without lines, and one that was discarded', async (t) => {
    const { id, full_name } = await somebody(clerk)
    const { data } = await make(id)
    const path = `/billing/bills/${data.id}`
    await biller.post(`${path}/items/${data.items[0].id}/cancel`, { reason: 'Wrong patient' })
    t.match(await biller.post(`${path}/issue`), {
      status: 409,
      message: `This draft bill of ${full_name} has no lines.`,
    })
    t.match((await supervisor.post(`${path}/discard`, { reason: 'Wrong patient' })).status, 200)
    t.match(await cashier.get(`${path}/invoice`), {
      status: 409,
      message: 'This draft was discarded.',
    })
    t.match(await biller.post(`${path}/issue`), {
      status: 409,
      message: `Bill of ${full_name} is DISCARDED. Nothing more can be done with it.`,
    })
  })

  t.test('a reference that was used, a bill that is settled (BIL-46, BIL-43)', async (t) => {
    const { id, bill } = await issued()
    const first = await pay(id, { reference: 'TWICE 1' })
    t.match(await pay(id, { reference: ' twice1 ' }), {
      status: 409,
      message: `twice1 was already used on receipt ${first.data.payment.number}.`,
    })
    t.match(await pay(id, { amount: 29_000 }), { status: 201 })
    t.match(await pay(id), {
      status: 409,
      message: `Bill ${bill.number} has nothing left to pay.`,
    })
  })

  t.test('a card above the balance of somebody who walked in (BIL-44)', async (t) => {
    const walk_in = (await cashier.get('/billing/policy')).data.walk_in_patient_id
    const { data } = await make(walk_in)
    await biller.post(`/billing/bills/${data.id}/issue`)
    t.match(await pay(data.id, { amount: 5_001 }), {
      status: 409,
      message: 'Only 5,000 is due. Cash gives change; Card does not.',
    })
  })

  t.test('one key, another body', async (t) => {
    const { id } = await issued()
    const once = cashier.with({ 'idempotency-key': newId() })
    const body = { amount: 1_000, method: 'Card', reference: 'KEY-1' }
    const first = await once.post(`/billing/bills/${id}/payments`, body)
    t.equal(first.status, 201, first.message)
    const again = await once.post(`/billing/bills/${id}/payments`, body)
    t.equal(again.data.payment.id, first.data.payment.id, 'the same answer')
    t.match(await once.post(`/billing/bills/${id}/payments`, { ...body, amount: 2_000 }), {
      status: 409,
      message: /^This key was (already )?used for another request\.$/,
    })
    t.equal((await cashier.get(`/billing/bills/${id}`)).data.paid, 1_000)
  })

  t.test('a deposit of somebody else', async (t) => {
    const mine = await somebody(clerk)
    const { data } = await cashier.post('/billing/deposits', {
      patient_id: mine.id,
      amount: 1_000,
      method: 'Card',
      reference: 'DEP-9',
    })
    const { id } = await issued()
    t.match(await cashier.post(`/billing/deposits/${data.deposit.id}/apply`, { bill_id: id }), {
      status: 409,
      message: `Deposit ${data.deposit.number} belongs to ${mine.full_name}.`,
    })
    t.match(
      await biller.post('/billing/refunds', {
        deposit_id: data.deposit.id,
        amount: 1_001,
        payee_name: 'Somebody',
        reason: 'Asked for it',
      }),
      { status: 409, message: 'Only 1,000 can be refunded.' },
    )
  })

  t.test('the receipt of a waiver that waits, a paper of nobody', async (t) => {
    const { id } = await issued()
    const asked = await welfare.post('/billing/waivers', {
      bill_id: id,
      amount: 1_000,
      category: 'INDIGENT',
      reason: 'Cannot pay',
    })
    t.match(await cashier.get(`/billing/payments/${asked.data.payment_id}/receipt`), {
      status: 409,
      message: 'This waiver waits for a decision.',
    })
    t.match(await cashier.get('/billing/verify/ABCDEFGH2345'), {
      status: 200,
      data: { genuine: false },
    })
  })

  t.test('more than is left of a line (BIL-70)', async (t) => {
    const { id, items } = await issued(['FBC'])
    const credit = (amount: number) =>
      biller.post('/billing/credit-notes', {
        bill_id: id,
        reason: 'Too dear',
        reason_code: 'WRONG_PRICE',
        lines: [{ item_id: items[0].id, amount }],
      })
    t.match(await credit(5_001), {
      status: 409,
      message: 'Only 5,000 of Full blood count can still be credited.',
    })
    t.ok((await owing()).id)
    t.ok(manager)
  })
})
