// What two do with the same money at the same moment: nothing is decided by a row that was read before it
// was locked.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { match } from '../../../../db/hospital/money/accounting/bank/matching.ts'
import { open as credit } from '../../../../db/hospital/money/billing/credit/notes.ts'
import { changePayer } from '../../../../db/hospital/money/billing/bills/change-payer.ts'
import { reallocate } from '../../../../db/hospital/money/billing/payments/reallocate.ts'
import { bankLine } from '../../../support/money/bank-line.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { insured } from '../../../support/money/insured.ts'
import { money } from '../../../support/money/money.ts'
import { oneAfterTheOther } from '../../../support/one-after-the-other.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('money, at once', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued, cashier } = await money(house)
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const now = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  let slips = 0
  const paid = async (bill_id: string, amount: number) => {
    slips += 1
    const body = { amount, method: 'Card', reference: `AT-ONCE-${slips}` }
    const done = await cashier.post(`/billing/bills/${bill_id}/payments`, body)
    t.equal(done.status, 201, done.message)
    return done.data.payment
  }
  const back = (id: string) =>
    supervisor.post(`/billing/payments/${id}/reverse`, { reason: 'Taken twice' })
  const sound = async () => (await verify(system)).checks.filter(({ state }) => state === 'FAILED')

  t.test('a receipt is not taken back while its bill is credited (BIL-52)', async (t) => {
    const { id } = await issued(['FBC'])
    const payment = await paid(id, 5_000)
    const about = {
      bill_id: id,
      reason: 'Never done',
      reason_code: 'NOT_DONE',
      issue: true,
    } as const
    const refused = await oneAfterTheOther(
      () => credit(system, about),
      () => back(payment.id),
    )
    t.equal(refused.status, 409, refused.message)
    t.match(refused.message, /^Credit note CRN-.* turned part of receipt RCT-.* into a deposit/)
    t.equal((await cashier.get(`/billing/payments/${payment.id}`)).data.status, 'RECORDED')
    t.same(await sound(), [])
  })

  t.test('nor while it is moved to another bill (BIL-55)', async (t) => {
    const from = await issued(['FBC'])
    const patient_id = from.bill.patient_id
    const made = await biller.post('/billing/bills', { patient_id, items: [{ code: 'XRAY' }] })
    const to = await biller.post(`/billing/bills/${made.data.id}/issue`)
    const payment = await paid(from.id, 5_000)
    const asked = { from_bill_id: from.id, to_bill_id: to.data.id, amount: 5_000, reason: 'Other' }
    const second = await oneAfterTheOther(
      () => reallocate(system, payment.id, asked),
      () => back(payment.id),
    )
    // Where writes come one after the other it is found where it went.
    if (second.status !== 200) {
      t.match(second, { status: 409, message: /was moved to another bill meanwhile: try again\.$/ })
      t.match(await now(to.data.id), { paid: 5_000, balance: 20_000 })
      t.equal((await back(payment.id)).status, 200)
    }
    t.match(await now(to.data.id), { paid: 0, balance: 25_000, status: 'ISSUED' })
    t.same(await sound(), [])
  })

  t.test('a scheme that the bill has no more is not asked (BIL-50)', async (t) => {
    const cast = await insured(house)
    const scheme = await cast.scheme()
    const visit = await cast.visit(scheme.id)
    const { bill_id } = await visit.charge('FBC')
    const asked = { payer: 'Self', reason: 'The card is of a brother' }
    const refused = await oneAfterTheOther(
      () => changePayer(system, bill_id, asked),
      () =>
        cashier.post(`/billing/bills/${bill_id}/payments`, { method: 'Insurance', amount: 1_000 }),
    )
    t.match(refused, { status: 400, message: 'scheme_id is required for Insurance.' })
    t.match(await now(bill_id), { status: 'DRAFT', scheme_id: null })
  })

  t.test('two lines of the bank do not take the same money (ACC-60)', async (t) => {
    const account_id = books.id('1110')
    const entry = await books.post(accountant, { '1110': 700, '3101': -700 })
    const line = entry.data.lines.find(
      (one: { account_code: string }) => one.account_code === '1110',
    )
    const of_bank = () => bankLine(house, { account_id, value_date: '2026-03-30', amount: 70_000 })
    const [first, other] = [await of_bank(), await of_bank()]
    const lines = [{ line_id: line.id }]
    const refused = await oneAfterTheOther(
      () => match(system, first, { lines }),
      () => accountant.post(`/accounting/statement-lines/${other}/match`, { lines }),
    )
    t.match(refused, { status: 409, message: 'Only 0 of that line is open.' })
    t.same(await sound(), [])
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
