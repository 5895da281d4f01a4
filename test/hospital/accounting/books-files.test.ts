// The books as files, and lists that come in as files, on both databases (accounting 8.2, billing 8).

import t from 'tap'
import { clock } from '../../../db/clock.ts'
import { within } from '../../../db/connection.ts'
import { importAccounts } from '../../../db/hospital/accounting/accounts-import.ts'
import { booksFiles, chartCsv } from '../../../db/hospital/accounting/books-files.ts'
import { importRules } from '../../../db/hospital/insurance/rules-import.ts'
import { open as openScheme } from '../../../db/hospital/tariff/schemes.ts'
import { boot } from '../../support/boot.ts'
import { ledgerOf } from '../../support/books.ts'

t.test('files of the books', async (t) => {
  const house = await boot(t)
  const { system } = house
  const books = await ledgerOf(house)
  const chief = await house.people.with('chief_accountant')
  const year = new Date(clock.ms()).toISOString().slice(0, 4)
  const post = (day: string, amounts: Record<string, number>) =>
    books.post(chief, amounts, { entry_date: `${year}-${day}` })
  await post('01-15', { '1110': 10_000, '3101': -10_000 })
  await post('02-10', { '1110': 5_000, '4102': -5_000 })
  await post('02-09', { '1110': -800, '6401': 800 })

  const files = async (from: string, to: string): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    for await (const { file, text } of booksFiles(system, { from, to })) {
      found.set(file, (found.get(file) ?? '') + text)
    }
    return found
  }

  t.test('the ledger brings forward, runs by day and ends at the balance', async (t) => {
    const found = await files(`${year}-02-01`, `${year}-02-28`)
    const bank = (found.get('ledger.csv') ?? '')
      .split('\r\n')
      .filter((row) => row.startsWith('1110,'))
    t.same(
      bank.map((row) => row.split(',').slice(-1)[0]),
      ['10000', '9200', '14200', '14200'],
    )
    t.match(found.get('ledger.csv'), new RegExp(`4102,.*,${year}-02-28,,Balance,,,5000\r\n`))
    const journal = (found.get('journal.csv') ?? '').trimEnd().split('\r\n')
    t.equal(journal.length, 5, 'a heading and the lines of two entries, as they were posted')
    t.match(journal[1], /^2,/)
    t.match(journal[3], /^3,/)
  })

  t.test('days the wrong way round are refused', async (t) => {
    await t.rejects(files(`${year}-02-02`, `${year}-02-01`), { message: 'from is after to.' })
  })

  t.test('the chart comes back as it went', async (t) => {
    const { text, rows } = await chartCsv(system)
    const made = await within(() => importAccounts(system, Buffer.from(text), false))
    t.match(made, { rows, created: 0, changed: 0, refused: [] })
  })

  t.test('a trial of the chart writes nothing', async (t) => {
    const text = 'code,name,role,parent_code\n1119,CRDB,POSTING,1100\n1104,Float,POSTING,7777\n'
    const tried = await within(() => importAccounts(system, Buffer.from(text), true))
    t.match(tried, { created: 1, refused: [{ row: 3, message: /no account with the code 7777/ }] })
    t.notMatch((await chartCsv(system)).text, '1119,CRDB')
  })

  t.test('what a scheme covers: new rows, the same again, and a later word', async (t) => {
    const scheme = await within(() =>
      openScheme(system, { code: 'NHIF', name: 'National fund', kind: 'NATIONAL' }),
    )
    const bring = (text: string) =>
      within(() => importRules(system, scheme.id, Buffer.from(text), false))
    const heading = 'code,category,covered,coverage_pct,plan\n'
    t.match(await bring(`${heading}FBC,,yes,80,\n,Radiology,no,,\n`), { created: 2, refused: [] })
    t.match(await bring(`${heading}FBC,,yes,80,\n`), { created: 0, changed: 0 })
    t.match(await bring(`${heading}FBC,,yes,70,\n`), { created: 0, changed: 1 })
    t.match(await bring(`${heading}FBC,,perhaps,70,\nFBC,,yes,70,Gold\n`), {
      refused: [
        { row: 2, message: /covered must/ },
        { row: 3, message: /there is no plan Gold/ },
      ],
    })
  })
})
