// Budgets: written, approved by somebody else, held against what is spent and promised.

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import {
  checkBudget,
  commit,
  releaseCommitment,
} from '../../../../db/hospital/money/accounting/budgets/commitments.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('budgets', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const manager = await people.with('manager')
  const year = (await today(house.system)).slice(0, 4)
  await books.post(accountant, { '1110': 100_000, '3101': -100_000 })

  t.test('a budget is written, approved by another, and stands beside what is spent', async (t) => {
    const body = { account_id: books.id('6202'), amount: 1000, period_year: Number(year) }
    const made = await accountant.post('/accounting/budgets', body)
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      status: 'DRAFT',
      actual: 0,
      used_pct: 0,
      period_month: null,
      control: 'WARN',
    })
    const again = await accountant.post('/accounting/budgets', body)
    t.equal(again.message, `6202 Rent, ${year} has a budget already.`, 'ACC-32: one of a key')
    t.equal(
      (await accountant.post('/accounting/budgets', { ...body, period_month: 3 })).message,
      `6202 Rent has a budget for the whole of ${year}.`,
      'ACC-32: a year and its months do not mix',
    )
    const both = await people.with('accountant', 'manager')
    const own = await both.post('/accounting/budgets', { ...body, account_id: books.id('6201') })
    t.equal(
      (await both.post(`/accounting/budgets/${own.data.id}/approve`)).message,
      'You wrote this budget: somebody else must approve it.',
    )
    const approved = await manager.post(`/accounting/budgets/${made.data.id}/approve`)
    t.match(approved.data, { status: 'APPROVED', approved_by_name: manager.user.full_name })
    await books.post(accountant, { '6202': 905, '1110': -905 })
    const shown = await manager.get('/accounting/budgets', { year, over: '90' })
    t.match(shown.data, [{ actual: 905, variance: 95, used_pct: 91, remaining: 95 }])
    t.equal((await manager.get('/accounting/budgets')).message, 'year is required.')
    const day = await today(house.system)
    const asked = { account_id: books.id('6202'), facility_id, date: day, amount: 9000 }
    t.equal((await checkBudget(house.system, asked)).result, 'OK')
    await within(() => commit(house.system, { ...asked, source: 'ORDER', source_id: 'o1' }))
    // ACC-34: what is promised counts like what is spent.
    t.match(await checkBudget(house.system, asked), {
      result: 'WARN',
      committed: 9000,
      message: 'The budget of 6202 Rent has 5 left, 90 is asked.',
    })
    await within(() => releaseCommitment(house.system, 'ORDER', 'o1'))
    t.equal((await checkBudget(house.system, asked)).result, 'OK')
  })

  const bad_budgets: [() => Record<string, unknown>, number, string][] = [
    [() => ({ account_id: books.id('6000') }), 409, 'Budget an account or a control account.'],
    [() => ({ period_month: 13 }), 400, 'period_month must be 1 to 12.'],
    [() => ({ amount: -1 }), 400, 'amount must not be negative.'],
    [() => ({ department: 'Nowhere' }), 400, 'department "Nowhere" is not known.'],
  ]
  for (const [body, status, message] of bad_budgets) {
    t.test(`a budget is refused: ${message}`, async (t) => {
      const refused = await accountant.post('/accounting/budgets', {
        account_id: books.id('6203'),
        amount: 5,
        period_year: Number(year),
        ...body(),
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }
})
