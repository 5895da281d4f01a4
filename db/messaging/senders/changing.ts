// What goes with every change of a sender ID: its state follows its operators', the kept approvals
// are forgotten, the audit is told.

import { note } from '../accounts/audit.ts'
import { type Actor, ownerOf } from '../caller.ts'
import { forgetApprovals } from './approval.ts'
import { type SenderRow, operatorsFor } from './senders.ts'
import { msg_sender_ids } from './tables.ts'
import type { SenderState } from './words.ts'

/** MSG-412: approved when any operator approved, else pending when one is pending, else rejected. */
export async function settle(found: SenderRow): Promise<SenderState> {
  const states = new Set((await operatorsFor([found.id])).map(({ status }) => status))
  const status = states.has('approved')
    ? 'approved'
    : states.has('pending')
      ? 'pending'
      : 'rejected'
  await changeRow(found, { status })
  return status
}

export async function changeRow(found: SenderRow, changes: Partial<SenderRow>): Promise<void> {
  await msg_sender_ids.change({ hospital_id: found.hospital_id, id: found.id }, changes)
  forgetApprovals()
}

export const noteSender = (
  by: Actor,
  action: string,
  found: SenderRow,
  about: { from?: string; to?: string; reason?: string | null },
): Promise<void> =>
  note(by, action, {
    owner: ownerOf(found),
    entity: 'sender',
    entity_id: found.id,
    label: found.sender_id,
    ...about,
  })
