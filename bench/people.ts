// People at the size of a large hospital (people 9): a month's pay of 5,000, a roster of 1,000 for a month, a search
// among 5,000, balances of leave, and payslips as papers. Arguments: how many are paid, and how many stand on rosters.

import { clock, nextDay } from '../db/core/clock.ts'
import { payslips } from '../db/hospital/people/payroll/slips/tables.ts'
import { staff } from '../db/hospital/people/staff/records/tables.ts'
import { within } from '../db/store/connection.ts'
import { boot } from '../test/support/boot.ts'
import { done } from '../test/support/desk/ward.ts'
import { manyLike } from '../test/support/many-staff.ts'
import { payDesk } from '../test/support/pay.ts'
import { askedInto, lastedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const [paid = 5_000, rostered = 1_000] = process.argv.slice(2).map(Number)
const size = { asked: 200, grid: 60, papers: 1_000 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T06:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
const { id: hospital_id } = house.hospital
const desk = await payDesk(house)
const { payroll, manager, accountant } = desk
const { officer } = desk.staff
const found: Record<string, Figures> = {}
const measured = askedInto(found)
const lasted = lastedInto(found)

const member = { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1', national_id: null }
const first = await desk.paid(1_000_000, member)
const everybody = [first.id, ...(await manyLike(hospital_id, first.id, paid - 1))]

// A month from its draft to the books.
const month = { period_year: 2026, period_month: 3 }
const run = await done(payroll.post('/hr/payroll-runs', month))
const path = `/hr/payroll-runs/${run.id}`
await lasted(`pay of ${paid} reckoned`, () => done(payroll.post(`${path}/calculate`, {})))
await lasted(`pay of ${paid} reckoned again`, () => done(payroll.post(`${path}/calculate`, {})))
await lasted(`pay of ${paid} approved`, () => done(manager.post(`${path}/approve`, desk.accepting)))
await lasted(`pay of ${paid} posted`, () => done(accountant.post(`${path}/post`, {})))
const slips = await payslips.all({ hospital_id, run_id: run.id }, { limit: size.papers })
const printed = async (some: readonly { id: string }[]): Promise<void> => {
  for (const { id } of some) await payroll.get(`/hr/payslips/${id}/pdf`)
}
// What the first papers bring into memory stays: after them it shall be level.
await printed(slips.slice(0, 100))
const before = process.memoryUsage().rss
await lasted(`${slips.length} payslips on paper`, () => printed(slips))
const grown = (process.memoryUsage().rss - before) / 2 ** 20
found[`memory grown over ${slips.length} payslips`] = { figure: `${grown.toFixed(0)} MB` }

await measured(`a search among ${paid}`, size.asked, (n) =>
  officer.get('/hr/staff', { search: String((n * 37) % paid).padStart(5, '0') }),
)
await measured('balances of leave, a page of 100', size.asked, () =>
  officer.get('/hr/leave-balances', { as_of: '2026-03-31', per_page: '100' }),
)
await lasted('balances of leave of 1,000', async () => {
  for (let page = 1; page <= 10; page += 1) {
    await done(
      officer.get('/hr/leave-balances', {
        as_of: '2026-03-31',
        per_page: '100',
        page: String(page),
      }),
    )
  }
})

// Rosters of a month, one for each 60 people.
const head = await house.people.with('supervisor')
const types: { id: string; code: string }[] = await done(head.get('/hr/shift-types'))
const shift = (code: string): string => types.find((one) => one.code === code)?.id ?? ''
const days = Array.from({ length: 31 }, (_, n) => nextDay('2026-05-01', n))
// Whoever needs a licence and has none stands on no roster.
const guard = await desk.staff.cadre('GUARD')
/** Two mornings, two afternoons, two days free. */
const turns = [shift('M'), shift('M'), shift('A'), shift('A'), '', '']
const rosters: string[] = []
const puts: number[] = []
for (let from = 0; from < rostered; from += size.grid) {
  const department = await desk.staff.department(
    `Bench ${String.fromCharCode(65 + from / size.grid)}`,
  )
  const some = everybody.slice(from, Math.min(rostered, from + size.grid))
  await within(() => staff.change({ hospital_id, id: some }, { department, cadre_id: guard }))
  const span = { department, starts_on: days[0], ends_on: days.at(-1) }
  const { id } = await done(head.post('/hr/rosters', span))
  const cells = some.flatMap((staff_id, at) =>
    days.flatMap((date, day) => {
      const shift_type_id = turns[(day + at) % turns.length]
      return shift_type_id ? [{ date, staff_id, shift_type_id }] : []
    }),
  )
  const began = performance.now()
  await done(head.put(`/hr/rosters/${id}/shifts`, { cells }))
  puts.push(performance.now() - began)
  rosters.push(id)
}
found[`cells of ${size.grid} people and ${days.length} days set`] = {
  worst: `${(Math.max(...puts) / 1000).toFixed(2)} s`,
}
found[`a month of ${rostered} people set`] = {
  figure: `${(puts.reduce((sum, one) => sum + one, 0) / 1000).toFixed(2)} s`,
}
await measured(`a roster of ${size.grid} people and its check`, size.asked, (n) =>
  head.get(`/hr/rosters/${rosters[n % rosters.length]}`),
)
await lasted(`${rosters.length} rosters published`, async () => {
  for (const id of rosters) await done(head.post(`/hr/rosters/${id}/publish`))
})

for (const work of undo) await work()
report('people', found, [
  'Goals: 1,000 reckoned < 10 s SQLite, < 6 s PostgreSQL; 1,000 payslips on paper < 60 s, flat memory; roster of 60 × 31 with check p95 < 500 ms, 1,860 cells set < 2 s; search among 5,000 p95 < 100 ms; balances of 1,000 < 2 s (people 9).',
])
process.exit(0)
