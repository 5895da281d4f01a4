// Importing contacts (MSG-431 to 434): pieces of short transactions, so that nobody waits long for
// the writer. The record of the call's Idempotency-Key is kept with the last of them; repeating an
// import that was interrupted does no harm.

import { insertBulk } from '../../bulk.ts'
import { clock, minutes } from '../../clock.ts'
import { row, rows, run, within } from '../../connection.ts'
import { isTaken } from '../../engines/engine.ts'
import { isId } from '../../ids.ts'
import { either, oneOf, raw, type Sql, sql, when, where } from '../../sql.ts'
import { folded, type RowOf } from '../../table.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import {
  afterId,
  type Asked,
  cursorOf,
  limitOf,
  type Listed,
  listed,
  readCursor,
} from '../cursors.ts'
import { noneHere, refuse } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { given, type ImportError, type Piece, type ReadImport } from './reading.ts'
import type { ContactImport } from './shapes.ts'
import { msg_contact_imports, msg_import_errors } from './tables.ts'
import type { OnExisting } from './words.ts'

type Row = RowOf<(typeof msg_contact_imports)['columns']>

const shown_errors = 1000
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
async function begin(caller: MessagingCaller, read: ReadImport, waits_ms: number): Promise<Row> {
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

interface Counts {
  created: number
  updated: number
  unchanged: number
  opted_out: number
}

async function write(
  owner: MessagingCaller,
  made: Row,
  { existing, group_ids }: ReadImport,
  piece: Piece,
  counts: Counts,
): Promise<void> {
  const { account_id, mode, hospital_id } = owner
  const at = clock.instant()
  const own = sql`c.account_id = ${account_id} and c.mode = ${mode} and c.phone = new.phone`
  const updated = existing === 'skip' ? 0 : await update(owner, piece, existing, at)
  const created = await run(
    sql`insert into msg_contacts (id, hospital_id, account_id, mode, phone, first_name, last_name,
          language, attributes, source, created_at, updated_at, version, search_text)
        select new.id, ${text(hospital_id)}, ${text(account_id)}, ${text(mode)}, new.phone,
          new.first_name, new.last_name, new.language, new.attributes, 'import', ${text(at)},
          ${text(at)}, 1, new.search_text
        from ${newRows(piece)}
        where not exists (select 1 from msg_contacts c where ${own})
        on conflict (account_id, mode, phone) do nothing`,
  )
  for (const group_id of group_ids) {
    await run(
      sql`insert into msg_group_members (group_id, contact_id, hospital_id, added_at)
          select ${text(group_id)}, c.id, ${text(hospital_id)}, ${text(at)}
          from ${newRows(piece)} cross join msg_contacts c where ${own}
          on conflict (group_id, contact_id) do nothing`,
    )
  }
  const out = await row<{ n: number }>(
    sql`select count(*) as n from ${newRows(piece)} cross join msg_opt_outs c
        where ${own} and c.lifted_at is null`,
  )
  counts.created += created
  counts.updated += updated
  counts.unchanged += piece.count - created - updated
  counts.opted_out += Number(out?.n ?? 0)
  await msg_contact_imports.change({ ...ownerOf(owner), id: made.id }, { ...counts })
}

/** PostgreSQL cannot tell the type of a value that stands alone in a select list. */
const text = (value: string): Sql =>
  either({ sqlite: sql`${value}`, postgres: sql`${value}::text` })

const newRows = ({ rows: json }: Piece): Sql => sql`(
  select value ->> 0 as id, value ->> 1 as phone, value ->> 2 as first_name,
    value ->> 3 as last_name, value ->> 4 as language, value ->> 5 as attributes,
    cast(value ->> 6 as integer) as given, value ->> 7 as search_text
  from ${either({
    sqlite: sql`jsonb_each(${json})`,
    postgres: sql`json_array_elements(${json}::json) as each_row (value)`,
  })}) as new`

/** `update` takes what a row gives, `fill` only where nothing was; attributes name by name. */
async function update(
  { account_id, mode }: Owner,
  piece: Piece,
  existing: Exclude<OnExisting, 'skip'>,
  at: string,
): Promise<number> {
  const value = (name: string, bit: number): Sql =>
    existing === 'fill'
      ? raw(`coalesce(old.${name}, new.${name})`)
      : raw(`case when new.given & ${bit} <> 0 then new.${name} else old.${name} end`)
  const first = value('first_name', given.first)
  const last = value('last_name', given.last)
  const language = value('language', given.language)
  const [over, under] = existing === 'fill' ? ['old', 'new'] : ['new', 'old']
  const attributes = either({
    sqlite: raw(`json_patch(${under}.attributes, ${over}.attributes)`),
    postgres: raw(`(${under}.attributes::jsonb || ${over}.attributes::jsonb)::text`),
  })
  const other_attributes = either({
    sqlite:
      existing === 'fill'
        ? raw(
            'json_patch(old.attributes, json_patch(new.attributes, old.attributes)) <> old.attributes',
          )
        : raw('json_patch(old.attributes, new.attributes) <> old.attributes'),
    postgres: raw(
      `(${under}.attributes::jsonb || ${over}.attributes::jsonb) <> old.attributes::jsonb`,
    ),
  })
  // In this order alone: each new row finds its contact by the index of numbers, never the reverse.
  const changed = await run(
    sql`with hit as materialized (
          select old.id, ${first} as first_name, ${last} as last_name, ${language} as language,
            ${attributes} as attributes, ${
              existing === 'fill'
                ? raw('old.search_text')
                : raw(`case when new.given & 3 = 3 then new.search_text else old.search_text end`)
            } as search_text
          from ${newRows(piece)} cross join msg_contacts old
          where old.account_id = ${account_id} and old.mode = ${mode} and old.phone = new.phone
            and (${first} is distinct from old.first_name or ${last} is distinct from old.last_name
              or ${language} is distinct from old.language or ${other_attributes})
        )
        update msg_contacts as kept set first_name = hit.first_name, last_name = hit.last_name,
          language = hit.language, attributes = hit.attributes, search_text = hit.search_text,
          updated_at = ${at}, version = kept.version + 1
        from hit where kept.id = hit.id`,
  )
  const half = existing === 'fill' ? phonesOf(piece) : piece.half_named
  if (changed > 0 && half.length > 0) await refreshSearch({ account_id, mode }, half)
  return changed
}

const phonesOf = ({ rows: json }: Piece): string[] =>
  (JSON.parse(json) as string[][]).map(([, phone]) => phone as string)

async function refreshSearch(
  { account_id, mode }: Pick<Owner, 'account_id' | 'mode'>,
  phones: readonly string[],
): Promise<void> {
  const found = await rows<{
    id: string
    phone: string
    first_name: string | null
    last_name: string | null
    search_text: string
  }>(
    sql`select id, phone, first_name, last_name, search_text from msg_contacts
        where account_id = ${account_id} and mode = ${mode} and phone${oneOf(phones)}`,
  )
  const stale = found
    .map((one) => ({ ...one, now: searchTextOf(one) }))
    .filter((one) => one.now !== one.search_text)
  if (stale.length === 0) return
  const json = JSON.stringify(stale.map(({ id, now }) => [id, now]))
  await run(
    sql`update msg_contacts as old set search_text = new.words
        from (select value ->> 0 as id, value ->> 1 as words from ${either({
          sqlite: sql`jsonb_each(${json})`,
          postgres: sql`json_array_elements(${json}::json) as each_row (value)`,
        })}) as new where old.id = new.id`,
  )
}

export const searchTextOf = (one: {
  first_name: string | null
  last_name: string | null
  phone: string
}): string =>
  folded([one.first_name, one.last_name, one.phone].filter((word) => word !== null).join(' '))

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

const keepErrors = (made: Row, errors: readonly ImportError[]): Promise<void> =>
  insertBulk(
    msg_import_errors,
    { hospital_id: made.hospital_id, import_id: made.id },
    errors.map((one) => ({ ...one })),
  )

export async function list(
  caller: MessagingCaller,
  asked: Asked & { status?: string; since?: string; until?: string },
): Promise<Listed<ContactImport>> {
  const { account_id, mode } = caller
  const found = await msg_contact_imports.read(
    sql`select ${msg_contact_imports.selection()} from msg_contact_imports ${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.since, sql`created_at >= ${utc(asked.since)}`),
      when(asked.until, sql`created_at < ${utc(asked.until)}`),
      afterId(asked, 'desc'),
    ])} order by id desc limit ${limitOf(asked) + 1}`,
  )
  return listed(
    asked,
    found,
    (one) => shown(one, []),
    ({ id }) => cursorOf(id),
  )
}

const utc = (moment: string | undefined): string =>
  moment === undefined ? '' : new Date(moment).toISOString()

export async function find(caller: MessagingCaller, id: string): Promise<ContactImport> {
  const one = await rowOf(caller, id)
  const found = await msg_import_errors.all(
    { hospital_id: one.hospital_id, import_id: id },
    { order: ['row', 'id'], limit: shown_errors },
  )
  return shown(one, found)
}

async function rowOf(caller: MessagingCaller, id: string): Promise<Row> {
  const found = isId(id) ? await msg_contact_imports.find({ ...ownerOf(caller), id }) : undefined
  if (found === undefined) throw noneHere('import')
  return found
}

export async function errors(
  caller: MessagingCaller,
  id: string,
  asked: Asked,
): Promise<Listed<ImportError>> {
  const { hospital_id } = await rowOf(caller, id)
  const [row_no, last] = asked.cursor === undefined ? [] : readCursor(asked.cursor, 2)
  const found = await msg_import_errors.read(
    sql`select ${msg_import_errors.selection()} from msg_import_errors
        where hospital_id = ${hospital_id} and import_id = ${id}
          ${row_no === undefined ? sql`` : sql`and (row, id) > (${Number(row_no)}, ${String(last)})`}
        order by row, id limit ${limitOf(asked) + 1}`,
  )
  return listed(asked, found, errorShown, (one) => cursorOf(one.row, one.id))
}

const errorShown = ({ row: at, field, code, value, message }: ImportError): ImportError => ({
  row: at,
  field,
  code,
  value,
  message,
})

const shown = (one: Row, found: readonly ImportError[]): ContactImport => ({
  id: one.id,
  status: one.status,
  received: one.received,
  created: one.created,
  updated: one.updated,
  unchanged: one.unchanged,
  duplicates: one.duplicates,
  rejected: one.rejected,
  optedOut: one.opted_out,
  groupIds: one.group_ids,
  durationMs: one.duration_ms,
  errors: found.slice(0, shown_errors).map(errorShown),
  errorsUrl: one.rejected > shown_errors ? `/v1/contacts/imports/${one.id}/errors` : null,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})
