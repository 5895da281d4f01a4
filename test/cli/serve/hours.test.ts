// What came in, hour by hour, is counted by the keys of the rows.

import t from 'tap'
import { hours_shown, hoursNow } from '../../../cli/serve/hours.ts'
import { lastDone } from '../../../cli/serve/recent.ts'
import { operator } from '../../../db/core/caller.ts'
import { recordAlone } from '../../../db/hospital/office/audit/record.ts'
import { service_points } from '../../../db/hospital/desk/service-points/tables.ts'
import { queue_entries } from '../../../db/hospital/desk/visits/tables.ts'
import { within } from '../../../db/store/connection.ts'
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

t.test('who waited as each hour ended', async (t) => {
  const { hospital, facility_id } = await boot(t)
  const point = await service_points.all({ hospital_id: hospital.id }, { limit: 1 })
  clock.freeze('2026-06-02T10:40:00.000Z')
  const since = (n: number) => new Date(clock.ms() - hours(n)).toISOString()
  const waits = (entered_at: string, went: { started_at?: string; finished_at?: string } = {}) =>
    queue_entries.insert({
      hospital_id: hospital.id,
      facility_id,
      service_point_id: point[0]?.id ?? '',
      token: 'A-001',
      day: '2026-06-02',
      priority: 3,
      status: went.finished_at === undefined ? 'WAITING' : 'DONE',
      entered_at,
      sort_at: entered_at,
      sort_id: '0',
      ...went,
    })
  await within(async () => {
    await waits(since(3))
    await waits(since(3), { started_at: since(2), finished_at: since(0) })
    await waits(since(2), { finished_at: since(1) })
  })
  const { queue } = await hoursNow()
  t.same(queue.slice(-5), [0, 2, 2, 1, 1])
})

t.test('what people last had the house do', async (t) => {
  const { hospital } = await boot(t)
  const caller = operator(hospital.id, 'cli:asha@hms1')
  const did = (name: string, outcome: 'DONE' | 'REFUSED' = 'DONE') =>
    recordAlone(caller, `command.${name}`, {
      entity_type: 'command',
      entity_label: `kituo ${name}`,
      outcome,
    })
  await did('outbound release')
  await did('user close', 'REFUSED')
  await did('user unlock')
  await recordAlone(caller, 'command.session.open', { entity_type: 'command' })
  t.match(await lastDone(), [
    { command: 'kituo user unlock', by: 'cli:asha@hms1' },
    { command: 'kituo outbound release' },
  ])
  t.equal((await lastDone()).length, 2, 'what was refused was not done')
})
