// Engine 5: sales of a hospital wait for each other at the head of the ledger, so a sale on PostgreSQL must not
// wait there for the network, statement by statement.

import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { tripsOf } from '../../../support/money/trips.ts'

t.test(
  'a counter sale waits for the database fewer than ten times',
  { skip: !on_postgres },
  async (t) => {
    const house = await boot(t)
    await priced(house)
    const { id: patient_id } = await somebody(await house.people.with('reception'))
    const cashier = await house.people.with('cashier')
    await atDrawer(house, cashier)
    const lines = Array.from({ length: 10 }, (_, n) => ({ code: n % 2 === 0 ? 'FBC' : 'TAXED' }))
    const sell = async (n: number): Promise<void> => {
      const once = cashier.with({ 'idempotency-key': `trips-of-sale-${n}` })
      const { status } = await once.post('/billing/sales', { patient_id, method: 'Cash', lines })
      t.equal(status, 201)
    }
    // What is kept for some seconds is read by the first; the least of three, because that may be forgotten.
    await sell(0)
    const counted = []
    for (let n = 1; n <= 3; n += 1) counted.push(await tripsOf(() => sell(n)))
    // One of them is the look at the patient's record at the door, before the sale begins.
    t.ok(Math.min(...counted) - 1 < 10, `${counted.join(', ')} trips, the commit among them`)
  },
)
