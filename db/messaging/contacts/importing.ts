// Importing contacts (MSG-431 to 434): pieces of short transactions, so that nobody waits long for
// the writer. The record of the call's Idempotency-Key is kept with the last of them; repeating an
// import that was interrupted does no harm.

import { insertBulk } from '../../store/bulk.ts'
import { clock, minutes } from '../../core/clock.ts'
import { row, rows, run, within } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { oneOf, type Sql, sql } from '../../store/sql.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { noneHere, refuse } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { write, phonesOf } from './import-pieces.ts'
import { type ImportRow, shown } from './imports.ts'
import type { ImportError, ReadImport } from './reading.ts'
import type { ContactImport } from './shapes.ts'
import { msg_contact_imports, msg_import_errors } from './tables.ts'

const patience_ms = 30_000
const look_again_ms = 200
const stale_ms = minutes(1)

export interface ImportOptions {
  /** Runs in the transaction of the last piece, with what will be answered. */
  keep?: ((result: ContactImport) => Promise<void>) | undefined
  /** Told how many rows are written. */
  told?: (rows: number) => void
  /** Another import of the account is waited for so long. */
  patience_ms?: number
}

export async function carryOut(
  caller: MessagingCaller,
  read: ReadImport,
  options: ImportOptions = {},
): Promise<ContactImport> {
  const began = performance.now()
  await mustBeGroups(caller, read.group_ids)
  const made = await begin(caller, read, options.patience_ms ?? patience_ms)
  try {
    const room = await roomFor(caller, read)
    if (room !== null) cutTo(room, read, await takenAmong(caller, read))
    const counts = { created: 0, updated: 0, unchanged: 0, opted_out: 0 }
    let written = 0
    const last = read.pieces.length - 1
    for (const [at, piece] of read.pieces.entries()) {
      if (at === last) break
      await within(() => write(caller, made, read, piece, counts), 'jobs')
      written += piece.count
      options.told?.(written)
    }
    return await within(async () => {
      const piece = read.pieces[last]
      if (piece !== undefined) await write(caller, made, read, piece, counts)
      await keepErrors(made, read.errors)
      const done = {
        ...counts,
        status: 'completed' as const,
        rejected: read.rejected,
        duration_ms: Math.round(performance.now() - began),
      }
      await msg_contact_imports.change({ ...ownerOf(caller), id: made.id }, done)
      const result = shown({ ...made, ...done, updated_at: clock.instant() }, read.errors)
      await options.keep?.(result)
      return result
    }, 'jobs')
  } catch (error) {
    await within(() => interrupt(sql`id = ${made.id}`), 'jobs').catch(() => undefined)
    throw error
  }
}

async function mustBeGroups(caller: MessagingCaller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { account_id, mode } = caller
  const found = await rows<{ id: string }>(
    sql`select id from msg_groups where account_id = ${account_id} and mode = ${mode} and id${oneOf(ids)}`,
  )
  if (found.length < ids.length) throw noneHere('group')
}

/** One at a time for an account; a second one waits a while. */
async function begin(
  caller: MessagingCaller,
  read: ReadImport,
  waits_ms: number,
): Promise<ImportRow> {
  const owner = ownerOf(caller)
  const end = performance.now() + waits_ms
  for (;;) {
    try {
      return await within(async () => {
        await interrupt(
          sql`account_id = ${owner.account_id} and mode = ${owner.mode}
            and updated_at < ${new Date(clock.ms() - stale_ms).toISOString()}`,
        )
        return msg_contact_imports.insert({
          ...owner,
          status: 'running',
          received: read.received,
          duplicates: read.duplicates,
          rejected: read.rejected,
          group_ids: read.group_ids,
          renamed: read.renamed,
          actor: caller.actor,
        })
      })
    } catch (error) {
      if (!isTaken(error, 'account_id', 'mode')) throw error
      if (performance.now() >= end) {
        throw refuse('upstream_unavailable', 'Another import of this account is still running.', {
          retry_after_s: 5,
        })
      }
      await new Promise((resolve) => setTimeout(resolve, look_again_ms))
    }
  }
}

/** The daemon that ran them is gone: what they wrote stays, and repeating them is harmless. */
export const interrupt = (which: Sql): Promise<number> =>
  run(
    sql`update msg_contact_imports set status = 'interrupted', updated_at = ${clock.instant()}
        where status = 'running' and ${which}`,
  )

export const interruptAll = (): Promise<number> => interrupt(sql`true`)
export const interruptStale = (): Promise<number> =>
  interrupt(sql`updated_at < ${new Date(clock.ms() - stale_ms).toISOString()}`)

/** How many may still be created; null when all of them fit. */
async function roomFor(owner: Owner, { received }: ReadImport): Promise<number | null> {
  const most = await setting('contacts_max_per_account')
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_contacts
        where account_id = ${owner.account_id} and mode = ${owner.mode}`,
  )
  const have = Number(found?.n ?? 0)
  return have + received <= most ? null : Math.max(0, most - have)
}

async function takenAmong(owner: Owner, read: ReadImport): Promise<Set<string>> {
  const found = await rows<{ phone: string }>(
    sql`select phone from msg_contacts where account_id = ${owner.account_id}
          and mode = ${owner.mode} and phone${oneOf(read.pieces.flatMap(phonesOf))}`,
  )
  return new Set(found.map(({ phone }) => phone))
}

/** Rows too many are reported like wrong ones (MSG-430). */
function cutTo(room: number, read: ReadImport, known: ReadonlySet<string>): void {
  let left = room
  read.pieces = read.pieces.map((piece) => {
    const kept = (JSON.parse(piece.rows) as string[][]).filter(([, phone = '']) => {
      if (known.has(phone) || left-- > 0) return true
      read.rejected += 1
      read.errors.push({
        row: -1,
        field: 'phone',
        code: 'invalid_value',
        value: phone,
        message: 'The account has as many contacts as it may.',
      })
      return false
    })
    return { ...piece, rows: JSON.stringify(kept), count: kept.length }
  })
}

const keepErrors = (made: ImportRow, errors: readonly ImportError[]): Promise<void> =>
  insertBulk(
    msg_import_errors,
    { hospital_id: made.hospital_id, import_id: made.id },
    errors.map((one) => ({ ...one })),
  )
