// Letters out of the queue, by the mail server of each hospital (PLT-142, PLT-146).
//
// A letter goes at most once. It is marked before it is handed over and noted after; a daemon that
// dies between the two leaves the mark, and nobody takes up a marked letter again: when its lease
// has run out it is FAILED `outcome_unknown`, and a person decides whether to send it once more.

import { clock, instantIn } from '../../../core/clock.ts'
import { row, rows, within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { isHeld } from '../../../appliance/outbound/holds.ts'
import { byDialect, nothing, raw, type Sql, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { mailServers, type OpenServer } from '../settings/email.ts'
import { carry, type Drained, lease_ms } from './carry.ts'
import type { Mailer } from '../settings/mailer.ts'
import { outbox_messages } from './tables.ts'

type Row = RowOf<(typeof outbox_messages)['columns']>

const claimed_max = 100
const for_update = byDialect({ sqlite: nothing, postgres: raw(' for update skip locked') })

/** What the daemon does every five seconds; several daemons may, at the same time. */
export async function drainMail(mailer: Mailer): Promise<Drained> {
  const drained: Drained = { sent: 0, later: 0, failed: 0 }
  if ((await row(sql`select 1 as yes${due()} limit 1`)) === undefined) return drained
  if (await isHeld('email')) return drained
  const claim = newId()
  const { letters, servers } = await within(() => take(claim), 'jobs')
  const by_hospital = Map.groupBy(letters, (letter) => letter.hospital_id)
  await Promise.all(
    [...by_hospital].map(([hospital_id, queue]) =>
      carry({
        mailer,
        claim,
        server: servers.get(hospital_id) as OpenServer,
        queue,
        drained,
        away: null,
      }),
    ),
  )
  return drained
}

const due = (): Sql => {
  const now = clock.instant()
  return sql` from outbox_messages
    where status = 'QUEUED' and channel = 'email' and send_after <= ${now}
      and (claimed_until is null or claimed_until < ${now})`
}

/** Claims what is due, and settles what is not to be sent. */
async function take(claim: string): Promise<{ letters: Row[]; servers: Map<string, OpenServer> }> {
  const found = await rows<{ id: string }>(
    sql`select id${due()} order by send_after, id limit ${claimed_max}${for_update}`,
  )
  const ids = found.map(({ id }) => id)
  const letters = await outbox_messages.allAnywhere({ id: ids }, { order: ['send_after', 'id'] })
  const servers = await mailServers([...new Set(letters.map((one) => one.hospital_id))])
  const now = clock.instant()
  const late = letters.filter((one) => !one.handed_over && (one.not_after ?? '~') < now)
  const off = letters.filter((one) => !one.handed_over && !servers.has(one.hospital_id))
  await settle(
    letters.filter((one) => one.handed_over),
    { status: 'FAILED', reason: 'outcome_unknown', failed_at: now },
  )
  await settle(off, { status: 'SKIPPED', reason: 'channel_off', sealed: null })
  await settle(late, { status: 'SKIPPED', reason: 'too_late', sealed: null })
  const settled = new Set([...late, ...off])
  const left = letters.filter((one) => !one.handed_over && !settled.has(one))
  await settle(left, { claimed_by: claim, claimed_until: instantIn(lease_ms) })
  return { letters: left, servers }
}

async function settle(letters: readonly Row[], changes: Partial<Row>): Promise<void> {
  if (letters.length === 0) return
  await outbox_messages.changeAnywhere({ id: letters.map(({ id }) => id) }, changes)
}
