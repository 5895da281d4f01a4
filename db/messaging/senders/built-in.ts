// Sender IDs that come with an account: SMSTEST in test mode, KITUO for a hospital (MSG-581, MSG-601).

import { type Owner, ownerOf } from '../caller.ts'
import { operatorCodes } from '../routing/operators.ts'
import { msg_sender_ids, msg_sender_operators } from './tables.ts'

export async function insertBuiltIn(owner: Owner, sender_id: string, at: string): Promise<void> {
  const made = await msg_sender_ids.insert({
    ...ownerOf(owner),
    sender_id,
    name_key: sender_id.toUpperCase(),
    status: 'approved',
    purpose: 'Comes with the account.',
    sample_message: `A message from ${sender_id}.`,
    built_in: true,
  })
  const codes = await operatorCodes()
  await msg_sender_operators.insertMany(
    codes.map((operator_code) => ({
      ...ownerOf(owner),
      sender_row_id: made.id,
      operator_code,
      status: 'approved' as const,
      submitted_at: at,
      decided_at: at,
    })),
  )
}
