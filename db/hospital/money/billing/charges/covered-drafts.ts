// Drafts that lean on a membership, an approval or an authorisation follow when it changes (3.6).

import type { Caller } from '../../../../core/caller.ts'
import { summed } from '../bills/drafts.ts'
import { billRecord } from '../bills/rows.ts'
import { bills } from '../bills/tables.ts'

/** Bills of one membership that are open at once are few; the oldest wait for the next change. */
const drafts_max = 100

export async function coverChanged(
  caller: Caller,
  { membership_id }: { membership_id: string },
): Promise<void> {
  const { hospital_id } = caller
  const drafts = await bills.all(
    { hospital_id, membership_id, status: 'DRAFT' },
    { order: ['-created_at', 'id'], limit: drafts_max },
  )
  for (const { id } of drafts) {
    const draft = await billRecord.locked(caller, id)
    if (draft.status === 'DRAFT') await summed(caller, draft)
  }
}

export async function authorisationGiven(
  caller: Caller,
  about: { visit_id: string; scheme_id: string; membership_id: string; number: string | null },
): Promise<void> {
  const { hospital_id } = caller
  const { visit_id, scheme_id, membership_id, number } = about
  const drafts = await bills.all({ hospital_id, visit_id, scheme_id, status: 'DRAFT' })
  for (const { id } of drafts) {
    const draft = await billRecord.locked(caller, id)
    if (draft.status !== 'DRAFT') continue
    const said = {
      authorisation_no: number,
      membership_id: draft.membership_id ?? membership_id,
    }
    await bills.change({ hospital_id, id }, said)
    await summed(caller, { ...draft, ...said, version: draft.version + 1 })
  }
}
