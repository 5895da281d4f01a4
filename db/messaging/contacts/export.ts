// Contacts and opt-outs as files (MSG-435, MSG-455): read in pieces, written as they are read.

import { Readable } from 'node:stream'
import { batchesOf } from '../../store/batches.ts'
import { within } from '../../store/connection.ts'
import { sql, where } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { csvLine } from '../../core/csv-lines.ts'
import { mustBeGroup, ownedBy, read, shownAll } from './contacts.ts'
import type { Contact, OptOut } from './shapes.ts'

const bom = '\ufeff'
const columns = ['phone', 'firstName', 'lastName', 'language'] as const

export type FileFormat = 'csv' | 'jsonl'

/** Attributes of all contacts as columns would need a second walk: they stand in one, as JSON. */
export async function contactsFile(
  caller: MessagingCaller,
  { groupId, format }: { groupId?: string; format: FileFormat },
): Promise<Readable> {
  if (groupId !== undefined) await mustBeGroup(caller, groupId)
  await within(() =>
    note(caller, 'contact.export', {
      owner: ownerOf(caller),
      entity: 'contact',
      changes: { format, group_id: groupId ?? null },
    }),
  )
  return Readable.from(textOf(caller, groupId, format))
}

async function* textOf(
  caller: MessagingCaller,
  groupId: string | undefined,
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield bom + csvLine([...columns, 'attributes', 'optedOut'])
  const in_group =
    groupId === undefined
      ? undefined
      : sql`exists (select 1 from msg_group_members m where m.group_id = ${groupId} and m.contact_id = c.id)`
  const batches = batchesOf<{ id: string } & Awaited<ReturnType<typeof read>>[number]>(
    (after, limit) =>
      read(
        where([
          ...ownedBy(caller),
          in_group,
          after === undefined ? undefined : sql`c.id > ${after.id}`,
        ]),
        limit,
      ),
  )
  for await (const batch of batches) {
    const shown = await shownAll(batch)
    yield shown.map((one) => (format === 'csv' ? csvOf(one) : `${JSON.stringify(one)}\n`)).join('')
  }
}

const csvOf = (one: Contact): string =>
  csvLine([...columns.map((name) => one[name]), one.attributes, one.optedOut])

export function optOutsFile(format: FileFormat, batches: AsyncIterable<OptOut[]>): Readable {
  const names = [
    'phone',
    'scope',
    'source',
    'createdAt',
    'note',
    'evidence',
    'liftedAt',
    'liftedBy',
    'consentNote',
  ] as const
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield bom + csvLine(names)
    for await (const batch of batches) {
      yield batch
        .map((one) =>
          format === 'csv' ? csvLine(names.map((name) => one[name])) : `${JSON.stringify(one)}\n`,
        )
        .join('')
    }
  }
  return Readable.from(lines())
}
