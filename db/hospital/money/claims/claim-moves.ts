// Moves of a claim beyond its batch (3.6): what the scheme acknowledged, closing, cancelling.

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { itemsById } from '../billing/schemes/for-areas.ts'
import { find } from './claims.ts'
import { claimRecord, linesOf } from './rows.ts'
import type { AcknowledgeInput, ClaimOpened } from './shapes.ts'
import { claim_lines } from './tables.ts'

/** One that is rejected leaves its batch and keeps its folio: it is sent again under it (BIL-116). */
export async function acknowledge(
  caller: Caller,
  id: string,
  { result, errors = [], reference }: AcknowledgeInput,
): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'acknowledge')
  if (result === 'ACCEPTED') {
    await claimRecord.moved(caller, claim, 'acknowledge', {}, reference ?? null)
    return find(caller, id)
  }
  if (errors.length === 0) throw invalid('errors', 'is required for REJECTED.')
  const kept = errors.map(({ code, message, line_id }) => ({
    code: 'REJECTED' as const,
    message: code ? `${code}: ${message}` : message,
    line_id: line_id ?? null,
  }))
  const changes = { errors: kept, batch_id: null, due_on: null }
  await claimRecord.moved(caller, claim, 'reject', changes, kept[0]?.message ?? null)
  return find(caller, id)
}

export async function close(caller: Caller, id: string): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'close')
  if (claim.claimed !== claim.paid + claim.denied) {
    throw conflict(`Claim ${claim.number} still waits for an answer.`, 'pending')
  }
  const lines = await linesOf(caller, id)
  if (lines.some((line) => line.denied - line.accepted - line.to_patient > 0)) {
    throw conflict(`Claim ${claim.number} has denied lines that nobody decided.`, 'undecided')
  }
  await claimRecord.moved(caller, claim, 'close')
  return find(caller, id)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'cancel')
  const lines = await linesOf(caller, id)
  const items = await itemsById(
    caller,
    lines.map(({ item_id }) => item_id),
  )
  const owed = lines.some(({ item_id }) => {
    const item = items.get(item_id)
    if (item === undefined) return false
    return item.covered - item.moved_from_scheme - (item.credited - item.credited_share) > 0
  })
  if (owed) {
    throw conflict(
      `The bills of claim ${claim.number} still have a share of the scheme: rebill or credit them first.`,
      'owed',
    )
  }
  const { hospital_id } = caller
  await claim_lines.change({ hospital_id, claim_id: id }, { live: false })
  await claimRecord.moved(caller, claim, 'cancel', { claimed: 0 }, reason)
  return find(caller, id)
}
