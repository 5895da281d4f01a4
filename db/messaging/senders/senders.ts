// Sender IDs as they are found and shown (MSG 4.16).

import { inTransaction, rows } from '../../store/connection.ts'
import { oneOf, sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { accountNow } from '../accounts/accounts.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { type Asked, afterWord, cursorOf, type Listed, limitOf, listed } from '../cursors.ts'
import { noneHere } from '../refusals.ts'
import { nameKey } from './approval.ts'
import type { Document, Sender } from './shapes.ts'
import { msg_sender_documents, msg_sender_ids, msg_sender_operators } from './tables.ts'
import type { SenderState } from './words.ts'

export type SenderRow = RowOf<(typeof msg_sender_ids)['columns']>
type OperatorRow = RowOf<(typeof msg_sender_operators)['columns']>

/** Held where it is about to be changed: of two who do, one comes after the other. */
export async function readSender(owner: Owner, id: string): Promise<SenderRow> {
  const lock = inTransaction()
  const found = await msg_sender_ids.find({ ...ownerOf(owner), id, removed_at: null }, { lock })
  if (found === undefined) throw noneHere('sender ID')
  return found
}

export const senderById = (id: string): Promise<SenderRow | undefined> =>
  msg_sender_ids.findAnywhere({ id, removed_at: null })

/** Live ones of whatever account, as people name one on the command line. */
export const sendersNamed = (typed: string): Promise<SenderRow[]> =>
  msg_sender_ids.read(
    sql`select ${msg_sender_ids.selection()} from msg_sender_ids
        where name_key = ${nameKey(typed)} and mode = 'live' and removed_at is null
        order by id limit 2`,
  )

export const sendersById = async (ids: readonly string[]): Promise<SenderRow[]> =>
  msg_sender_ids.allAnywhere({ id: ids })

export const findSender = async (owner: Owner, id: string): Promise<Sender> =>
  shownOne(await readSender(owner, id))

export async function listSenders(
  { account_id, mode }: Owner,
  asked: Asked & { status?: SenderState | undefined },
): Promise<Listed<Sender>> {
  const found = await msg_sender_ids.read(
    sql`select ${msg_sender_ids.selection()} from msg_sender_ids${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      sql`removed_at is null`,
      when(asked.status, sql`status = ${asked.status}`),
      afterWord(asked, 'sender_id', 'id'),
    ])} order by sender_id, id limit ${limitOf(asked) + 1}`,
  )
  const show = await shower(found)
  return listed(asked, found, show, ({ sender_id, id }) => cursorOf(sender_id, id))
}

export const shownOne = async (found: SenderRow): Promise<Sender> =>
  (await shower([await again(found)]))(await again(found))

const again = async (found: SenderRow): Promise<SenderRow> =>
  (await msg_sender_ids.find({ hospital_id: found.hospital_id, id: found.id })) ?? found

/** Operators and documents of a whole page in two statements. */
export async function shower(page: readonly SenderRow[]): Promise<(found: SenderRow) => Sender> {
  const ids = page.map(({ id }) => id)
  const operators = Map.groupBy(await operatorsFor(ids), ({ sender_row_id }) => sender_row_id)
  const documents = Map.groupBy(await documentsFor(ids), ({ sender_row_id }) => sender_row_id)
  const [first] = page
  const standard =
    first === undefined ? null : (await accountNow(first.account_id)).default_sender_id
  return (found) => ({
    id: found.id,
    senderId: found.sender_id,
    status: found.status,
    purpose: found.purpose,
    sampleMessage: found.sample_message,
    operators: (operators.get(found.id) ?? []).map((one) => ({
      operator: one.operator_code,
      status: one.status,
      reason: one.reason,
      submittedAt: one.submitted_at,
      decidedAt: one.decided_at,
    })),
    documents: (documents.get(found.id) ?? []).map(shownDocument),
    isDefault: found.sender_id === standard,
    moves: movesOf(operators.get(found.id) ?? []),
    createdAt: found.created_at,
    updatedAt: found.updated_at,
  })
}

const movesOf = (operators: readonly OperatorRow[]): string[] => [
  ...(operators.some(({ status }) => status === 'rejected') ? ['resubmit'] : []),
  'withdraw',
]

export const operatorsFor = (ids: readonly string[]): Promise<OperatorRow[]> =>
  msg_sender_operators.read(
    sql`select ${msg_sender_operators.selection()} from msg_sender_operators
        where sender_row_id${oneOf(ids)} order by operator_code`,
  )

export type DocumentRow = RowOf<(typeof msg_sender_documents)['columns']>

export const documentsFor = (ids: readonly string[]): Promise<DocumentRow[]> =>
  msg_sender_documents.read(
    sql`select ${msg_sender_documents.selection()} from msg_sender_documents
        where sender_row_id${oneOf(ids)} and removed_at is null order by id`,
  )

export const shownDocument = (document: DocumentRow): Document => ({
  id: document.id,
  kind: document.kind,
  fileName: document.file_name,
  size: document.size,
  uploadedAt: document.uploaded_at,
})

/** Other accounts that hold the name, for the reviewer (MSG-413). */
export async function collisions(names: readonly string[]): Promise<Map<string, string[]>> {
  const found = await rows<{ name_key: string; name: string }>(
    sql`select s.name_key, a.name from msg_sender_ids s join msg_accounts a on a.id = s.account_id
        where s.mode = 'live' and s.removed_at is null and s.name_key${oneOf(names)} order by a.name`,
  )
  return new Map(
    [...Map.groupBy(found, ({ name_key }) => name_key)].map(([key, list]) => [
      key,
      list.map(({ name }) => name),
    ]),
  )
}
