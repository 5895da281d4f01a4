// The books over a year of 1,000,000 lines (accounting 9, P11): trial balance, income statement,
// pages of an account's ledger, the dry run and the commit of the year's close, a proof of all of it,
// and what a posting costs on top of them.
//   npm run bench -- books [lines, 1000000]     DB=postgres for the other database

import { system } from '../db/core/caller.ts'
import { clock, nextDay } from '../db/core/clock.ts'
import { closeDatabase, openDatabase, run, within } from '../db/store/connection.ts'
import { booksOf } from '../db/hospital/money/accounting/books.ts'
import { hashOf } from '../db/hospital/money/accounting/posting/chain.ts'
import { close } from '../db/hospital/money/accounting/years/close.ts'
import { plan } from '../db/hospital/money/accounting/years/close-plan.ts'
import { ledger } from '../db/hospital/money/accounting/reports/ledger.ts'
import { proveBooks } from '../db/hospital/money/accounting/proofs/nightly.ts'
import { post } from '../db/hospital/money/accounting/posting/post.ts'
import { balanceSheet, incomeStatement } from '../db/hospital/money/accounting/reports/reports.ts'
import { trialBalance } from '../db/hospital/money/accounting/reports/trial-balance.ts'
import {
  entry_series,
  journal_entries,
  journal_lines,
  ledger_heads,
} from '../db/hospital/money/accounting/tables.ts'
import { verify } from '../db/hospital/money/accounting/proofs/verify.ts'
import * as years from '../db/hospital/money/accounting/years/years.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { facilities } from '../db/hospital/office/places/tables.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { newId } from '../db/core/ids.ts'
import { sql } from '../db/store/sql.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { at, type Figures, median, report } from './harness/report.ts'

const wanted = Number(process.argv[2] ?? 1_000_000)
let posted = 0
const database = await copiedDatabase()
await openDatabase(database.address)
bringAreas()
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
const by = system(hospital.id)
const hospital_id = hospital.id
const { chart, years: all } = await booksOf(by)
const first = all[0]
const main = await facilities.find({ hospital_id, is_main: true })
if (first === undefined || main === undefined) throw new Error('no year, no branch')
const year = Number(first.name)
clock.freeze(`${year + 1}-01-20T09:00:00Z`)
const next = await within(() =>
  years.create(by, {
    name: String(year + 1),
    starts_on: `${year + 1}-01-01`,
    ends_on: `${year + 1}-12-31`,
  }),
)
await within(() => years.open(by, next.id))
const id = (code: string): string => chart.by_code.get(code)?.id ?? ''
const found: Record<string, Figures> = {}
const say = (what: string, figure: string, goal: string): void =>
  void (found[what] = { figure, goal })
const ms = (n: number): string => `${n.toFixed(n < 10 ? 1 : 0)} ms`

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return took
}

console.log(`${await fill()} lines are there`)
await run_all()
await closeDatabase()
await database.remove()
report('books', found)

/** Entries of four lines over the days of the year, chained and added up as posting does it. */
async function fill(): Promise<number> {
  const count = Math.floor(wanted / 4)
  const codes = ['4101', '4102', '4103', '4104', '4105', '4106', '4107', '4201', '4202', '4203']
  const costs = ['5101', '5102', '5103', '6101', '6102', '6201', '6202', '6301', '6302', '6401']
  const assets = ['1110', '1101', '1120', '1201', '1202', '1203', '1401', '1402', '2101', '2201']
  let previous_hash = '0'.repeat(64)
  for (let start = 0; start < count; start += 2500) {
    const entries: Parameters<typeof journal_entries.insert>[0][] = []
    const lines: Parameters<typeof journal_lines.insert>[0][] = []
    for (let n = start; n < Math.min(count, start + 2500); n++) {
      const entry_date = nextDay(`${year}-01-01`, Math.floor((n / count) * 365))
      const amount = 1000 + (n % 9000)
      const line = (
        account_id: string,
        debit: number,
        credit: number,
        department: string | null,
      ) => ({
        account_id,
        debit,
        credit,
        department,
        facility_id: main?.id ?? '',
        party_kind: null,
        party_id: null,
        tax_code: null,
      })
      const own = [
        line(id(assets[n % 10] as string), amount * 3, 0, null),
        line(id(codes[n % 10] as string), 0, amount * 2, `Department ${n % 20}`),
        line(id(codes[(n + 3) % 10] as string), 0, amount * 2, `Department ${(n + 7) % 20}`),
        line(id(costs[n % 10] as string), amount, 0, `Department ${n % 20}`),
      ]
      const entry = {
        id: newId(),
        hospital_id,
        chain_no: n + 1,
        reference: `JE-${year}-${String(n + 1).padStart(6, '0')}`,
        kind: 'NORMAL' as const,
        entry_date,
        memo: `Bill INV-${n}`,
        source: 'BILL_ISSUE',
        source_id: `bill-${n}`,
        total: amount * 4,
        line_count: 4,
        posted_at: `${entry_date}T10:00:00.000Z`,
        posted_by_name: 'bench',
        author_name: 'bench',
        moved_from: null,
        map_version: 1,
        previous_hash,
      }
      previous_hash = hashOf(entry, own)
      entries.push({ ...entry, hash: previous_hash })
      own.forEach((one, index) =>
        lines.push({
          ...one,
          hospital_id,
          entry_id: entry.id,
          line_no: index + 1,
          chain_no: n + 1,
          entry_date,
          closing: false,
        }),
      )
    }
    await within(async () => {
      await journal_entries.insertMany(entries)
      await journal_lines.insertMany(lines)
    })
  }
  await within(async () => {
    await run(
      sql`insert into ledger_totals (hospital_id, account_id, month, facility_id, department, closing, debit, credit, line_count)
        select hospital_id, account_id, substr(entry_date, 1, 7), facility_id, coalesce(department, ''), closing,
          sum(debit), sum(credit), count(*) from journal_lines where hospital_id = ${hospital_id}
        group by hospital_id, account_id, substr(entry_date, 1, 7), facility_id, coalesce(department, ''), closing`,
    )
    await ledger_heads.change({ hospital_id }, { chain_no: count, hash: previous_hash })
    await entry_series.insert({ hospital_id, year, last_number: count })
  })
  if (database.address.engine === 'postgres') {
    await within(() => run(sql`analyze journal_entries, journal_lines, ledger_totals`))
  }
  return count * 4
}

