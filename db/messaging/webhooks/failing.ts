// Endpoints that fail (MSG-552): their account is told, and, where the deployment wants it, one
// that has failed for days is switched off.

import { clock, days, instantIn } from '../../core/clock.ts'
import { row, rows, run } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import { the_house } from '../caller.ts'
import { setting } from '../settings/settings.ts'
import { forgetCurrent } from './current.ts'
import { forgetSubscription } from './emit.ts'
import { accountEndpoint } from './endpoints.ts'
import type { Waiting } from './queue.ts'
import { msg_webhooks } from './tables.ts'

const given_up_least = 10

/** At the first event that was given up, and then at most once a day. */
export async function noteGivenUp(given_up: readonly Waiting[]): Promise<void> {
  const owners = new Map(
    given_up.filter(({ target }) => target === 'account').map((one) => [one.endpoint, one]),
  )
  for (const { account_id, hospital_id, mode } of owners.values()) {
    const noticed = await run(
      sql`update msg_webhooks set noticed_at = ${clock.instant()}
          where account_id = ${account_id} and mode = ${mode}
            and (noticed_at is null or noticed_at < ${instantIn(-days(1))})`,
    )
    if (noticed === 0) continue
    const found = await msg_webhooks.findAnywhere({ account_id, mode })
    await note(the_house, 'webhook.failing', {
      owner: { account_id, hospital_id, mode },
      entity: 'webhook',
      entity_id: found?.id ?? null,
      label: found?.url ?? null,
      reason: found?.last_error ?? null,
    })
  }
}

/** Every attempt failed for so many days and at least ten events were given up. */
export async function disableFailing(): Promise<number> {
  const after_days = await setting('webhook_auto_disable_days')
  if (after_days === 0) return 0
  const failing = await rows<{
    id: string
    account_id: string
    hospital_id: string
    mode: 'live' | 'test'
    url: string
    failing_since: string
    last_error: string | null
  }>(
    sql`select id, account_id, hospital_id, mode, url, failing_since, last_error from msg_webhooks
        where enabled and failing_since < ${instantIn(-days(after_days))} order by id limit 500`,
  )
  let disabled = 0
  for (const one of failing) {
    const owner = { account_id: one.account_id, hospital_id: one.hospital_id, mode: one.mode }
    const given_up = await row<{ n: number }>(
      sql`select count(*) as n from (select 1 from msg_deliveries
          where account_id = ${one.account_id} and mode = ${one.mode} and target = 'account'
            and status = 'failed' and finished_at >= ${one.failing_since} limit ${given_up_least}) d`,
    )
    if (Number(given_up?.n ?? 0) < given_up_least) continue
    await run(
      sql`update msg_deliveries set status = 'cancelled', next_attempt_at = null,
              finished_at = ${clock.instant()}
          where endpoint = ${accountEndpoint(owner)} and status = 'pending'`,
    )
    const why = `Every attempt failed since ${one.failing_since}: ${one.last_error ?? ''}`
    await switchOff(one.id, 'failing', why)
    disabled += 1
  }
  return disabled
}

export async function switchOff(
  id: string,
  disabled_reason: 'failing' | 'user',
  reason: string,
): Promise<void> {
  const found = await msg_webhooks.findAnywhere({ id })
  if (found === undefined) return
  const { account_id, hospital_id, mode, url } = found
  const owner = { account_id, hospital_id, mode }
  await msg_webhooks.change({ ...owner, id }, { enabled: false, disabled_reason })
  forgetSubscription(owner)
  forgetCurrent(owner)
  await note(the_house, 'webhook.disable', {
    owner,
    entity: 'webhook',
    entity_id: id,
    label: url,
    reason,
  })
}
