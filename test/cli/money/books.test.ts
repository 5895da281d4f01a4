// The chart, months, returns, statements and the export of the books from the command line
// (accounting 8.2).

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { today } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { booksOf } from '../../../db/hospital/money/accounting/books.ts'
import { open as openEntry } from '../../../db/hospital/money/accounting/entries/entries.ts'
import { open as openFiling } from '../../../db/hospital/money/accounting/taxes/filings.ts'
import { moneyDesk } from '../../support/money/money-desk.ts'

t.setTimeout(600_000)
const desk = await moneyDesk(t, { grace: ['chief_accountant'], joseph: ['cashier'] })
const grace = desk.person('grace')
const place = join(desk.dir, '..')
const file = (name: string, text: string): string => {
  const path = join(place, `${desk.hospital_id}-${name}`)
  writeFileSync(path, text)
  return path
}

const day = await desk.work(async () => {
  const { chart } = await booksOf(grace)
  const entry_date = await today(grace)
  const lines = [
    { account_id: chart.by_code.get('1101')?.id ?? '', debit: 1_204_550.5 },
    { account_id: chart.by_code.get('4102')?.id ?? '', credit: 1_204_550.5 },
  ]
  await openEntry(grace, { memo: 'Sales, "all" of them', entry_date, post: true, lines })
  const year = Number(entry_date.slice(0, 4))
  await openFiling(grace, {
    kind: 'VAT',
    period_year: year - 1,
    period_month: 12,
    due_on: `${year}-01-20`,
    amount_due: 250_000,
  })
  return entry_date
})
const year = day.slice(0, 4)

t.test('accounts: listed, taken out, brought in again', async (t) => {
  const cash = await desk.type('accounts', 'list', '--search', '1101')
  t.match(cash, { code: 0, out: /1101 .*ASSET +1,204,550\.50/ })
  t.match(await desk.type('accounts', 'list', '--kind', 'WEALTH'), { code: 2 })
  t.match(await desk.type('accounts', 'list', '--as-of', 'tomorrow'), { code: 2 })

  const out = join(place, `${desk.hospital_id}-chart.csv`)
  t.match(await desk.type('accounts', 'export', '--out', out), { code: 0, out: /accounts are in/ })
  t.match(await desk.type('accounts', 'export', '--out', out), { code: 2, err: /there already/ })
  const same = await desk.type('accounts', 'import', out, '--dry-run')
  t.match(same, { code: 0, out: /: 0 new, 0 changed, \d+ as they are, 0 refused\./ })

  const more = file(
    'more.csv',
    'code,name,role,parent_code,is_bank\n' +
      '1119,CRDB of the annex,POSTING,1100,yes\n' +
      '1119,Twice,POSTING,1100,\n' +
      '9999,Nowhere,POSTING,98765,\n' +
      '1122,Half,POSTING,1100,perhaps\n',
  )
  const looked = await desk.type('accounts', 'import', more, '--dry-run')
  t.match(looked.out, '4 rows: 1 new, 0 changed, 0 as they are, 3 refused.')
  t.match(looked.err, 'row 3: Code 1119 is in the file twice.')
  t.match(looked.err, 'row 4: There is no account with the code 98765.')
  t.match(looked.err, 'row 5: is_bank must be yes or no.')
  t.match(await desk.type('accounts', 'import', more), { code: 2, err: /add --yes/ })
  t.match(await desk.json('accounts', 'import', more, '--yes'), { data: { created: 1 } })
  t.match(await desk.json('accounts', 'list', '--search', '1119'), {
    data: [{ code: '1119', is_bank: true, kind: 'ASSET' }],
  })
  t.match(await desk.type('accounts', 'import', file('no.csv', 'a,b\n1,2\n'), '--yes'), {
    code: 2,
    err: /file has no column code/,
  })
})

t.test('statements: brought in once, whatever is sent twice', async (t) => {
  const lines = file(
    'bank.csv',
    `date,description,amount,reference\n${day},Deposit of the day,250000,TT1\n${day},Charge,-1500,\n`,
  )
  const looked = await desk.type('statements', 'import', '1119', lines, '--dry-run')
  t.match(looked, { code: 0, out: /^1\. bring 2 lines of \S+ into 1119; 0 are known already\n$/ })
  t.match(await desk.json('statements', 'import', '1119', lines, '--yes'), {
    data: { new: 2, duplicates: 0, dry_run: false },
  })
  t.match(await desk.type('statements', 'import', '1119', lines, '--yes'), {
    code: 3,
    err: /This file was imported on/,
  })
  t.match(await desk.type('statements', 'import', '4102', lines, '--yes'), {
    code: 3,
    err: /has no bank statements/,
  })
  t.match(await desk.type('statements', 'import', '77777', lines, '--yes'), {
    code: 2,
    err: /there is no account 77777/,
  })
  t.match(await desk.type('statements', 'import', '1119', lines, '--format', 'abacus', '--yes'), {
    code: 2,
  })
})

