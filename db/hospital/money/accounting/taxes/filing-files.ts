// The receipt of a return: a file that hangs on that return.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { attachmentsOf } from '../../../office/attachments/attachments.ts'
import { proofOf } from '../../../office/attachments/named.ts'

/** Null where none is named. */
export async function receiptOf(
  caller: Caller,
  filing_id: string,
  attachment_id: string | null | undefined,
): Promise<string | null> {
  const file = await proofOf(caller, null, attachment_id)
  if (file === null) return null
  const own = await attachmentsOf(caller, { type: 'filing', id: filing_id })
  if (own.some(({ id }) => id === file)) return file
  throw invalid('attachment_id', 'is no file of this return: add it to the return first.')
}
