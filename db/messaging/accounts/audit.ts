// The audit of messaging: who did what to a key, a sender ID, a wallet, a link; moves too (MSG-111).

import { clock } from '../../core/clock.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { Actor, Mode } from '../caller.ts'
import { type Asked, afterId, cursorOf, type Listed, limitOf, listed } from '../cursors.ts'
import type { AuditLine } from './shapes.ts'
import { msg_audit } from './tables.ts'

/** Rows that belong to no account stand under the operator of the deployment. */
const nobodys = '00000000-0000-7000-8000-000000000000'

export interface Noted {
  owner?: { account_id: string; hospital_id: string; mode?: Mode | null } | undefined
  entity: string
  entity_id?: string | null
  label?: string | null
  from?: string | null
  to?: string | null
  reason?: string | null | undefined
  /** Never a key, a secret or a text. */
  changes?: Record<string, unknown> | null
}

export async function note(by: Actor, action: string, about: Noted): Promise<void> {
  const { request_id } = by as { request_id?: string }
  await msg_audit.insert({
    hospital_id: about.owner?.hospital_id ?? nobodys,
    account_id: about.owner?.account_id ?? null,
    mode: about.owner?.mode ?? null,
    at: clock.instant(),
    actor: by.actor.slice(0, 160),
    address: (by.address ?? (by as { ip?: string | null }).ip ?? null)?.slice(0, 45) ?? null,
    action,
    entity: about.entity,
    entity_id: about.entity_id ?? null,
    label: about.label?.slice(0, 200) ?? null,
    from_state: about.from ?? null,
    to_state: about.to ?? null,
    reason: about.reason?.slice(0, 300) ?? null,
    changes: about.changes ?? null,
    request_id: request_id ?? null,
  })
}

/** The account sees its own (MSG-111), newest first. */
export async function listAudit(
  { account_id }: { account_id: string },
  asked: Asked & {
    action?: string | undefined
    since?: string | undefined
    until?: string | undefined
  },
): Promise<Listed<AuditLine>> {
  const iso = (text: string): string => new Date(text).toISOString()
  const found = await msg_audit.read(
    sql`select ${msg_audit.selection()} from msg_audit${where([
      sql`account_id = ${account_id}`,
      when(asked.action, sql`action = ${asked.action}`),
      asked.since === undefined ? undefined : sql`at >= ${iso(asked.since)}`,
      asked.until === undefined ? undefined : sql`at < ${iso(asked.until)}`,
      afterId(asked, 'desc'),
    ])} order by id desc limit ${limitOf(asked) + 1}`,
  )
  const show = (line: (typeof found)[number]): AuditLine => ({
    at: line.at,
    actor: line.actor,
    action: line.action,
    entity: line.entity,
    entityId: line.entity_id,
    label: line.label,
    from: line.from_state,
    to: line.to_state,
    reason: line.reason,
    address: line.address,
  })
  return listed(asked, found, show, ({ id }) => cursorOf(id))
}
