// Imports as their account looks at them: how each went, and which rows it refused (MSG-433).

import { isId } from '../../core/ids.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import {
  afterId,
  type Asked,
  cursorOf,
  limitOf,
  type Listed,
  listed,
  readCursor,
} from '../cursors.ts'
import { noneHere } from '../refusals.ts'
import type { ImportError } from './reading.ts'
import type { ContactImport } from './shapes.ts'
import { msg_contact_imports, msg_import_errors } from './tables.ts'

export type ImportRow = RowOf<(typeof msg_contact_imports)['columns']>

const shown_errors = 1000

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

async function rowOf(caller: MessagingCaller, id: string): Promise<ImportRow> {
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

export const shown = (one: ImportRow, found: readonly ImportError[]): ContactImport => ({
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
  renamedColumns: one.renamed,
  durationMs: one.duration_ms,
  errors: found.slice(0, shown_errors).map(errorShown),
  errorsUrl: one.rejected > shown_errors ? `/v1/contacts/imports/${one.id}/errors` : null,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})
