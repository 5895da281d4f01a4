// What an approved statement of the bank holds stands (BIL-52, 3.8): it is not taken back under it, and
// what no approved one holds lets its line of the statement go.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { bankLine } from '../../../support/money/bank-line.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('the bank has it', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued, cashier } = await money(house)
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const manager = await people.with('manager')
  const nurse = await people.with('nurse')
  const account_id = (await ledgerOf(house)).id('1110')
  let slips = 0
  const paid = async () => {
    slips += 1
    const { id } = await issued(['FBC'])
    const body = { amount: 5_000, method: 'Bank Transfer', reference: `SLIP-${slips}` }
    const done = await cashier.post(`/billing/bills/${id}/payments`, body)
    t.equal(done.status, 201, done.message)
    return done.data.payment
  }
  const spent = async () => {
    const made = await nurse.post('/billing/expenses', {
      description: 'Fuel for the generator',
      amount: 1_000,
      category: 'Utilities',
      payee: 'Oil House',
      method: 'Bank Transfer',
    })
    const path = `/billing/expenses/${made.data.id}`
    await nurse.post(`${path}/submit`)
    await manager.post(`${path}/approve`, {})
    const done = await accountant.post(`${path}/pay`, {})
    t.equal(done.status, 200, done.message)
    return path
  }
  /** A line of the statement, matched to the newest entry on the account. */
  const seen = async (amount: number) => {
    const value_date = '2026-03-31'
    const id = await bankLine(house, { account_id, value_date, amount: amount * 100 })
    const shown = await accountant.get(`/accounting/accounts/${account_id}/lines`)
    const line = shown.data.lines.at(-1)
    const lines = [{ line_id: line.id }]
    const matched = await accountant.post(`/accounting/statement-lines/${id}/match`, { lines })
    t.match(matched.data, { status: 'MATCHED' }, matched.message)
    return id
  }
  const back = (id: string) =>
    supervisor.post(`/billing/payments/${id}/reverse`, { reason: 'Of somebody else' })

  const stands = await paid()
  await seen(5_000)
  const fuel = await spent()
  await seen(-1_000)
  const reconciled = await accountant.post('/accounting/reconciliations', {
    bank_account_id: account_id,
    statement_date: '2026-03-31',
    opening_balance: 0,
    closing_balance: 4_000,
  })
  const path = `/accounting/reconciliations/${reconciled.data.id}`
  await accountant.post(`${path}/submit`)
  t.match((await chief.post(`${path}/approve`)).data, { status: 'APPROVED' })
  const words = { status: 409, message: 'The reconciliation to 2026-03-31 is APPROVED.' }

  t.test('a receipt that it holds is not taken back (BIL-52)', async (t) => {
    t.match(await back(stands.id), words)
    t.equal((await cashier.get(`/billing/payments/${stands.id}`)).data.status, 'RECORDED')
  })

  t.test('nor an expense (3.8)', async (t) => {
    t.match(await accountant.post(`${fuel}/reverse`, { reason: 'Came back' }), words)
    t.equal((await accountant.get(fuel)).data.status, 'PAID')
  })

  t.test('what is not approved yet lets its line go', async (t) => {
    const payment = await paid()
    const line = await seen(5_000)
    t.equal((await back(payment.id)).status, 200)
    const lines = (await accountant.get('/accounting/statement-lines')).data
    t.match(
      lines.find(({ id }: { id: string }) => id === line),
      { status: 'NEW', matches: [] },
    )
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
