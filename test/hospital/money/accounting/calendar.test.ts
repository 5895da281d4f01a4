import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { recordDue, remind } from '../../../../db/hospital/money/accounting/calendar.ts'
import { clearCutOff } from '../../../../db/hospital/money/accounting/years/close-mark.ts'
import { proveBooks } from '../../../../db/hospital/money/accounting/proofs/nightly.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { dueOn } from '../../../../db/hospital/money/accounting/taxes/filings.ts'
import { ledger_totals } from '../../../../db/hospital/money/accounting/tables.ts'
import { billingItems } from '../../../../db/hospital/neighbours/books.ts'
import { tell } from '../../../../db/hospital/neighbours/telling.ts'
import { sql } from '../../../../db/store/sql.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('jobs of the books', async (t) => {
  const house = await boot(t)
  const by = house.system
  const books = await ledgerOf(house)
  const year = (await today(house.system)).slice(0, 4)
  clock.freeze(`${year}-04-05T03:00:00Z`)
  const chief = await house.people.with('chief_accountant')

  t.test('days a return is due', async (t) => {
    t.equal(dueOn({ due_day: 20, due_month_offset: 1 }, '2026-01-31'), '2026-02-20')
    t.equal(dueOn({ due_day: 31, due_month_offset: 1 }, '2026-01-31'), '2026-02-28')
    t.equal(dueOn({ due_day: 30, due_month_offset: 6 }, '2026-12-31'), '2027-06-30')
  })

  t.test('returns of the month that ended are recorded once (ACC-43)', async (t) => {
    await books.post(
      chief,
      { '1110': 118, '4102': -100, '2301': -18 },
      { entry_date: `${year}-03-10` },
    )
    await within(() =>
      run(
        sql`update filing_kinds set auto = ${true} where kind in ('VAT', 'SERVICE_LEVY', 'INCOME_TAX')`,
      ),
    )
    t.equal(await within(() => recordDue(by)), 2, 'the month and the quarter, not the year')
    t.equal(await within(() => recordDue(by)), 0)
    const all = await chief.get('/accounting/filings')
    t.match(
      all.data.find(({ kind }: { kind: string }) => kind === 'VAT'),
      { period_month: 3, due_on: `${year}-04-20`, amount_due: 18, difference: 0 },
    )
  })

  t.test('people are told of what is due, late and forgotten', async (t) => {
    const told: string[] = []
    answering(t, tell, async (_caller, notice) => told.push(notice.body))
    t.equal(await within(() => remind(by)), 0)
    await books.post(chief, { '1110': 40, '2901': -40 }, { entry_date: `${year}-02-01` })
    clock.freeze(`${year}-04-25T03:00:00Z`)
    t.equal(await within(() => remind(by)), 3)
    t.match(told[0], `VAT ${year}-03 is late`)
    t.match(told[0], 'Unidentified receipts of 40 are older than 30 days', 'ACC-57')
  })

  t.test('a sub-ledger that differs is told, and the chain below it stays proven', async (t) => {
    const told: string[] = []
    answering(t, tell, async (_caller, notice) => told.push(notice.body))
    answering(t, billingItems, async () => [
      { party_kind: null, party_id: null, reference: 'PT-1', amount: 7 },
    ])
    const first = await proveBooks(by, { quick: true })
    t.ok(first.failed > 0)
    t.match(told[0], 'ACC-1')
    const next = await proveBooks(by, { quick: true })
    t.equal(next.chain_from, next.chain_to + 1, 'nothing new to walk')
    t.ok(next.failed > 0, 'and it is told again')
  })

  t.test(
    'the nightly proof is remembered, and cries when something was changed (ACC-119, ACC-127)',
    async (t) => {
      const told: string[] = []
      answering(t, tell, async (_caller, notice) => told.push(notice.body))
      t.equal((await proveBooks(by, { quick: false })).failed, 0)
      const quick = await proveBooks(by, { quick: true })
      t.match(quick, { scope: 'QUICK', failed: 0 })
      t.equal(quick.chain_from, quick.chain_to + 1, 'nothing new to walk')
      await within(() =>
        ledger_totals.change({ hospital_id: by.hospital_id, month: `${year}-02` }, { debit: 41 }),
      )
      const bad = await proveBooks(by, { quick: true })
      t.same(
        bad.checks.filter(({ state }) => state === 'FAILED').map(({ id }) => id),
        ['ACC-119', 'ACC-120'],
      )
      t.match(told[0], 'ACC-119')
      t.equal(await within(() => clearCutOff()), 0)
    },
  )

  t.test('a source that the posting table does not know is a bug (4.4)', async (t) => {
    await t.rejects(
      within(() => post(by, { source: 'SOMETHING', source_id: '1', memo: 'No', lines: [] })),
      { message: 'the posting table has no SOMETHING' },
    )
  })
})
