// A send's own address for what becomes of it (MSG-546).

import { row } from '../../connection.ts'
import { sql } from '../../sql.ts'
import type { Owner } from '../caller.ts'
import { wrong } from '../refusals.ts'
import { complaintAbout, ports_default } from './address.ts'

export async function callbackUrl(
  { account_id, mode }: Owner,
  url: string | undefined,
): Promise<string | null> {
  if (url === undefined) return null
  if (complaintAbout(url, { ports: ports_default, allowed: [] }) !== null) {
    throw wrong(
      'callbackUrl',
      'callbackUrl must be an https address that is reachable from the internet.',
    )
  }
  const secret = await row(
    sql`select 1 as yes from msg_webhooks where account_id = ${account_id} and mode = ${mode}`,
  )
  if (secret === undefined)
    throw wrong('callbackUrl', 'Set a webhook secret first with PUT /v1/webhooks.')
  return url
}
