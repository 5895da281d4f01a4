// Counter sales by 16 cashiers at once, each at a drawer of its own: how many a second, and how long
// one takes (billing section 9).
//   npm run bench -- counter [seconds, 10] [cashiers, 16]   DB=postgres

import { boot } from '../test/support/boot.ts'
import { atDrawer } from '../test/support/money/drawers.ts'
import { priced } from '../test/support/money/prices.ts'
import { somebody } from '../test/support/desk/visits.ts'
import { at, report } from './harness/report.ts'

process.env['KITUO_CHECK_REPLIES'] = ''
const seconds = Number(process.argv[2] ?? 10)
const count = Number(process.argv[3] ?? 16)

const ends: (() => unknown)[] = []
const house = await boot({ teardown: (end: () => unknown) => void ends.push(end) } as never)
await priced(house)
const { id: patient_id } = await somebody(await house.people.with('reception'))
const desks = []
for (let n = 0; n < count; n += 1) {
  const cashier = await house.people.with('cashier')
  await atDrawer(house, cashier)
  desks.push(cashier)
}

const took: number[] = []
let refused = 0
const until = performance.now() + seconds * 1000
const lines = Array.from({ length: 10 }, (_, n) => ({ code: n % 2 === 0 ? 'FBC' : 'TAXED' }))
const began = performance.now()
await Promise.all(
  desks.map(async (cashier, desk) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const once = cashier.with({ 'idempotency-key': `bench-desk-${desk}-sale-number-${n}` })
      const start = performance.now()
      const { status } = await once.post('/billing/sales', { patient_id, method: 'Cash', lines })
      if (status === 201) took.push(performance.now() - start)
      else refused += 1
    }
  }),
)
const spent = (performance.now() - began) / 1000
const ms = (share: number): number => Math.round(at(share, took))
report(
  'counter',
  {
    [`${count} cashiers, 10 lines`]: {
      sales: took.length,
      refused,
      'a second': Math.round(took.length / spent),
      'p50 ms': ms(0.5),
      'p95 ms': ms(0.95),
      'p99 ms': ms(0.99),
    },
  },
  ['goal: 20 cashiers, at least 30 a second on SQLite and 50 on PostgreSQL, together'],
)
for (const end of ends) await end()
