// Which columns may be read by a query that somebody types (OPS-153): all but those that open
// something. A column that is named like a secret is one, unless it stands among those that are not.

import { carriedAt } from '../carry/tables.ts'
import { tables } from '../../tables.ts'

const secret_names =
  /(^|_)(hash|sha256|password|secret|secrets|sealed|seed|salt|token|totp|otp|pin|private|recovery|cipher|access_token|app_secret|verify_token)($|_end$)|^totp_(secret|pending)$|^previous_secret$|_hash$/

/** Numbers of a queue, marks of contents, hashes that are shown to be compared; whether a theatre has a recovery room. */
const open_all_the_same: ReadonlySet<string> = new Set([
  'attachments.sha256',
  'audit_anchors.hash',
  'audit_heads.hash',
  'audit_proofs.head_hash',
  'audit_rows.hash',
  'audit_rows.prev_hash',
  'fiscal_closes.snapshot_hash',
  'journal_entries.hash',
  'journal_entries.previous_hash',
  'ledger_heads.hash',
  'ledger_proofs.hash',
  'photos.sha256',
  'photos.thumb_sha256',
  'queue_entries.token',
  'theatres.has_recovery',
  'visits.token',
])

/** Their names say nothing of what they hold: codes that are used once, replies that are kept. */
export const closed: ReadonlySet<string> = new Set([
  'idempotency_keys.body',
  'msg_batches.sent_text',
  'msg_batches.text',
  'msg_messages.text',
  'msg_opt_out_links.code',
  'msg_receipts.raw',
  'msg_simulated.text',
  'msg_whatsapp_messages.content',
])

export function isReadable(table: string, column: string): boolean {
  const name = `${table}.${column}`
  return !closed.has(name) && (open_all_the_same.has(name) || !secret_names.test(column))
}

/** Readable columns by table, as the database has them now. */
export async function readableAt(
  migrations: readonly string[],
): Promise<Map<string, readonly string[]>> {
  return new Map(
    (await carriedAt(migrations)).map(({ name, columns }) => [
      name,
      columns.filter((column) => isReadable(name, column)),
    ]),
  )
}

/** For whoever looks through what is kept back. */
export const unreadable = (): string[] =>
  tables
    .flatMap(({ name, columns }) =>
      Object.keys(columns)
        .filter((column) => !isReadable(name, column))
        .map((column) => `${name}.${column}`),
    )
    .sort()
