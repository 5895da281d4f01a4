// The books as files, and lists that come in as files, on both databases (accounting 8.2, billing 8).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { importAccounts } from '../../../../db/hospital/money/accounting/chart/accounts-import.ts'
import {
  booksFiles,
  chartCsv,
} from '../../../../db/hospital/money/accounting/reports/books-files.ts'
import { cover_uses, coverage_rules } from '../../../../db/hospital/money/insurance/tables.ts'
import { importRules } from '../../../../db/hospital/money/insurance/rules-import.ts'
import { open as openScheme } from '../../../../db/hospital/money/tariff/schemes.ts'
import { open as openTariff } from '../../../../db/hospital/money/tariff/tariffs.ts'
import { newId } from '../../../../db/core/ids.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('files of the books', async (t) => {
  const house = await boot(t)
  const { system } = house
  const books = await ledgerOf(house)
  const chief = await house.people.with('chief_accountant')
  const year = (await today(house.system)).slice(0, 4)
  const post = (day: string, amounts: Record<string, number>) =>
    books.post(chief, amounts, { entry_date: `${year}-${day}` })
  await post('01-15', { '1110': 10_000, '3101': -10_000 })
  await post('02-10', { '1110': 5_000, '4102': -5_000 })
  await post('02-09', { '1110': -800, '6401': 800 })

  // Rules are for what is on a price list.
  for (const code of ['FBC', 'USS'])
    await within(() => openTariff(system, { code, name: `Name of ${code}`, price: 10_000 }))

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

  t.test('what is posted into earlier days meanwhile is not in it', async (t) => {
    const running = booksFiles(system, { from: `${year}-02-01`, to: `${year}-02-28` })
    t.match(await running.next(), { value: { file: 'chart.csv' } })
    const late = await post('01-20', { '1110': 70, '3101': -70 })
    t.equal(late.status, 201, late.message)
    let text = ''
    for await (const piece of running) if (piece.file === 'ledger.csv') text += piece.text
    t.match(text, /1110,[^\r]*,Brought forward,,,10000\r\n/)
    const after = (await files(`${year}-02-01`, `${year}-02-28`)).get('ledger.csv')
    t.match(after, /1110,[^\r]*,Brought forward,,,10070\r\n/, 'the next one has it')
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

  t.test('rows that differ in whom they are for are rules of their own', async (t) => {
    const scheme = await within(() =>
      openScheme(system, { code: 'JUBILEE', name: 'Jubilee', kind: 'PRIVATE' }),
    )
    const bring = (text: string) =>
      within(() => importRules(system, scheme.id, Buffer.from(text), false))
    const text = `code,covered,coverage_pct,visit_class,sex,age_from,age_to,diagnosis_codes
FBC,yes,100,,,,5,
FBC,yes,90,,,60,,
FBC,yes,80,OUTPATIENT,,,,
FBC,yes,70,,Female,,,
FBC,yes,60,,,,,B50;A09
FBC,yes,50,,,,,
`
    t.match(await bring(text), { created: 6, changed: 0, refused: [] })
    t.match(await bring(text), { created: 0, changed: 0, refused: [] })
    clock.advance(days(1))
    const tomorrow = await bring(text.replace('B50;A09', 'A09;B50'))
    t.match(tomorrow, { created: 0, changed: 0, refused: [] }, 'those in force are meant')
    t.match(await bring(text.replace(',50,', ',55,')), { created: 0, changed: 1, refused: [] })
    const dated = (day: string) => `code,covered,effective_from\nUSS,yes,${year}-${day}\n`
    t.match(await bring(dated('01-01')), { created: 1 })
    t.match(await bring(dated('12-01')), { created: 1 }, 'a first day that is said is meant')
    t.match(await bring(dated('01-01')), { created: 0, changed: 0 })
  })

  t.test('a rule that decided bills is followed once, and the follower is meant', async (t) => {
    const { id: scheme_id } = await within(() =>
      openScheme(system, { code: 'AAR', name: 'Aar', kind: 'PRIVATE' }),
    )
    const bring = (pct: number) => {
      const text = `code,covered,coverage_pct,effective_from\nFBC,yes,${pct},${year}-01-01\n`
      return within(() => importRules(system, scheme_id, Buffer.from(text), false))
    }
    t.match(await bring(80), { created: 1 })
    const of = { hospital_id: system.hospital_id, scheme_id }
    const rule = await coverage_rules.find(of)
    await within(() =>
      cover_uses.insert({
        ...of,
        patient_id: newId(),
        bill_id: newId(),
        item_id: newId(),
        rule_id: rule?.id ?? null,
        category: 'Laboratory',
        service_date: `${year}-01-02`,
      }),
    )
    t.match(await bring(70), { created: 0, changed: 1, refused: [] })
    t.equal(await coverage_rules.count(of), 2)
    t.match(await bring(70), { created: 0, changed: 0, refused: [] })
    t.match(await bring(60), { created: 0, changed: 1, refused: [] })
    const all = await coverage_rules.all(of, { order: ['effective_from'] })
    t.match(all, [{ coverage_bp: 8000 }, { coverage_bp: 6000, effective_to: null }])
    t.equal(all.length, 2)
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
