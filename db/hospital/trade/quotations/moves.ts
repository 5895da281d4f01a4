// What becomes of a quotation that was sent (commercial 3.2, COM-26).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { over } from '../clients/follow-ups/for-areas.ts'
import { tellPreparer } from './drafts.ts'
import { calledQuotation, quotationRecord, type QuotationRow } from './record.ts'
import type { AcceptQuotation, DeclineQuotation } from './shapes.ts'

const done = (caller: Caller, { id }: QuotationRow, outcome: string): Promise<void> =>
  over(caller, { source: 'QUOTATION', source_id: id }, 'complete', outcome)

/** Until midnight of its last day, by the hospital's clock. */
export async function accept(
  caller: Caller,
  id: string,
  { answered_by, answered_at, note, client_po }: AcceptQuotation,
): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'accept')
  const { valid_until } = before
  if (valid_until !== null && valid_until < (await today(caller))) {
    throw conflict(
      `Quotation ${calledQuotation(before)} expired on ${valid_until}. Revise it to offer it again.`,
      'expired',
    )
  }
  const changes = {
    answered_at: answeredAt(answered_at),
    answered_by,
    answer_note: note || null,
    client_po: client_po || null,
  }
  await done(caller, before, `Accepted by ${answered_by}`)
  await tellPreparer(caller, before, 'accepted', `Accepted by ${answered_by}.`)
  return quotationRecord.moved(caller, before, 'accept', changes, note || null)
}

function answeredAt(said: string | null | undefined): string {
  const now = clock.instant()
  if (said && said > now) throw invalid('answered_at', 'is in the future.')
  return said ?? now
}

export async function decline(
  caller: Caller,
  id: string,
  { decline_reason, answered_by, note }: DeclineQuotation,
): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'decline')
  if (decline_reason === 'OTHER' && !note) throw invalid('note', 'is required with OTHER.')
  const changes = {
    decline_reason,
    answered_at: clock.instant(),
    answered_by: answered_by || null,
    answer_note: note || null,
  }
  await done(caller, before, `Declined: ${decline_reason}`)
  return quotationRecord.moved(caller, before, 'decline', changes, note || null)
}

export async function expire(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<QuotationRow> {
  return expired(caller, await quotationRecord.begin(caller, id, 'expire'), reason)
}

/** By a person, or by the night after its last day. */
export async function expired(
  caller: Caller,
  before: QuotationRow,
  reason: string | null,
): Promise<QuotationRow> {
  await over(caller, { source: 'QUOTATION', source_id: before.id }, 'cancel', 'Expired')
  await tellPreparer(caller, before, 'expired', `It was valid until ${before.valid_until}.`)
  return quotationRecord.moved(caller, before, 'expire', {}, reason)
}

const unanswered = {
  sent_at: null,
  sent_by_name: null,
  sent_to: [],
  answered_at: null,
  answered_by: null,
  answer_note: null,
  client_po: null,
  decline_reason: null,
  valid_until: null,
}

/** The version before stays as it was sent. */
export async function revise(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'revise')
  await over(caller, { source: 'QUOTATION', source_id: id }, 'cancel', 'Offered anew')
  const changes = { ...unanswered, version_no: before.version_no + 1 }
  return quotationRecord.moved(caller, before, 'revise', changes, reason)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<QuotationRow> {
  return cancelled(caller, await quotationRecord.begin(caller, id, 'cancel'), reason)
}

async function cancelled(
  caller: Caller,
  before: QuotationRow,
  reason: string,
): Promise<QuotationRow> {
  await over(caller, { source: 'QUOTATION', source_id: before.id }, 'cancel', reason)
  return quotationRecord.moved(caller, before, 'cancel', {}, reason)
}

/** 3.1: what was offered to a client that is closed falls away. */
export async function fallAway(
  caller: Caller,
  found: readonly { id: string }[],
  reason: string,
): Promise<void> {
  for (const { id } of found) {
    const before = await quotationRecord.locked(caller, id)
    if (before.status === 'SENT') await cancelled(caller, before, reason)
  }
}
