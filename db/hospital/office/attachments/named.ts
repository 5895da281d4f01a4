// Files that a body names: they must be there, and be of the person whose matter it is.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { invalid, noSuch } from '../../../core/refusal.ts'
import { type AttachmentRow, attachmentRecord } from './attachments.ts'

export async function attachmentsMustBe(caller: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) await thereIs(caller, id)
}

/** The file that stands for a proof; nothing where none is named. */
export async function proofOf(
  caller: Caller,
  patient_id: string | null,
  id: string | null | undefined,
  field = 'attachment_id',
): Promise<string | null> {
  if (id === null || id === undefined || id === '') return null
  const file = await thereIs(caller, id)
  if (patient_id !== null && file.patient_id !== null && file.patient_id !== patient_id) {
    throw invalid(field, "is another patient's file.")
  }
  return id
}

async function thereIs(caller: Caller, id: string): Promise<AttachmentRow> {
  if (!isId(id)) throw noSuch('attachment')
  const file = await attachmentRecord.get(caller, id)
  if (file.removed_at !== null) throw noSuch('attachment')
  return file
}
