// Numbered rules of the chapter that stand in no test of their own record.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { attempt, rows, within } from '../../../../db/store/connection.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { close } from '../../../../db/hospital/money/accounting/years/close.ts'
import { plan } from '../../../../db/hospital/money/accounting/years/close-plan.ts'
import { booksOf, restamp } from '../../../../db/hospital/money/accounting/books.ts'
import { accounts } from '../../../../db/hospital/money/accounting/tables.ts'
import * as preferences from '../../../../db/hospital/money/accounting/preferences.ts'
import { faultsButDocuments } from '../../../support/money/proven.ts'
import * as years from '../../../../db/hospital/money/accounting/years/years.ts'
import { discountBill } from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { insured } from '../../../support/money/insured.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('rules of the books', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const books = await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const clerk = await people.with('reception')
  const { shift } = await atDrawer(house, cashier)
  /** What an entry says, by code: debit above nought. */
  const entryOf = async (source: string, source_id: string) => {
    const found = await rows<{ code: string; net: number }>(
      sql`select a.code, l.debit - l.credit as net from journal_lines l
        join accounts a on a.id = l.account_id join journal_entries e on e.id = l.entry_id
        where e.source = ${source} and e.source_id = ${source_id} order by l.line_no`,
    )
    return Object.fromEntries(found.map(({ code, net }) => [code, Number(net) / 100]))
  }
  const issued = async (body: Record<string, unknown>) => {
    const { id: patient_id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', { patient_id, ...body })
    t.equal(made.status, 201, made.message)
    const done = await biller.post(`/billing/bills/${made.data.id}/issue`)
    t.equal(done.status, 200, done.message)
    return done.data
  }

  t.test('the opening of a branch comes before its business (ACC-15)', async (t) => {
    const opening = (by: typeof chief, amounts: Record<string, number>) =>
      by.post('/accounting/entries', {
        memo: 'Opening balances',
        source: 'OPENING',
        lines: books.lines(amounts),
        post: true,
      })
    t.equal((await opening(accountant, { '1110': 900, '3101': -900 })).status, 403)
    const made = await opening(chief, { '1110': 900_000, '3101': -800_000 })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { kind: 'OPENING', entry_date: '2026-01-01', difference: 0 })
    t.equal(await books.balance(accountant, '3901'), 100_000, 'what is missing goes to 3901')
    await books.post(chief, { '3901': 100_000, '3101': -100_000 })
    const late = await opening(chief, { '1110': 5, '3101': -5 })
    t.equal(late.status, 409, late.message)
  })

  t.test('a bill of 200.00 inclusive of 18 % (ACC-31 a)', async (t) => {
    const bill = await issued({ items: [{ code: 'TAXED' }] })
    t.same(await entryOf('BILL_ISSUE', bill.id), { '1201': 200, '4119': -169.49, '2301': -30.51 })
  })

  t.test('100,000, four fifths covered, 10,000 off (ACC-31 b)', async (t) => {
    const cast = await insured(house)
    await cast.price('DEAR', 100_000)
    const { id: scheme_id } = await cast.scheme({ coverage_pct: 80 })
    const { id: patient_id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', {
      patient_id,
      scheme_id,
      items: [{ code: 'DEAR' }],
    })
    const about = { bill_id: made.data.id, discount_id: newId(), reason: 'Staff' }
    await within(() => discountBill(system, { ...about, amount: 1_000_000 }))
    const done = await biller.post(`/billing/bills/${made.data.id}/issue`)
    t.equal(done.status, 200, done.message)
    t.same(await entryOf('BILL_ISSUE', made.data.id), {
      '1203': 72_000,
      '1201': 18_000,
      '4301': 10_000,
      '4102': -100_000,
    })
  })

  t.test('20,000 handed over for 18,000, and 500 short (ACC-31 c, g)', async (t) => {
    const items = [{ description: 'A cast', unit_price: 18_000 }]
    const bill = await issued({ items })
    const paid = await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 20_000 })
    t.equal(paid.status, 201, paid.message)
    t.equal(paid.data.change, 2_000)
    t.same(await entryOf('PAYMENT', paid.data.payment.id), { '1102-01': 18_000, '1201': -18_000 })
    const path = `/billing/shifts/${shift.id}`
    await cashier.post(`${path}/count`)
    const closed = await cashier.post(`${path}/close`, {
      denominations: [
        { value: 1_000, count: 17 },
        { value: 500, count: 1 },
      ],
      left_in_drawer: 17_500,
    })
    t.equal(closed.data.difference, -500, closed.message)
    t.same(await entryOf('SHIFT_DIFFERENCE', `${shift.id}:close`), { '1102-01': -500, '6406': 500 })
  })

  t.test('a discount goes over departments by what they earn, to the cent (ACC-28)', async (t) => {
    const { id: patient_id } = await somebody(clerk)
    const items = [1, 2, 3].map((n) => ({ description: `Work ${n}`, unit_price: 0.01 * n }))
    const made = await biller.post('/billing/bills', { patient_id, items })
    const about = { bill_id: made.data.id, discount_id: newId(), reason: 'Staff' }
    await within(() => discountBill(system, { ...about, amount: 4 }))
    const { data } = await biller.get(`/billing/bills/${made.data.id}`)
    const off = data.items.map(({ discount }: { discount: number }) => Math.round(discount * 100))
    t.same(off, [1, 1, 2], 'a sixth, a third, a half of four cents: 0.67, 1.33, 2')
  })

  t.test('a posting that is refused refuses its document (ACC-30)', async (t) => {
    const { id: patient_id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', { patient_id, items: [{ code: 'FBC' }] })
    const active = (is: boolean) =>
      within(async () => {
        await accounts.change({ hospital_id, code: '1201' }, { active: is })
        await restamp(system)
      })
    await active(false)
    const before = await rowCounts()
    const refused = await biller.post(`/billing/bills/${made.data.id}/issue`)
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Posting role ar_patient has no account: set it in accounting.')
    t.same(await rowCounts(), before, 'nothing is kept')
    t.equal((await biller.get(`/billing/bills/${made.data.id}`)).data.status, 'DRAFT')
    await active(true)
  })

  t.test('two entries by hand may name one paper (ACC-16)', async (t) => {
    const paper = { source_id: 'Letter 12' }
    const [first, second] = [
      await books.post(accountant, { '1110': 5, '3101': -5 }, paper),
      await books.post(accountant, { '1110': 5, '3101': -5 }, paper),
    ]
    t.same([first.status, second.status], [201, 201])
    t.equal(second.data.source_id, 'Letter 12')
    const long = await books.post(
      accountant,
      { '1110': 5, '3101': -5 },
      { source_id: 'x'.repeat(61) },
    )
    t.match(long, { status: 400, message: /^source_id / })
  })

  t.test('a correction of an earlier year stands on 3201, by who may (ACC-17)', async (t) => {
    const lines = (by: typeof chief, amounts: Record<string, number>) =>
      books.post(by, amounts, { prior_year: true, post: false })
    t.equal((await lines(accountant, { '1110': 5, '3201': -5 })).status, 403)
    const wrong = await lines(chief, { '1110': 5, '3101': -5 })
    t.equal(wrong.message, 'A correction of a closed year has a line on 3201.')
    t.equal(wrong.status, 409)
    const made = await lines(chief, { '1110': 5, '3201': -5 })
    t.match(made.data, { prior_year: true, status: 'DRAFT' }, made.message)
  })

  t.test('a return due on a Sunday is shown as given (ACC-44)', async (t) => {
    const made = await accountant.post('/accounting/filings', {
      kind: 'PAYE',
      period_year: 2026,
      period_month: 2,
      due_on: '2026-03-08',
      amount_due: 0,
    })
    t.match(made.data, { due_on: '2026-03-08', amount_due: 0 }, made.message)
  })

  t.test('a piece that fails takes its entry and its news with it (ACC-13, ACC-14)', async (t) => {
    const lines = [
      { account_id: books.id('1110'), debit: 500, facility_id },
      { account_id: books.id('3101'), credit: 500, facility_id },
    ]
    const posting = () =>
      post(system, { source: 'WRITE_OFF', source_id: newId(), memo: 'A piece', lines })
    const made = await within(async () => {
      const first = await posting()
      const failing = attempt(async () => {
        await posting()
        await preferences.change(system, { allow_negative_funding: true })
        t.equal((await booksOf(system)).preferences.allow_negative_funding, true)
        throw new Error('it was not to be')
      })
      await t.rejects(failing, { message: 'it was not to be' })
      t.equal((await booksOf(system)).preferences.allow_negative_funding, false)
      return [first, await posting(), await posting()]
    })
    const numbers = made.map(({ chain_no }) => chain_no - (made[0]?.chain_no ?? 0))
    t.same(numbers, [0, 1, 2], 'one after the other')
    t.equal(made[1]?.previous_hash, made[0]?.hash)
    t.same(await faultsButDocuments(system), [])
    // A piece that fails before anything was held leaves nothing held.
    await within(async () => {
      await t.rejects(attempt(async () => posting().then(() => Promise.reject(new Error('no')))))
      await posting()
      await preferences.change(system, { allow_negative_funding: true })
      t.equal((await booksOf(system)).preferences.allow_negative_funding, true, 'seen at once')
      await preferences.change(system, { allow_negative_funding: false })
    })
    t.same(await faultsButDocuments(system), [])
  })

  t.test('words that the posting table does not have post nothing (ruling 32)', async (t) => {
    const before = await rowCounts()
    const posting = {
      source: 'STOCK_GIVEN_AWAY',
      source_id: newId(),
      memo: 'Of an area that made up its own word',
      lines: [
        { account_id: books.id('1110'), debit: 100 },
        { account_id: books.id('3101'), credit: 100 },
      ],
    }
    await t.rejects(
      within(() => post(system, posting)),
      { message: 'the posting table has no STOCK_GIVEN_AWAY' },
    )
    t.same(await rowCounts(), before)
  })

  t.test('branches owe each other, and together nothing (ACC-3, ACC-47, ACC-102)', async (t) => {
    const annex = await within(() =>
      facilities.insert({
        hospital_id,
        code: 'ANX',
        name: 'Annex',
        name_key: 'annex',
        kind: 'CLINIC',
        status: 'ACTIVE',
      }),
    )
    const entry = await within(() =>
      post(system, {
        source: 'EXPENSE_PAY',
        source_id: newId(),
        memo: 'Paid here for there',
        lines: [
          { account_id: books.id('6201'), debit: 700, facility_id: annex.id },
          { account_id: books.id('1110'), credit: 700, facility_id },
        ],
      }),
    )
    const between = books.id('1309')
    const added = entry.lines.filter(({ account_id }) => account_id === between)
    t.same(
      added.map(({ facility_id: at, debit, credit, automatic }) => [at, debit, credit, automatic]),
      [
        [annex.id, 0, 700, true],
        [facility_id, 700, 0, true],
      ].sort(([a], [b]) =>
        added[0]?.facility_id === a ? -1 : added[0]?.facility_id === b ? 1 : 0,
      ),
    )
    t.equal(await books.balance(accountant, '1309'), 0)
    const { data } = await accountant.get('/accounting/reports/trial-balance', {
      from: '2026-01-01',
      to: '2026-03-31',
      facility_id: annex.id,
    })
    t.equal(data?.totals.debit, data?.totals.credit, 'the books of a branch balance by themselves')
  })
})

t.test('a year in which nothing happened closes with no entry (ACC-75)', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-06-01T06:00:00.000Z')
  const [year] = (await booksOf(system)).years
  const next = { name: '2027', starts_on: '2027-01-01', ends_on: '2027-12-31' }
  const made = await within(() => years.create(system, next))
  clock.freeze('2027-01-05T06:00:00.000Z')
  await within(() => years.open(system, made.id))
  const id = year?.id ?? ''
  const accept = (await plan(system, id)).warnings.map(({ code }) => code)
  const { plan: hash } = await plan(system, id, { accept })
  const done = await close(system, id, { plan: hash, accept })
  t.equal(done.did, 'closed')
  const closing = await rows(sql`select id from journal_entries where kind = 'CLOSING'`)
  t.equal(closing.length, 0)
  t.match((await booksOf(system)).years[0], { status: 'CLOSED', close_version: 1 })
})
