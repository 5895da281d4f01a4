// How long a proof of the audit log takes, how much memory it needs, and whether others are served
// meanwhile; what a row costs a write; how fast the log is read (platform 9).
//   npm run bench -- audit-verify [rows, 100000; the goal speaks of 1000000]     DB=postgres for the other

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { system } from '../db/core/caller.ts'
import { closeDatabase, openDatabase, row, within } from '../db/store/connection.ts'
import { list } from '../db/hospital/office/audit/rows.ts'
import { record } from '../db/hospital/office/audit/record.ts'
import { users } from '../db/hospital/office/access/tables.ts'
import { brings } from '../db/hospital/areas.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { notice_copies } from '../db/hospital/office/notifications/tables.ts'
import { bring } from '../db/hospital/registry.ts'
import { newId } from '../db/core/ids.ts'
import { sql } from '../db/store/sql.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { type Figures, report } from './harness/report.ts'

const wanted = Number(process.argv[2] ?? 100_000)
const at_once = 2000
const database = await copiedDatabase()
await openDatabase(database.address)
bring(brings)
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
const people = Array.from({ length: 300 }, () => newId())
const patients = Array.from({ length: 50_000 }, () => newId())
const by = (n: number) => ({
  ...system(hospital.id),
  kind: 'USER' as const,
  user_id: people[n % people.length] ?? null,
  name: `Person ${n % people.length}`,
  ip: '10.0.0.1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
})
const caller = system(hospital.id)
const ms = (n: number): string => `${n.toFixed(n < 10 ? 2 : 0)} ms`
const found: Record<string, Figures> = {}
const say = (what: string, figure: string): void => void (found[what] = { figure })

async function writesOf(count: number, with_row: boolean): Promise<number> {
  const began = performance.now()
  for (let n = 0; n < count; n++) {
    await within(async () => {
      await notice_copies.insert({
        hospital_id: hospital?.id ?? '',
        user_id: someone?.id ?? '',
        by_email: true,
        by_phone: false,
        or_phone: false,
        urgent: false,
        title: 'x',
        body: 'x',
      })
      if (with_row) record(by(n), 'bill.open', { entity_type: 'bill', entity_id: newId() })
    })
  }
  return (performance.now() - began) / count
}

const someone = await users.find({ hospital_id: hospital.id, username: 'admin' })
await writesOf(200, true)
const plain = await writesOf(1000, false)
const audited = await writesOf(1000, true)
say('a small write alone', ms(plain))
say('the same with its audit row', ms(audited))
say('audit adds', ms(audited - plain))

const parallel_began = performance.now()
for (let n = 0; n < 5000; n += 250) {
  await Promise.all(
    Array.from({ length: 250 }, (_, i) =>
      within(async () =>
        record(by(n + i), 'bill.open', { entity_type: 'bill', entity_id: newId() }),
      ),
    ),
  )
}
say('writers side by side', `${Math.round(5000 / ((performance.now() - parallel_began) / 1000))}/s`)

const filling = performance.now()
for (let n = 0; n < wanted; n += at_once) {
  await within(async () => {
    for (let i = n; i < n + at_once && i < wanted; i++) {
      const patient_id = patients[(i * 7919) % patients.length] ?? null
      record(by(i), i % 3 === 0 ? 'patient.read' : 'bill.update', {
        entity_type: 'patient',
        entity_id: patient_id,
        entity_label: `Person of number ${i}`,
        patient_id,
        changes: i % 3 === 0 ? undefined : { amount: [i, i + 1], status: ['OPEN', 'ISSUED'] },
      })
    }
  })
}
say(`${wanted} rows filled in`, `${((performance.now() - filling) / 1000).toFixed(1)} s`)

// In a process of its own, so that the memory is the proof's alone.
const proving = fork(join(import.meta.dirname, 'harness/prove.ts'), [
  JSON.stringify(database.address),
])
const [proof] = (await once(proving, 'message')) as [Record<string, string>]
for (const [what, figure] of Object.entries(proof)) say(what, figure)

const page = { page: 1, per_page: 50 }
const lists: [string, Parameters<typeof list>[1]][] = [
  ['unfiltered', page],
  ['of one user', { ...page, user_id: people[7] ?? '' }],
  ['of one patient', { ...page, patient_id: patients[7] ?? '' }],
  ['of one action', { ...page, action: 'patient.read' }],
  ['of a day', { ...page, from: '2020-01-01', to: '2099-12-31' }],
  ['searched by label', { ...page, search: 'Person of number 4711' }],
  ['searched by name', { ...page, search: 'Neema' }],
  ['of an address', { ...page, ip: '10.9.9.9' }],
]
for (const [what, asked] of lists) {
  const took: number[] = []
  for (let n = 0; n < 20; n++) {
    const began = performance.now()
    await list(caller, asked)
    took.push(performance.now() - began)
  }
  say(`the log ${what}, p95 of 20`, ms(took.sort((a, b) => a - b)[18] ?? 0))
}
if (database.address.engine === 'sqlite') {
  const size = await row<{ n: number }>(
    sql`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`,
  )
  say('the database file', `${Math.round(Number(size?.n ?? 0) / 1e6)} MB`)
}
await closeDatabase()
await database.remove()
report('audit-verify', found, [
  'Goals: under 1 ms added to a write; 1,000,000 rows proved in 60 s under 200 MB; filters p95 under 200 ms.',
])
