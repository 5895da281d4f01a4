// A house in which there is one of every record that is sealed: what patients, schemes and suppliers got
// papers of, what lay in drawers, moves of money, a return.

import type { Test } from 'tap'
import { ledgerOf } from './books.ts'
import type { House } from '../boot.ts'
import { atDrawer } from './drawers.ts'
import { moneyOfPatients } from './money-of-patients.ts'
import type { Person } from '../people.ts'

type Said = Readonly<Record<string, unknown>>

export async function everyPaper(t: Pick<Test, 'equal'>, house: House) {
  const { people } = house
  const { cast } = await moneyOfPatients(t, house)
  const { accountant, cashier, manager, clerk } = cast
  const supervisor = await people.with('supervisor', 'cashier')
  const books = await ledgerOf(house)
  const done = async (by: Person, path: string, body: Said = {}) => {
    const answer = await by.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
  const first = async (by: Person, path: string) => (await by.get(path)).data[0]
  await done(accountant, '/accounting/funding-moves/deposit', {
    account_id: books.id('1110'),
    to_account_id: books.id('3101'),
    amount: 500_000,
    note: 'Of the owner',
  })
  await done(accountant, '/accounting/funding-moves/transfer', {
    account_id: books.id('1110'),
    to_account_id: books.id('1101'),
    amount: 50_000,
    note: 'Into the safe',
  })
  for (const path of ['waivers', 'write-offs']) {
    const { id } = await first(manager, `/billing/${path}`)
    await done(manager, `/billing/${path}/${id}/approve`)
  }
  const refund = await first(manager, '/billing/refunds')
  await done(manager, `/billing/refunds/${refund.id}/approve`)
  await done(cashier, `/billing/refunds/${refund.id}/pay`)
  const spent = await done(accountant, '/billing/expenses', {
    description: 'Cleaning of the ward',
    amount: 900,
    category: 'Maintenance',
    payee: 'Shop',
  })
  await done(accountant, `/billing/expenses/${spent.id}/submit`)
  await done(manager, `/billing/expenses/${spent.id}/approve`)
  const scheme = await first(cast.officer, '/billing/schemes')
  await done(clerk, '/billing/coverage/simulate', {
    scheme_id: scheme.id,
    items: [{ code: 'FBC' }],
    save: true,
  })
  const filing = await done(accountant, '/accounting/filings', {
    kind: 'VAT',
    period_year: 2026,
    period_month: 2,
    due_on: '2026-03-20',
    amount_due: 0,
  })
  const chief = await people.with('chief_accountant')
  await done(chief, `/accounting/filings/${filing.id}/file`, {
    receipt_number: 'TRA 1',
    filed_on: '2026-03-10',
  })
  const { shift } = await atDrawer(house, supervisor, 5_000)
  const path = `/billing/shifts/${shift.id}`
  await done(supervisor, `${path}/pay-out`, {
    amount: 100,
    reason: 'Tea of the guards',
    contra_account_id: books.id('6303'),
  })
  await done(supervisor, '/billing/float-transfers', {
    kind: 'DROP',
    from: { drawer_id: shift.drawer_id },
    to: { account_id: books.id('1101') },
    amount: 900,
  })
  const sent = await first(supervisor, '/billing/float-transfers')
  await done(await people.with('supervisor'), `/billing/float-transfers/${sent.id}/accept`, {
    amount: 900,
  })
  await done(supervisor, `${path}/count`)
  await done(supervisor, `${path}/close`, {
    denominations: [{ value: 1_000, count: 4 }],
    left_in_drawer: 4_000,
  })
  return { cast, books, supervisor, done }
}
