// Clients of a large house (commercial 9): 5,000 of them with 100,000 bills, what they owe, by debt and by age, the
// account of one with 10,000 movements and its statement on paper. Arguments: bills, clients.

import { clock, nextDay } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { bills } from '../db/hospital/money/billing/bills/tables.ts'
import { clients } from '../db/hospital/trade/clients/tables.ts'
import { run, within } from '../db/store/connection.ts'
import { sql } from '../db/store/sql.ts'
import { boot } from '../test/support/boot.ts'
import { done } from '../test/support/desk/ward.ts'
import { askedInto, written } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const [many = 100_000, of = 5_000] = process.argv.slice(2).map(Number)
const size = { asked: 200, movements: 10_000, statement: 2_000 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-10T06:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
const { id: hospital_id } = house.hospital
const admin = await house.people.administrator()
const found: Record<string, Figures> = {}
const measured = askedInto(found)

// One client, one order, one bill; all others are like them.
const client = await done(
  admin.post('/commercial/clients', { name: 'Reli Ltd', kind: 'CORPORATE', status: 'ACTIVE' }),
)
const line = { description: 'Health checks', quantity: 10, unit_price: 100 }
const order = await done(admin.post('/commercial/orders', { client_id: client.id, items: [line] }))
const ordered = `/commercial/orders/${order.id}`
await done(admin.post(`${ordered}/confirm`))
await done(admin.post(`${ordered}/fulfil`))
const { bill_id } = await done(admin.post(`${ordered}/invoice`))
const bill = await bills.find({ hospital_id, id: bill_id })
const model = await clients.find({ hospital_id, id: client.id })
if (bill === undefined || model === undefined) throw new Error('nothing to be like')
const others = Array.from({ length: of }, (_, n) => {
  const name = `Client ${String(n).padStart(5, '0')}`
  return { ...model, id: newId(), number: `CL-B${n}`, name, name_key: name.toLowerCase() }
})

await written(others, (some) => clients.insertMany(some))
const [large = model, mean = model] = others
const ofClient = (n: number) => {
  if (n < size.movements) return large
  return n < size.movements + size.statement ? mean : (others[n % others.length] ?? model)
}
await written(
  Array.from({ length: many }, (_, n) => {
    const { id: client_id, name: client_name } = ofClient(n)
    const business_date = nextDay('2025-03-11', n % 364)
    const balance = n % 3 === 0 ? bill.total : 0
    return {
      ...bill,
      id: newId(),
      number: `BENCH-${n}`,
      client_id,
      client_name,
      payer: client_name,
      source_id: `bench-${n}`,
      service_date: business_date,
      business_date,
      due_on: nextDay(business_date, 30),
      issued_at: `${business_date}T08:00:00.000Z`,
      paid: bill.total - balance,
      balance,
      status: balance === 0 ? ('SETTLED' as const) : ('ISSUED' as const),
    }
  }),
  (some) => bills.insertMany(some),
)
await within(() => run(sql`analyze`))
console.log(`${many} bills of ${of} clients are there`)

await measured(`clients by debt, ${many} bills`, size.asked, () =>
  admin.get('/commercial/clients', { sort: '-outstanding' }),
)
await measured('a client by name', size.asked, (n) =>
  admin.get('/commercial/clients', { search: `Client ${String((n * 13) % of).padStart(5, '0')}` }),
)
await measured('what is owed, by age', 20, () => admin.get('/commercial/receivables'))
const year = { from: '2025-03-11', to: '2026-03-10' }
await measured(`the account of ${size.movements} movements`, 20, () =>
  admin.get(`/commercial/clients/${large.id}/account`, year),
)
const before = process.memoryUsage().rss
const began = performance.now()
await done(admin.get(`/commercial/clients/${mean.id}/statement`, year))
found[`a statement of ${size.statement} lines on paper`] = {
  figure: `${((performance.now() - began) / 1000).toFixed(2)} s, ${((process.memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MB`,
}

for (const work of undo) await work()
report('clients', found, [
  'Goals: clients by debt p95 < 300 ms on SQLite, < 150 ms on PostgreSQL; an account of 10,000 movements < 500 ms; a statement of 2,000 lines < 3 s, < 150 MB (commercial 9).',
])
process.exit(0)
