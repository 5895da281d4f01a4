// People and trade at the size of a large hospital (people 9, commercial 9): the month's pay of five thousand while
// the counter sells, a month's roster of a thousand, clients with a hundred thousand bills.

import { clock } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { bills } from '../db/hospital/money/billing/bills/tables.ts'
import { slipRecord } from '../db/hospital/people/payroll/slips/slips.ts'
import { clients } from '../db/hospital/trade/clients/tables.ts'
import { within } from '../db/store/connection.ts'
import { folded } from '../db/store/table.ts'
import { boot } from '../test/support/boot.ts'
import { somebody } from '../test/support/desk/visits.ts'
import { done } from '../test/support/desk/ward.ts'
import { manyLike } from '../test/support/many-staff.ts'
import { atDrawer } from '../test/support/money/drawers.ts'
import { priced } from '../test/support/money/prices.ts'
import { payDesk } from '../test/support/pay.ts'
import { at, type Figures, report } from './harness/report.ts'

const size = { staff: 5000, rostered: 1000, clients: 1000, bills: 100_000, asked: 50 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T06:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
await priced(house)
const desk = await payDesk(house)
const { payroll, manager, accountant, people } = desk
const cashier = await people.with('cashier')
await atDrawer(house, cashier)
const { id: patient_id } = await somebody(await people.with('reception'))
const found: Record<string, Figures> = {}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const ms = (one: number): string => `${one.toFixed(1)} ms`
function keep(what: string, took: readonly number[], more: Figures = {}): void {
  found[what] = { p50: ms(at(0.5, took)), p95: ms(at(0.95, took)), worst: ms(at(1, took)), ...more }
}
async function measured(what: string, times: number, work: (n: number) => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) took.push(await timed(() => work(n)))
  keep(what, took)
}

const sale = { patient_id, method: 'Cash', lines: [{ code: 'FBC', quantity: 1 }] }
/** Somebody sells for as long as it takes. */
async function beside(what: string, work: Promise<unknown>): Promise<void> {
  let ended = false
  const took = timed(() => work).finally(() => {
    ended = true
  })
  const waits: number[] = []
  do waits.push(await timed(() => done(cashier.post('/billing/sales', sale))))
  while (!ended)
  keep(what, [await took], { 'sales beside': waits.length, 'slowest sale': ms(at(1, waits)) })
}

const first = await desk.paid(1_000_000, { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1' })
const staff = [first.id, ...(await manyLike(house.hospital.id, first.id, size.staff - 1))]
for (const period_month of [1, 2, 3]) {
  const month = { period_year: 2026, period_month }
  const run = await done(payroll.post('/hr/payroll-runs', month))
  const path = `/hr/payroll-runs/${run.id}`
  const of = `pay of ${size.staff}, month ${period_month}`
  await beside(`${of}: calculated`, done(payroll.post(`${path}/calculate`)))
  await beside(`${of}: approved`, done(manager.post(`${path}/approve`, desk.accepting)))
  await beside(`${of}: posted`, done(accountant.post(`${path}/post`, {})))
}
const [slip] = (await payroll.get('/hr/payslips', { staff_id: first.id })).data
await slipRecord.get(house.system, slip.id)
await measured('a payslip as a PDF', 20, () => payroll.get(`/hr/payslips/${slip.id}/pdf`))
await measured(`somebody of ${size.staff} by name`, size.asked, (n) =>
  done(desk.staff.officer.get('/hr/staff', { search: `0${1000 + n}` })),
)

const boss = await people.with('supervisor')
const pattern = staff
  .slice(0, size.rostered)
  .map((staff_id, n) => ({ staff_id, cycle: ['M', 'M', 'A', 'N', '-', '-', '-'], offset: n % 7 }))
const april = { department: 'Labour ward', starts_on: '2026-04-01', ends_on: '2026-04-30' }
let roster = ''
await measured(`a month's roster of ${size.rostered}, by turns`, 1, async () => {
  roster = (await done(boss.post('/hr/rosters', { ...april, pattern }))).id
})
await measured(`a roster of ${size.rostered}, opened and checked`, 5, () =>
  done(boss.get(`/hr/rosters/${roster}`)),
)

const corporate = await people.with('corporate', 'manager', 'accountant')
const one = await done(corporate.post('/commercial/clients', { name: 'Client 0', kind: 'CORPORATE' }))
await done(corporate.post(`/commercial/clients/${one.id}/activate`))
const { hospital_id } = house.system
const client = await clients.find({ hospital_id, id: one.id })
const biller = await people.with('billing', 'cashier')
const items = [{ code: 'FBC', quantity: 1 }]
const made = await done(biller.post('/billing/bills', { patient_id, payer: 'Client 0', items }))
await done(biller.post(`/billing/bills/${made.id}/issue`))
const bill = await bills.find({ hospital_id, id: made.id })
if (client === undefined || bill === undefined) throw new Error('nothing to be like')
const owing = Array.from({ length: size.clients - 1 }, (_, n) => {
  const name = `Client ${n + 1}`
  const number = `CL-9${String(n).padStart(5, '0')}`
  return { ...client, id: newId(), number, name, name_key: folded(name) }
})
await within(() => clients.insertMany(owing))
for (let from = 0; from < size.bills; from += 5000) {
  const some = Array.from({ length: 5000 }, (_, n) => {
    const number = `INV-X-${String(from + n).padStart(6, '0')}`
    const to = owing[(from + n) % owing.length]
    const payer = to?.name ?? ''
    const day = `2026-0${1 + (n % 3)}-${String(1 + (n % 28)).padStart(2, '0')}`
    const whose = { payer, payer_key: folded(payer), client_id: to?.id ?? null }
    return { ...bill, id: newId(), number, source_id: number, business_date: day, ...whose }
  })
  await within(() => bills.insertMany(some))
}
await measured(`clients by debt, ${size.bills} bills`, size.asked, () =>
  done(corporate.get('/commercial/clients', { sort: '-outstanding' })),
)
await measured('debts by age', 10, () => done(corporate.get('/commercial/receivables')))
await measured('an account of 100 bills', size.asked, (n) =>
  done(corporate.get(`/commercial/clients/${owing[n]?.id}/account`, { from: '2026-01-01' })),
)
await measured('a client by name', size.asked, (n) =>
  done(corporate.get('/commercial/clients', { search: `Client ${n}` })),
)

for (const work of undo) await work()
report('staff-and-clients', found, [
  'Goals: calculate 1,000 < 10 s on SQLite, < 6 s on PostgreSQL; staff search p95 < 100 ms; roster grid of 60 p95 < 500 ms (people 9).',
  'Goals: clients by debt p95 < 300 ms on SQLite, < 150 ms on PostgreSQL; an account of 10,000 movements < 500 ms (commercial 9).',
])
process.exit(0)