t.test('filings: which are due', async (t) => {
  t.match(await desk.json('filings', 'list', '--due'), {
    data: [{ kind: 'VAT', amount_due: 250_000, overdue: true }],
  })
  t.match(await desk.type('filings', 'list', '--due'), {
    code: 0,
    out: new RegExp(`VAT +${Number(year) - 1}-12 +${year}-01-20`),
  })
  t.same((await desk.json('filings', 'list', '--state', 'PAID')).data, [])
  t.match(await desk.type('filings', 'list', '--state', 'LOST'), { code: 2 })
})

t.test('periods: locked one after the other, opened from the last', async (t) => {
  const months = await desk.json('periods', 'list', '--year', year)
  const all = months.data as { id: string; ends_on: string }[]
  t.equal(all.length, 12)
  const ended = all.filter(({ ends_on }) => ends_on < day)
  t.match(await desk.type('periods', 'close', `${year}-13`), { code: 2 })
  t.match(await desk.type('periods', 'close', '1999-01'), { code: 2, err: /[Nn]o such month/ })
  t.match(await desk.type('periods', 'close', day.slice(0, 7)), { code: 3 })
  const [first] = ended
  const last = ended.at(-1)
  if (first === undefined || last === undefined || first === last) {
    return t.comment('the year is too young')
  }
  t.match(await desk.type('periods', 'close', last.id), {
    code: 3,
    err: new RegExp(`Lock ${first.id} first`),
  })
  t.match(await desk.type('periods', 'close', first.id, ...desk.as('joseph')), { code: 9 })
  t.match(await desk.type('periods', 'close', first.id, ...desk.as('grace')), {
    code: 0,
    out: `${first.id} is locked.\n`,
  })
  t.match(await desk.type('periods', 'reopen', first.id), { code: 2, err: /--reason/ })
  t.match(await desk.type('periods', 'reopen', first.id, '--reason', 'a late invoice'), {
    code: 0,
    out: `${first.id} is open again.\n`,
  })
  t.match(await desk.type('periods', 'list'), { code: 0, out: /drafts|OPEN/ })
})

t.test('books export: chart, journal and ledger with their sums', async (t) => {
  const out = join(place, `${desk.hospital_id}-books`)
  const said = ['books', 'export', '--from', `${year}-01-01`, '--to', `${year}-12-31`, '--out', out]
  t.match(await desk.type('books', 'export', '--from', `${year}-01-01`, '--out', out), { code: 2 })
  t.match(
    await desk.type('books', 'export', '--from', day, '--to', `${year}-01-00`, '--out', out),
    { code: 2 },
    'a day before the first',
  )
  t.notOk(existsSync(out), 'a refusal leaves no folder behind')
  t.match(await desk.type(...said), { code: 0, out: /journal\.csv +2 rows/ })
  t.same(readdirSync(out).sort(), ['SHA256SUMS', 'chart.csv', 'journal.csv', 'ledger.csv'])
  for (const line of readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum = '', name = ''] = line.split('  ')
    const bytes = readFileSync(join(out, name))
    t.equal(createHash('sha256').update(bytes).digest('hex'), sum, name)
  }
  const journal = readFileSync(join(out, 'journal.csv'), 'utf8')
  t.match(journal, `"Sales, ""all"" of them",1,1101,`)
  t.match(journal, ',1204550.5,0,')
  const ledger = readFileSync(join(out, 'ledger.csv'), 'utf8')
  t.match(
    ledger,
    new RegExp(`^1101,.*,${day},JE-${year}-000001,.*,1204550\\.5,0,1204550\\.5\r$`, 'm'),
  )
  t.match(ledger, new RegExp(`^4102,.*,${year}-12-31,,Balance,,,1204550\\.5\r$`, 'm'))
  t.match(await desk.type(...said), { code: 2, err: /--out: .* is there already/ })
})

t.test('books trial-balance and debtors: as CSV into a file', async (t) => {
  const csv = join(place, `${desk.hospital_id}-trial.csv`)
  t.match(await desk.type('books', 'trial-balance', '--csv', csv), { code: 0, out: /is in/ })
  t.match(readFileSync(csv, 'utf8'), /^code,name,kind,opening,debit,credit,closing\r\n/)
  t.match(await desk.type('books', 'trial-balance', '--csv', csv), { code: 2, err: /--csv/ })
  const debtors = join(place, `${desk.hospital_id}-debtors.csv`)
  t.match(await desk.type('debtors', '--csv', debtors), { code: 0 })
  t.match(readFileSync(debtors, 'utf8'), /^number,name,not_due,/)
})
