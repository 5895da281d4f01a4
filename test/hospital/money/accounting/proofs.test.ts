// Every invariant that `books verify` proves has a way to be broken (4.13): each is broken behind the
// house's back, named by the proof, and mended again.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { booksOf, restamp } from '../../../../db/hospital/money/accounting/books.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import * as years from '../../../../db/hospital/money/accounting/years/years.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { tamper } from '../../../support/programs/tamper.ts'
import { somebody } from '../../../support/desk/visits.ts'

const guarded = ['journal_entries', 'journal_lines']

t.test('proofs', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const manager = await people.with('manager')
  const patient = await somebody(await people.with('reception'))
  await atDrawer(house, cashier, 20_000)
  const billed = async (code: string) => {
    const made = await biller.post('/billing/bills', {
      patient_id: patient.id,
      items: [{ code }],
    })
    return (await biller.post(`/billing/bills/${made.data.id}/issue`)).data.id as string
  }
  const owed = await billed('XRAY')
  const carded = await billed('FBC')
  const card = { amount: 5_000, method: 'Card', reference: 'SLIP 1' }
  t.equal((await cashier.post(`/billing/bills/${carded}/payments`, card)).status, 201)
  const held = { patient_id: patient.id, amount: 700, method: 'Cash' }
  t.equal((await cashier.post('/billing/deposits', held)).status, 201)
  const spent = await accountant.post('/billing/expenses', {
    description: 'Cleaning',
    amount: 900,
    category: 'Maintenance',
    payee: 'Shop',
  })
  await accountant.post(`/billing/expenses/${spent.data.id}/submit`)
  const approved = await manager.post(`/billing/expenses/${spent.data.id}/approve`, {})
  t.equal(approved.status, 200, approved.message)
  const entry = await books.post(accountant, { '1110': 500, '3101': -500 })
  await books.post(accountant, { '1110': 300, '3101': -300 })
  const reversed = await accountant.post(`/accounting/entries/${entry.data.id}/reverse`, {
    reason: 'A slip',
  })
  t.equal(reversed.status, 200, reversed.message)
  const officer = await people.with('insurance')
  const scheme = await officer.post('/billing/schemes', { code: 'S1', name: 'Afya' })
  const branch = { code: 'ANX', name: 'Annex', name_key: 'annex', kind: 'CLINIC' } as const
  const annex = await within(() => facilities.insert({ ...branch, hospital_id, status: 'ACTIVE' }))
  await within(() =>
    years.create(system, { name: '2027', starts_on: '2027-01-01', ends_on: '2027-12-31' }),
  )

  const proven = await verify(system)
  const state = (checks: typeof proven.checks, id: string) =>
    checks.find((check) => check.id === id)?.state
  const documents = ['108', '109', '110', '111', '112', '114', '117'].map((n) => `ACC-${n}`)
  for (const id of documents) t.equal(state(proven.checks, id), 'OK', `${id} is counted twice`)
  t.equal(proven.failed, 0)

  const [line] = await rows<{ id: string; debit: number }>(
    sql`select id, debit from journal_lines where debit > 0 order by id limit 1`,
  )
  const [mirror] = await rows<{ id: string }>(
    sql`select id from journal_entries where kind = 'REVERSAL'`,
  )
  const one = `update journal_lines set %s where id = '${line?.id}'`
  const account = (set: string) => `update accounts set ${set} where code = '1110'`
  const last = `where hospital_id = '${hospital_id}' and year = 2026`
  const stood = clock.instant()
  const breaks: [id: string, broken: string, mended: string][] = [
    ['ACC-101', one.replace('%s', 'debit = debit + 1'), one.replace('%s', 'debit = debit - 1')],
    [
      'ACC-102',
      one.replace('%s', `facility_id = '${annex.id}'`),
      one.replace('%s', `facility_id = '${facility_id}'`),
    ],
    ['ACC-103', account("role = 'CONTROL'"), account("role = 'POSTING'")],
    ['ACC-104', account("kind = 'EXPENSE'"), account("kind = 'ASSET'")],
    [
      'ACC-105',
      `update journal_entries set kind = 'REVERSAL', reverses_id = '${mirror?.id}' where id = '${entry.data.id}'`,
      `update journal_entries set kind = 'NORMAL', reverses_id = null where id = '${entry.data.id}'`,
    ],
    [
      'ACC-106',
      `update fiscal_years set status = 'CLOSED', closed_at = '2026-01-01T00:00:00.000Z' where name = '2026'`,
      `update fiscal_years set status = 'OPEN', closed_at = null where name = '2026'`,
    ],
    [
      'ACC-107',
      `update entry_series set last_number = last_number + 1 ${last}`,
      `update entry_series set last_number = last_number - 1 ${last}`,
    ],
    ['ACC-108', ...shifted('bills', 'balance', owed)],
    ['ACC-109', ...shifted('bills', 'scheme_due', owed, `, scheme_id = '${scheme.data.id}'`)],
    [
      'ACC-110',
      `update bills set payer_kind = 'CLIENT', client_id = '${patient.id}' where id = '${owed}'`,
      `update bills set payer_kind = 'SELF', client_id = null where id = '${owed}'`,
    ],
    [
      'ACC-111',
      'update deposits set amount = amount + 1',
      'update deposits set amount = amount - 1',
    ],
    ['ACC-112', 'update shifts set cash = cash + 1', 'update shifts set cash = cash - 1'],
    [
      'ACC-114',
      'update expenses set payable = payable + 1',
      'update expenses set payable = payable - 1',
    ],
    [
      'ACC-117',
      `update payments set amount = amount + 1 where method = 'Card'`,
      `update payments set amount = amount - 1 where method = 'Card'`,
    ],
    [
      'ACC-119',
      'update ledger_totals set line_count = line_count + 1',
      'update ledger_totals set line_count = line_count - 1',
    ],
    [
      'ACC-120',
      'update ledger_totals set debit = debit + 1',
      'update ledger_totals set debit = debit - 1',
    ],
    [
      'ACC-124',
      `update fiscal_years set starts_on = '2027-01-02' where name = '2027'`,
      `update fiscal_years set starts_on = '2027-01-01' where name = '2027'`,
    ],
    [
      'ACC-125',
      `update fiscal_years set status = 'CLOSED', closed_at = '${stood}' where name = '2026'`,
      `update fiscal_years set status = 'OPEN', closed_at = null where name = '2026'`,
    ],
    [
      'ACC-127',
      `update journal_entries set memo = 'Another memo' where id = '${entry.data.id}'`,
      `update journal_entries set memo = 'Test entry' where id = '${entry.data.id}'`,
    ],
  ]
  for (const [id, broken, mended] of breaks) {
    t.test(`${id} is named when it is broken`, async (t) => {
      await tamper(house, [broken], guarded)
      await within(() => restamp(system))
      const { checks } = await verify(system, { only: [id] })
      t.match(checks, [{ id, state: 'FAILED', failed: 1 }])
      await tamper(house, [mended], guarded)
      await within(() => restamp(system))
      t.equal((await verify(system)).failed, 0, 'and mended')
    })
  }

  t.test('of a year, and of a branch, what can be said of them (8.2)', async (t) => {
    const of_year = await verify(system, { year: '2026' })
    const ids = ['101', '102', '103', '105', '106', '107', '116', '118', '119', '120']
    t.same(
      of_year.checks.map(({ id }) => id),
      [...ids, '125', '126', '127'].map((n) => `ACC-${n}`),
    )
    t.match(of_year, { year: '2026', failed: 0, chain_from: 1, head: proven.head })
    const next = await verify(system, { year: '2027' })
    t.match(next, { failed: 0, chain_from: 1, chain_to: 0 }, 'nothing is dated in it')
    t.equal(next.checks.find(({ id }) => id === 'ACC-101')?.checked, 0)
    await t.rejects(verify(system, { year: '1999' }), { message: 'No such fiscal year.' })
    await t.rejects(verify(system, { year: '2026', quick: true }), {
      message: 'quick is of the whole house: leave out year and facility.',
    })
    const failed = async (asked: Parameters<typeof verify>[1]) =>
      (await verify(system, asked)).checks
        .filter(({ state: is }) => is === 'FAILED')
        .map(({ id }) => id)
    const third = await within(() =>
      facilities.insert({
        ...branch,
        code: 'TRD',
        name_key: 'third',
        hospital_id,
        status: 'ACTIVE',
      }),
    )
    await tamper(house, [one.replace('%s', `facility_id = '${annex.id}'`)], guarded)
    t.ok((await failed({ year: '2026' })).includes('ACC-102'))
    t.same(await failed({ year: '2027' }), [])
    for (const id of [facility_id, annex.id]) {
      t.same(await failed({ facility_id: id }), ['ACC-102', 'ACC-119'])
    }
    t.same(await failed({ facility_id: third.id }), [], 'another branch is what it was')
    await tamper(house, [one.replace('%s', `facility_id = '${facility_id}'`)], guarded)
    t.same(await failed({ facility_id }), [])
  })

  t.test('ACC-123: what was allowed once is told when it is allowed no more', async (t) => {
    const chief = await people.with('chief_accountant')
    await chief.patch('/accounting/preferences', { allow_negative_funding: true })
    const over = await books.post(accountant, { '6201': 90_000, '1110': -90_000 })
    t.equal(over.status, 201, over.message)
    t.equal((await verify(system)).failed, 0)
    await chief.patch('/accounting/preferences', { allow_negative_funding: null })
    const { checks } = await verify(system, { only: ['ACC-123'] })
    t.match(checks, [{ state: 'FAILED', first: 'Bank – operating' }])
    await books.post(accountant, { '1110': 90_000, '3101': -90_000 })
    t.equal((await verify(system)).failed, 0)
  })

  t.test('ACC-121: the database itself keeps one entry for each document', async (t) => {
    const { chart } = await booksOf(system)
    const lines = [
      { account_id: chart.by_code.get('1110')?.id ?? '', debit: 5, facility_id },
      { account_id: chart.by_code.get('3101')?.id ?? '', credit: 5, facility_id },
    ]
    const about = { source: 'WRITE_OFF', memo: 'A test', lines }
    const first = await within(() => post(system, { ...about, source_id: 'one' }))
    const second = await within(() => post(system, { ...about, source_id: 'two' }))
    const twice = `update journal_entries set source_id = 'one' where id = '${second.id}'`
    await t.rejects(tamper(house, [twice], guarded))
    t.equal((await within(() => post(system, { ...about, source_id: 'one' }))).id, first.id)
  })
})

/** One more than there is, and back. */
function shifted(table: string, column: string, id: string, more = ''): [string, string] {
  const back = more === '' ? '' : ', scheme_id = null'
  return [
    `update ${table} set ${column} = ${column} + 1${more} where id = '${id}'`,
    `update ${table} set ${column} = ${column} - 1${back} where id = '${id}'`,
  ]
}
