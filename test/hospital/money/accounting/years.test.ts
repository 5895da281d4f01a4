import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { isPeriodOpen } from '../../../../db/hospital/money/accounting/posting/locks.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { nextYear } from '../../../../db/hospital/money/accounting/years/years.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('years', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const year = Number((await today(house.system)).slice(0, 4))
  clock.freeze(`${year}-09-15T09:00:00Z`)

  t.test('the calendar year is open from the first day (ACC-24)', async (t) => {
    const all = await accountant.get('/accounting/fiscal-years')
    t.equal(all.status, 200, all.message)
    t.match(all.data, [{ name: String(year), status: 'OPEN', close_version: 0, entries: 0 }])
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [
      { name: 'A', starts_on: `${year}-06-01`, ends_on: `${year + 1}-05-31` },
      409,
      `It overlaps ${year}.`,
    ],
    [
      { name: 'A', starts_on: `${year + 1}-02-01`, ends_on: `${year + 1}-12-31` },
      409,
      `${year} ends on ${year}-12-31: start on ${year + 1}-01-01.`,
    ],
    [
      { name: 'A', starts_on: `${year + 1}-01-01`, ends_on: `${year}-12-31` },
      400,
      'ends_on is before starts_on.',
    ],
    [
      { name: 'A', starts_on: `${year + 1}-01-01`, ends_on: `${year + 3}-12-31` },
      400,
      'ends_on is more than 18 months after starts_on.',
    ],
    [{ starts_on: `${year + 1}-01-01`, ends_on: `${year + 1}-12-31` }, 400, 'name is required.'],
    [
      { name: String(year), starts_on: `${year + 1}-01-01`, ends_on: `${year + 1}-12-31` },
      409,
      `There is a fiscal year ${year} already.`,
    ],
  ]
  for (const [body, status, message] of bad) {
    t.test(`a year is refused: ${message}`, async (t) => {
      const refused = await chief.post('/accounting/fiscal-years', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('months are locked in order and reopened from the last (3.4)', async (t) => {
    const months = await accountant.get('/accounting/periods', { year: String(year) })
    t.equal(months.data.length, 12, months.message)
    t.same(
      months.data.slice(7, 10).map(({ status }: { status: string }) => status),
      ['OPEN', 'OPEN', 'FUTURE'],
    )
    const path = (month: string) => `/accounting/periods/${year}-${month}`
    t.equal((await chief.post(`${path('02')}/close`)).message, `Lock ${year}-01 first.`)
    t.equal((await chief.post('/accounting/periods/1999-01/close')).message, 'No such month.')
    const draft = await accountant.post('/accounting/entries', {
      memo: 'In January',
      entry_date: `${year}-01-20`,
      lines: books.lines({ '1110': 5, '3101': -5 }),
    })
    t.equal(
      (await chief.post(`${path('01')}/close`)).message,
      'Drafts dated in the month: 1.',
      'ACC-91',
    )
    await accountant.post(`/accounting/entries/${draft.data.id}/post`)
    t.match((await chief.post(`${path('01')}/close`)).data, { status: 'LOCKED' })
    t.match((await chief.post(`${path('02')}/close`)).data, { status: 'LOCKED' })
    const late = await books.post(
      accountant,
      { '1110': 5, '3101': -5 },
      {
        entry_date: `${year}-02-27`,
      },
    )
    t.equal(late.message, `The books are locked to ${year}-02-28.`, 'ACC-8')
    t.match(await isPeriodOpen(house.system, `${year}-02-27`), {
      open: false,
      words: `The books are locked to ${year}-02-28.`,
    })
    t.equal(
      (await chief.post(`${path('01')}/reopen`, { reason: 'a slip' })).message,
      `Reopen ${year}-02 first.`,
    )
    t.equal((await chief.post(`${path('02')}/reopen`, {})).message, 'reason is required.')
    t.match((await chief.post(`${path('02')}/reopen`, { reason: 'a slip' })).data, {
      status: 'OPEN',
    })
    t.equal(
      (await chief.post(`${path('10')}/close`)).message,
      `Month ${year}-10 is FUTURE. Nothing more can be done with it.`,
    )
    t.equal((await chief.post(`${path('09')}/close`)).message, `Lock ${year}-02 first.`)
  })

  t.test('a document of a locked day goes to the first open one (ACC-18)', async (t) => {
    const posted = await within(() =>
      post(house.system, {
        source: 'EXPENSE_APPROVE',
        source_id: 'x1',
        date: `${year}-01-05`,
        own_date: true,
        memo: 'Late paper',
        lines: [
          { account_id: books.id('6202'), debit: 100 },
          { role: 'accrual', credit: 100 },
        ],
      }),
    )
    t.match(posted, { entry_date: `${year}-02-01`, moved_from: `${year}-01-05` })
    const by_hand = await books.post(
      accountant,
      { '1110': 50, '3101': -50 },
      {
        entry_date: `${year}-02-10`,
      },
    )
    await chief.patch('/accounting/preferences', { lock_date: `${year}-02-28` })
    const reversed = await accountant.post(`/accounting/entries/${by_hand.data.id}/reverse`, {
      reason: 'wrong account',
      date: null,
    })
    t.match(reversed.data.reversal, {
      entry_date: `${year}-03-01`,
      moved_from: `${year}-02-10`,
    })
  })

  t.test('preferences: absent leaves alone, null clears (ACC-37 to ACC-39)', async (t) => {
    const before = (await accountant.get('/accounting/preferences')).data
    t.match(before, {
      lock_date: `${year}-02-28`,
      effective_lock_date: `${year}-02-28`,
      currency: 'TZS',
      cash_group_code: '1100',
      second_approver: { close: false, lock_exception: true },
    })
    const nothing = await chief.patch('/accounting/preferences', {})
    t.equal(nothing.status, 200)
    t.same(nothing.data, before)
    const today = `${year}-09-15`
    t.equal(
      (await chief.patch('/accounting/preferences', { lock_date: today })).message,
      'The lock date must be before today.',
    )
    t.equal(
      (await chief.patch('/accounting/preferences', { cash_group_id: books.id('1110') })).message,
      'cash_group_id must be a heading of assets.',
      'ACC-38',
    )
    const cleared = await chief.patch('/accounting/preferences', {
      lock_date: null,
      second_approver: { close: true },
    })
    t.match(cleared.data, {
      lock_date: null,
      second_approver: { close: true, lock_exception: true },
    })
    await chief.patch('/accounting/preferences', { second_approver: { close: false } })
  })

  t.test('the next year is made before the last one ends (ACC-76)', async (t) => {
    t.same(await within(() => nextYear(house.system)), { made: 0, opened: 0 })
    clock.freeze(`${year}-11-05T09:00:00Z`)
    t.same(await within(() => nextYear(house.system)), { made: 1, opened: 0 })
    clock.freeze(`${year}-12-05T09:00:00Z`)
    t.same(await within(() => nextYear(house.system)), { made: 0, opened: 1 })
    // Sessions of September have ended.
    const chief = await people.with('chief_accountant')
    const all = await chief.get('/accounting/fiscal-years')
    t.match(all.data, [
      { name: String(year), status: 'OPEN' },
      {
        name: String(year + 1),
        status: 'OPEN',
        starts_on: `${year + 1}-01-01`,
        ends_on: `${year + 1}-12-31`,
      },
    ])
    t.equal(
      (await chief.post(`/accounting/fiscal-years/${all.data[0].id}/open`)).message,
      `Fiscal year ${year} is OPEN. It can: close.`,
    )
    const third = await chief.post('/accounting/fiscal-years', {
      name: 'Third',
      starts_on: `${year + 2}-01-01`,
      ends_on: `${year + 2}-12-31`,
    })
    t.equal(third.data.status, 'PLANNED', third.message)
    t.equal(
      (await chief.post(`/accounting/fiscal-years/${third.data.id}/open`)).message,
      'Two fiscal years are open already: close the first of them.',
    )
  })
})
