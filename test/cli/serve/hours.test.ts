// What came in, hour by hour, is counted by the keys of the rows.

import t from 'tap'
import { hours_shown, hoursNow } from '../../../cli/serve/hours.ts'
import { clock, hours } from '../../../db/core/clock.ts'
import { firstIdAt, newId } from '../../../db/core/ids.ts'
import { boot } from '../../support/boot.ts'
import { money } from '../../support/money/money.ts'
import { priced } from '../../support/money/prices.ts'

t.test('a key tells when its row was made', async (t) => {
  const before = Date.now()
  const id = newId()
  t.ok(id >= firstIdAt(before))
  t.ok(id < firstIdAt(Date.now() + 60_000))
  t.match(firstIdAt(0), /^0{8}-0{4}-/)
})

t.test('visits, sales and messages of the last hours', async (t) => {
  const house = await boot(t)
  await priced(house)
  const { issued, cashier } = await money(house)
  const one = await issued()
  const paid = { amount: 1000, method: 'Card', reference: 'H-1' }
  const answer = await cashier.post(`/billing/bills/${one.id}/payments`, paid)
  t.equal(answer.status, 201, answer.message)
  const now = await hoursNow()
  for (const counts of [now.visits, now.sales, now.messages]) t.equal(counts.length, hours_shown)
  const sum = (counts: readonly number[]): number => counts.reduce((all, n) => all + n, 0)
  t.equal(sum(now.sales), 1)
  t.equal(sum(now.visits), 1)
  t.equal(sum(now.messages), 0)
  t.ok(clock.ms() - Date.parse(now.from) >= hours(hours_shown - 1))
})
