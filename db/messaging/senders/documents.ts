// Papers that go with a request for a sender ID (MSG-411): PDF, JPEG or PNG, up to 10 MiB, up to ten.

import { rows, within } from '../../store/connection.ts'
import * as store from '../../store/files/store.ts'
import { clock } from '../../core/clock.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { noneHere, wrong, wrongState } from '../refusals.ts'
import { document_kinds } from '../routing/words.ts'
import { type DocumentRow, findSender, readSender, shownDocument } from './senders.ts'
import type { Document } from './shapes.ts'
import { msg_sender_documents, msg_sender_ids } from './tables.ts'

const documents_max = 10

const kinds: readonly [content_type: string, begins: readonly number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
]

export async function addDocument(
  caller: MessagingCaller,
  id: string,
  file: { bytes: Buffer; file_name: string; fields: Readonly<Record<string, string>> },
  keep?: (answer: Document) => Promise<void>,
): Promise<Document> {
  await readSender(caller, id)
  const kind = document_kinds.find((one) => one === file.fields['kind'])
  if (kind === undefined) throw wrong('kind', `kind must be one of ${document_kinds.join(', ')}.`)
  const content_type = kinds.find(([, begins]) =>
    begins.every((byte, at) => file.bytes[at] === byte),
  )?.[0]
  if (content_type === undefined) throw wrong('file', 'file must be a PDF, a JPEG or a PNG.')
  // Bytes go into the store first: nothing but the database waits inside a transaction.
  const sha256 = await store.put(file.bytes)
  return within(async () => {
    const found = await readSender(caller, id)
    const { documents } = await findSender(caller, id)
    if (documents.length >= documents_max)
      throw wrongState(`A sender ID has at most ${documents_max} documents.`)
    const made = await msg_sender_documents.insert({
      ...ownerOf(caller),
      sender_row_id: found.id,
      kind,
      file_name: file.file_name.slice(0, 200) || kind,
      content_type,
      size: file.bytes.length,
      sha256,
      uploaded_at: clock.instant(),
    })
    await msg_sender_ids.change(
      { hospital_id: found.hospital_id, id: found.id },
      { changed_since: true },
    )
    await note(caller, 'sender.document', {
      owner: ownerOf(caller),
      entity: 'sender',
      entity_id: found.id,
      label: found.sender_id,
    })
    const shown = shownDocument(made)
    await keep?.(shown)
    return shown
  })
}

export async function documentOf(
  owner: Owner,
  id: string,
  document_id: string,
): Promise<DocumentRow & { bytes: Buffer }> {
  const found = await readSender(owner, id)
  const document = await msg_sender_documents.find({
    ...ownerOf(owner),
    sender_row_id: found.id,
    id: document_id,
    removed_at: null,
  })
  const bytes = document === undefined ? undefined : await store.get(document.sha256)
  if (document === undefined || bytes === undefined) throw noneHere('document')
  return { ...document, bytes }
}

/** Before the request lies with an operator. */
export async function removeDocument(
  caller: MessagingCaller,
  id: string,
  document_id: string,
): Promise<void> {
  const { operators } = await findSender(caller, id)
  if (operators.some(({ submittedAt }) => submittedAt !== null))
    throw wrongState('This sender ID was handed to an operator; its documents stay.')
  const removed = await msg_sender_documents.change(
    { ...ownerOf(caller), sender_row_id: id, id: document_id, removed_at: null },
    { removed_at: clock.instant() },
  )
  if (removed === 0) throw noneHere('document')
}

/** Of these files the ones that a document still needs. */
export async function keptFiles(hashes: readonly string[]): Promise<string[]> {
  const found = await rows<{ sha256: string }>(
    sql`select distinct sha256 from msg_sender_documents
        where removed_at is null and sha256${oneOf(hashes)}`,
  )
  return found.map(({ sha256 }) => sha256)
}
