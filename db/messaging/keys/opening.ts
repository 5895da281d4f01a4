// Who is behind an API key: looked up by its public part, held against its hash, kept for a few
// seconds. What a key may do is judged at every call, by the edge's order of checks (MSG-121).

import { timingSafeEqual } from 'node:crypto'
import { clock, minutes } from '../../core/clock.ts'
import { afterCommit, inTransaction, row, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import type { BusinessState } from '../accounts/words.ts'
import { shortName } from '../../core/caller.ts'
import type { MessagingCaller } from '../caller.ts'
import { refuse } from '../refusals.ts'
import { expanded } from '../scopes.ts'
import { isAllowed } from '../../core/networks.ts'
import { readKey } from './key.ts'
import { msg_keys } from './tables.ts'
import { onOtherDatabase } from '../../store/kept.ts'

export interface OpenedKey {
  readonly row: RowOf<(typeof msg_keys)['columns']>
  readonly account_name: string
  readonly business_status: BusinessState | null
  readonly scopes: ReadonlySet<string>
}

/** Others see a change within five seconds (MSG 3.2); here it is seen at once. */
const kept_ms = 3000
const kept = new Map<string, { found: OpenedKey; until: number }>()
onOtherDatabase(() => kept.clear())

export const unknownKey = () =>
  refuse('invalid_api_key', 'The API key is missing, malformed or unknown.')

/** 401 `invalid_api_key` for whatever is not one of ours. */
export async function openKey(text: string): Promise<OpenedKey> {
  const read = readKey(text)
  if (read === null) throw unknownKey()
  const known = kept.get(read.public_id)
  const found =
    known !== undefined && known.until > performance.now()
      ? known.found
      : await look(read.public_id)
  if (found === undefined || found.row.mode !== read.mode || !isSame(found.row.hash, read.hash))
    throw unknownKey()
  return found
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function look(public_id: string): Promise<OpenedKey | undefined> {
  const found = await msg_keys.findAnywhere({ public_id })
  if (found === undefined) return undefined
  const account = await row<{ name: string; status: BusinessState | null }>(
    sql`select a.name, b.status from msg_accounts a
        left join msg_businesses b on b.id = a.business_id where a.id = ${found.account_id}`,
  )
  const ended = await sessionEnd(found.session_id)
  const opened: OpenedKey = {
    row: ended === null ? found : { ...found, revoked_at: ended, revoked_reason: 'session_ended' },
    account_name: account?.name ?? '',
    business_status: account?.status ?? null,
    scopes: expanded(found.scopes),
  }
  if (kept.size > 10_000) kept.clear()
  // A console key lives as long as its sign-in, which is closed elsewhere: it is looked up anew.
  if (!inTransaction() && found.session_id === null)
    kept.set(public_id, { found: opened, until: performance.now() + kept_ms })
  return opened
}

/** When the sign-in of a console key ended; null while it lasts (MSG-112). */
async function sessionEnd(session_id: string | null): Promise<string | null> {
  if (session_id === null) return null
  const now = clock.instant()
  const open = await row(sql`select 1 as yes from sessions where id = ${session_id}
    and closed_at is null and ends_at > ${now} and refresh_ends_at > ${now}`)
  return open === undefined ? now : null
}

/** A key changed, an account was linked, a business suspended: nothing kept is believed. */
export function forgetKeys(): void {
  kept.clear()
  if (inTransaction()) afterCommit(() => kept.clear())
}

/** Steps 3 and 4: revoked or rotated, expired, address (MSG-121). */
export function admit({ row: key }: OpenedKey, address: string | null): void {
  if (key.revoked_at !== null) {
    throw refuse(
      'api_key_revoked',
      key.revoked_reason === 'rotated'
        ? 'This API key was replaced by rotation.'
        : 'This API key was revoked.',
    )
  }
  if (key.expires_at !== null && key.expires_at <= clock.instant())
    throw refuse('api_key_expired', `This API key expired on ${key.expires_at}.`)
  if (!isAllowed(key.ip_allowlist, address))
    throw refuse('ip_not_allowed', `Calls from ${address} are not allowed for this API key.`)
}

/** Step 6 (MSG-101). */
export function mustBeProvisioned({ business_status }: OpenedKey): void {
  if (business_status === 'active') return
  const said = {
    pending: 'is waiting for activation',
    suspended: 'is suspended',
    closed: 'is closed',
  }
  throw refuse(
    'account_not_provisioned',
    business_status === null
      ? "This API key's account is not linked to a business account."
      : `This API key's account ${said[business_status]}.`,
  )
}

export const callerOf = (
  { row: key, account_name, scopes }: OpenedKey,
  facts: { ip: string; user_agent: string | null; request_id: string },
): MessagingCaller => ({
  kind: 'API_KEY',
  hospital_id: key.hospital_id,
  account_id: key.account_id,
  mode: key.mode,
  key_id: key.id,
  // A console is a person at a screen: what it does is done by that person (MSG-112).
  actor: key.kind === 'console' ? key.created_by : `key:${key.id}`,
  facility_id: null,
  user_id: null,
  patient_id: null,
  name: shortName(`${account_name} · ${key.name}`),
  session_id: null,
  device_id: null,
  permissions: scopes,
  facility_ids: [],
  request_id: facts.request_id,
  ip: facts.ip,
  user_agent: facts.user_agent,
  expected_version: null,
})

/** `lastUsedAt`, at most once a minute; nobody waits for it, and nothing hangs on it. */
export function noteUse({ row: key }: OpenedKey, address: string): void {
  const now = clock.instant()
  const last = key.last_used_at
  if (last !== null && Date.parse(now) - Date.parse(last) < minutes(1) && key.last_used_ip !== null)
    return
  key.last_used_at = now
  key.last_used_ip = address
  const { hospital_id, id } = key
  const { version, updated_at } = key
  void within(
    () =>
      msg_keys.change(
        { hospital_id, id },
        { last_used_at: now, last_used_ip: address, version, updated_at },
      ),
    'jobs',
  ).catch(() => undefined)
}
