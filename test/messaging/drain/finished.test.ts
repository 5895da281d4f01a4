// Finished rows do not slow the queue (MSG-315), by the database's own word: every question of the
// drain goes through the index of what waits, in which nothing finished stands.

import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { linesOf, portionsOf } from '../../../db/messaging/drain/queued.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { phones, send } from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { heard, planOf } from '../../support/plans.ts'

t.test('what the drain asks reads only what waits (MSG-315)', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  await own.topUp(10_000)
  await own.sender()
  const done = await send(own, { recipients: phones(40) })
  await within(() =>
    run(sql`update msg_messages set status = 'delivered', submitted = ${true}
            where batch_id = ${done.batchId}`),
  )
  const waiting = await send(own, { recipients: phones(3, 50) })

  const now = new Date(Date.now() + 1000).toISOString()
  const lanes = [0, 1, 2].map((lane) => ({ operator: 'yas', lane }))
  const said = await heard(async () => {
    const lines = await linesOf('live', lanes)
    t.equal(lines.length, 1)
    const due = await portionsOf(
      'live',
      lines.map((line) => ({ ...line, limit: 100 })),
      now,
    )
    t.same(
      due.map(({ message_id }) => message_id).sort(),
      waiting.messages.map(({ id }) => id).sort(),
      'nothing of the finished',
    )
  })
  t.equal(said.length, 2)
  for (const one of said) {
    const plan = await planOf(one)
    t.notOk(
      plan.some((line) =>
        /^SCAN (m|msg_messages)\b(?!.*INDEX)|Seq Scan on msg_messages/.test(line),
      ),
      plan.join('\n'),
    )
    t.ok(
      plan.some((line) => /queued|mode_operator_lane/.test(line)),
      plan.join('\n'),
    )
  }
})
