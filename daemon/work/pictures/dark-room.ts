// Where photos are developed: off the main thread.

import type { Caller } from '../../../db/core/caller.ts'
import type { Develop } from '../../../db/hospital/office/attachments/photos.ts'
import { bring } from '../../../db/hospital/office/attachments/portraits.ts'
import { runInWorker } from '../workers.ts'
import { codecs } from './codecs.ts'

export const develop: Develop = async (negative) =>
  runInWorker('develop a photo', { negative, codecs: await codecs() })

/** Around a route whose body may name the file that becomes a patient's photo. */
export const portrayed = <T>(
  caller: Caller,
  { photo_attachment_id: attachment_id }: { photo_attachment_id?: string },
  before: string,
  go: () => Promise<T>,
): Promise<T> =>
  bring(caller, { field: `${before}photo_attachment_id`, attachment_id }, develop, go)
