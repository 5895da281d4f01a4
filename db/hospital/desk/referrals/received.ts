// What is answered to a referral, and how it ends (front office 3.5).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'
import { practisingSigner } from '../amendments/practising.ts'
import { tell } from '../../neighbours/telling.ts'
import { bookForReferral } from '../../neighbours/transfers.ts'
import { writable } from '../patients/rows.ts'
import { attachmentsMustBe } from '../../office/attachments/named.ts'
import { referralRecord, type Row } from './record.ts'
import { whole } from './referrals.ts'
import type { AcceptInput, FeedbackInput, ReferralWhole } from './shapes.ts'

export async function accept(
  caller: Caller,
  id: string,
  input: AcceptInput,
): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'accept')
  await writable(caller, before.patient_id)
  const at = input.appointment_at ? new Date(input.appointment_at).toISOString() : null
  const answered = {
    answered_at: clock.instant(),
    answered_by_name: input.answered_by_name || caller.name,
    decline_reason: null,
    ...(at === null ? {} : { appointment_at: at }),
    ...(input.receiving_clinician ? { receiving_clinician: input.receiving_clinician } : {}),
  }
  if (before.direction === 'IN') {
    if (at === null && !input.receiving_clinician) {
      throw invalid('receiving_clinician', 'or appointment_at is required.')
    }
    const booked = at === null ? null : await book(caller, before, at)
    return whole(
      caller,
      await referralRecord.moved(
        caller,
        before,
        'accept',
        { ...answered, appointment_id: booked?.id ?? null },
        input.note || null,
      ),
    )
  }
  const after = await referralRecord.moved(caller, before, 'accept', answered, input.note || null)
  await tellReferrer(caller, after, 'was accepted')
  return whole(caller, after)
}

/** REF-6: by the rules of appointments, whose refusals are handed on. */
const book = (caller: Caller, row: Row, scheduled_for: string) =>
  bookForReferral(caller, {
    patient_id: row.patient_id,
    referral_id: row.id,
    scheduled_for,
    department: row.department,
    reason: `Referral ${row.number}`,
  })

export async function decline(
  caller: Caller,
  id: string,
  { reason, answered_by_name }: { reason: string; answered_by_name?: string | null | undefined },
): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'decline')
  const after = await referralRecord.moved(
    caller,
    before,
    'decline',
    {
      decline_reason: reason,
      answered_at: clock.instant(),
      answered_by_name: answered_by_name || caller.name,
    },
    reason,
  )
  if (after.direction === 'OUT') await tellReferrer(caller, after, `was declined: ${reason}`)
  return whole(caller, after)
}

/** Theirs to us, or ours to them, signed by a clinician. Also about somebody who has died. */
export async function feedback(
  caller: Caller,
  id: string,
  input: FeedbackInput,
): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'feedback')
  if (!input.diagnosis && !input.treatment) {
    throw invalid('diagnosis', 'or treatment is required.')
  }
  if (input.attachment_ids !== undefined) await attachmentsMustBe(caller, input.attachment_ids)
  const own = before.direction === 'IN' ? await practisingSigner(caller) : null
  const after = await referralRecord.moved(caller, before, 'feedback', {
    feedback: {
      at: clock.instant(),
      by_name: own?.name ?? (input.by_name || before.facility),
      diagnosis: input.diagnosis || null,
      treatment: input.treatment || null,
      advice: input.advice || null,
      follow_up_on: input.follow_up_on ?? null,
      attachment_ids: input.attachment_ids ?? [],
    },
  })
  if (after.direction === 'OUT') await tellReferrer(caller, after, 'has feedback')
  return whole(caller, after)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'cancel')
  return whole(
    caller,
    await referralRecord.moved(caller, before, 'cancel', { cancel_reason: reason }, reason),
  )
}

/** Entered in error: it stays at its place and leaves every list. */
export async function voidReferral(
  caller: Caller,
  id: string,
  reason: string,
): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'void')
  return whole(
    caller,
    await referralRecord.moved(caller, before, 'void', { cancel_reason: reason }, reason),
  )
}

async function tellReferrer(caller: Caller, row: Row, what: string): Promise<void> {
  if (row.created_by_id === null || row.created_by_id === caller.user_id) return
  await tell(caller, {
    to: { user: row.created_by_id },
    kind: 'referral.answered',
    title: 'A referral was answered',
    body: `${row.number} to ${row.facility} ${what}.`,
    entity: { type: 'referral', id: row.id },
  })
}
