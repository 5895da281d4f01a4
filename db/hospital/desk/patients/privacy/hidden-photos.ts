// Who took back the consent to a photo is seen by the care team alone (PAT-28).

import type { Caller } from '../../../../core/caller.ts'
import { refusing } from './consents.ts'
import { mayOpen } from './privacy.ts'

/** Of these patients, those whose photo is not for this caller. */
export async function hiddenPhotos(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<Set<string>> {
  if (patient_ids.length === 0) return new Set()
  const refused = await refusing(caller, patient_ids, 'PHOTO')
  const open = await mayOpen(caller, refused)
  return new Set(refused.filter((id) => !open.has(id)))
}
