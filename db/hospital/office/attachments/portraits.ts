// A file that is kept already becomes somebody's photo, named in the body that writes the record.
// The picture is developed before the transaction begins; what was wrong with it is said where the
// record would get it, so that a body that is sent twice is answered as before.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../../../core/caller.ts'
import { get, put } from '../../../store/files/store.ts'
import { inTurn } from '../../../store/files/turns.ts'
import { invalid, isRefusal, noSuch } from '../../../core/refusal.ts'
import { recordRead } from '../audit/reads.ts'
import { type AttachmentRow, allowed } from './attachments.ts'
import type { Found } from './entity.ts'
import { type Develop, type Print, print, replace } from './photos.ts'
import { eraseUnneeded } from './removal.ts'

interface Brought {
  attachment: AttachmentRow
  picture: Print
  /** Bytes that no photo may need any more when the work is over. */
  replaced: string[]
}

const ambient = new AsyncLocalStorage<Brought | { refusal: unknown }>()

/** Not inside a transaction; `work` opens it. Of a picture that was not hung nothing stays. */
export async function bring<T>(
  caller: Caller,
  named: { field: string; attachment_id: string | undefined },
  develop: Develop,
  work: () => Promise<T>,
): Promise<T> {
  if (named.attachment_id === undefined) return work()
  const brought = await developed(caller, named.field, named.attachment_id, develop).catch(
    (error: unknown) => ({ refusal: error }),
  )
  if ('refusal' in brought) return ambient.run(brought, work)
  const { full, thumb, kept } = brought.picture
  const hashes = [kept.sha256, kept.thumb_sha256]
  try {
    return await inTurn(hashes, async () => {
      await put(full)
      await put(thumb)
      return ambient.run(brought, work)
    })
  } finally {
    await eraseUnneeded([...hashes, ...brought.replaced])
  }
}

/** In the transaction that writes the record. */
export async function hang(
  caller: Caller,
  subject: string,
  to: Pick<Found, 'id' | 'label' | 'patient_id'>,
): Promise<void> {
  const brought = ambient.getStore()
  if (brought === undefined) throw new Error('no picture was brought')
  if ('refusal' in brought) throw brought.refusal
  const { attachment, picture, replaced } = brought
  await recordRead(caller, 'attachment.download', {
    entity_type: 'attachment',
    entity_id: attachment.id,
    entity_label: attachment.file_name,
    patient_id: attachment.patient_id,
  })
  const before = await replace(caller, to, subject, picture.kept)
  if (before !== undefined) replaced.push(before.sha256, before.thumb_sha256)
}

async function developed(
  caller: Caller,
  field: string,
  id: string,
  develop: Develop,
): Promise<Brought> {
  const attachment = await allowed(caller, id, 'read')
  const bytes = attachment.removed_at === null ? await get(attachment.sha256) : undefined
  if (bytes === undefined) throw noSuch('attachment')
  const picture = await print(caller, bytes, develop).catch((error: unknown) => {
    const unreadable = isRefusal(error) && error.status === 400 && error.code === 'invalid'
    throw unreadable ? invalid(field, 'is not a picture that can be read.') : error
  })
  return { attachment, picture, replaced: [] }
}
