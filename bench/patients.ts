// The patient register at its size (design P2, front office 9): name fragments, numbers, telephones,
// the first page and the thousandth, by the rules themselves. PATIENTS=1000000 node bench/patients.ts
// PATIENTS_FILE=<file> keeps the filled SQLite file there and takes it up again; on PostgreSQL
// PATIENTS_DATABASE=<name> does.

import { copyFileSync, existsSync } from 'node:fs'
import pg from 'pg'
import { type Caller, system } from '../db/core/caller.ts'
import { closeDatabase, dialect, openDatabase, run, within } from '../db/store/connection.ts'
import { chanceOf } from '../db/hospital/tenants/demo/chance.ts'
import { calendar, momentOf } from '../db/hospital/tenants/demo/days.ts'
import { personAt } from '../db/hospital/tenants/demo/people.ts'
import { villages } from '../db/hospital/tenants/demo/villages.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { list } from '../db/hospital/desk/patients/register/list.ts'
import { patients } from '../db/hospital/desk/patients/tables.ts'
import { facilities } from '../db/hospital/office/places/tables.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { raw } from '../db/store/sql.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { type Figures, report } from './harness/report.ts'

const count = Number(process.env['PATIENTS'] ?? 100_000)
const asked = 400
bringAreas()
const kept = process.env['PATIENTS_FILE']
const database = await copiedDatabase()
const kept_database = process.env['PATIENTS_DATABASE']
const filled =
  (kept !== undefined && existsSync(kept)) || (kept_database !== undefined && (await takeUp()))
if (kept !== undefined && database.address.file !== undefined) {
  if (!filled) copyFileSync(database.address.file, kept)
  database.address.file = kept
}
await openDatabase(database.address)
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
const caller: Caller = system(hospital.id)
const known = await fill()
if (dialect() === 'postgres') await within(() => run(raw('analyze patients')))

const chance = chanceOf(99)
const rows: Record<string, Figures> = {}
const one = () => chance.one(known)
await measure('part of a first name', () => ({ search: one().first.slice(0, 4) }))
await measure('first and last name begun', () => {
  const { first, last } = one()
  return { search: `${first.slice(0, 4)} ${last.slice(0, 3)}` }
})
await measure('whole name', () => {
  const { first, last } = one()
  return { search: `${first} ${last}` }
})
await measure('number', () => ({ search: one().number }))
await measure('telephone', () => ({ search: one().phone ?? '0712345678' }))
await measure('page 1', () => ({}))
await measure('page 1,000', () => ({ page: 1000 }))
await measure('page 1 by name', () => ({ sort: 'name' as const }))
await closeDatabase()
await database.remove()
report('patients', rows, [
  `${count} patients, ${asked} questions of each kind, one after the other, with the audit row of each.`,
])

/** True when the database was there already; else it is made. */
async function takeUp(): Promise<boolean> {
  const copy = new URL(database.address.url ?? '')
  const client = new pg.Client({ connectionString: process.env['KITUO_TEST_DATABASE_URL'] })
  await client.connect()
  const there = await client.query('select 1 from pg_database where datname = $1', [kept_database])
  if (there.rowCount === 0) {
    await client.query(`create database ${kept_database} template ${copy.pathname.slice(1)}`)
  }
  await client.end()
  copy.pathname = `/${kept_database}`
  database.address.url = copy.toString()
  return there.rowCount !== 0
}

async function fill() {
  const hospital_id = caller.hospital_id
  const place = await within(async () => {
    const main = await facilities.find({ hospital_id, is_main: true })
    return {
      hospital_id,
      facility_id: main?.id ?? '',
      country: 'TZ',
      dial_code: '+255',
      language: 'sw' as const,
      villages: filled ? [''] : await villages(caller, chanceOf(1, 1), 1.7e12),
    }
  })
  const days = calendar('2026-10-01', 700)
  const when = chanceOf(1, 2)
  const at = Array.from({ length: count }, () => momentOf(when, when.one(days)[0], 0)).sort(
    (a, b) => a - b,
  )
  const some: { first: string; last: string; number: string; phone: string | null }[] = []
  for (let from = 0; from < count; from += 20_000) {
    const end = Math.min(from + 20_000, count)
    const person = (index: number) => {
      const number = `PT-${String(index + 1).padStart(6, '0')}`
      return personAt(chanceOf(1, 1000 + index), place, at[index] as number, number)
    }
    for (let index = from; index < end; index += 2000) {
      const { first_name: first, last_name: last, number, phone = null } = person(index)
      some.push({ first, last: last ?? '', number, phone })
    }
    if (filled) continue
    await within(() =>
      patients.insertMany(Array.from({ length: end - from }, (_, index) => person(from + index))),
    )
    process.stderr.write(`${end}\r`)
  }
  return some
}

async function measure(
  what: string,
  words: () => { search?: string; page?: number; sort?: 'name' },
): Promise<void> {
  const took: number[] = []
  for (let round = 0; round < asked + 20; round++) {
    const query = { page: 1, per_page: 50, ...words() }
    const began = performance.now()
    await list(caller, query)
    if (round >= 20) took.push(performance.now() - began)
  }
  took.sort((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((took[Math.floor(share * took.length)] ?? 0) * 10) / 10
  rows[what] = { 'p50 ms': at(0.5), 'p99 ms': at(0.99) }
  process.stderr.write(`${what}: ${at(0.5)} / ${at(0.99)} ms\n`)
}