async function run_all(): Promise<void> {
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
  const many = (figures: number[]): string =>
    `p50 ${ms(median(figures))}, worst ${ms(at(1, figures))}`
  say(
    'trial balance of the year',
    many(await timed(15, () => trialBalance(by, days))),
    '300 ms (P11)',
  )
  const odd = { from: `${year}-02-10`, to: `${year}-11-17` }
  say(
    'trial balance, days amid months',
    many(await timed(5, () => trialBalance(by, odd))),
    '300 ms (P11)',
  )
  say('income statement', many(await timed(15, () => incomeStatement(by, days))), '1.5 s')
  say('balance sheet', many(await timed(15, () => balanceSheet(by, { as_of: days.to }))), '1.5 s')
  for (const page of [1, 500]) {
    const asked = { page, per_page: 50, from: days.from, to: days.to }
    const took = await timed(15, () => ledger(by, id('1201'), asked))
    say(`ledger of an account, page ${page}`, many(took), '50 ms (P11)')
  }
  const posts = await timed(300, () => within(() => one()))
  say(
    'a posting of 4 lines',
    `p50 ${ms(median(posts))}, p95 ${ms(at(0.95, posts))}`,
    '15 ms, 10 ms',
  )
  const began = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => timed(50, () => within(() => one()))))
  const rate = Math.round(1000 / ((performance.now() - began) / 1000))
  say('20 posting at once', `${rate}/s`, '150/s, 300/s')
  say('proof of everything', ms((await timed(1, () => verify(by)))[0] ?? 0), '180 s')
  await proveBooks(by, { quick: true })
  say(
    'proof of what is new',
    ms((await timed(1, () => verify(by, { quick: true })))[0] ?? 0),
    '5 s',
  )
  const accept = ['W01', 'W12']
  const looked = await timed(3, () => plan(by, first?.id ?? '', { accept }))
  say('dry run of the close, proven nightly', many(looked), '20 s')
  await within(() => run(sql`delete from ledger_proofs`))
  say(
    'dry run, never proven before',
    ms((await timed(1, () => plan(by, first?.id ?? '', { accept })))[0] ?? 0),
    '20 s',
  )
  await proveBooks(by, { quick: true })
  const { plan: hash } = await plan(by, first?.id ?? '', { accept })
  let longest = 0
  let stop = false
  const writer = (async () => {
    while (!stop) {
      const [took = 0] = await timed(1, () => within(() => one(`${year + 1}-01-10`)))
      longest = Math.max(longest, took)
    }
  })()
  const took = await timed(1, () => close(by, first?.id ?? '', { plan: hash, accept }))
  stop = true
  await writer
  say('close of the year', ms(took[0] ?? 0), '10 s (P11)')
  say('longest posting meanwhile', ms(longest), '5 s')
}

function one(date = `${year}-12-31`) {
  posted += 1
  return post(by, {
    source: 'PAYMENT',
    source_id: `p${posted}`,
    date,
    memo: `Payment ${posted}`,
    lines: [
      { account_id: id('1110'), debit: 300 },
      { account_id: id('6402'), debit: 20, department: 'Department 1' },
      { account_id: id('1201'), credit: 300 },
      { account_id: id('4410'), credit: 20, department: 'Department 1' },
    ],
  })
}
