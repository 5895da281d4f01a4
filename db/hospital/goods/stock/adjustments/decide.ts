// Submitting an adjustment and deciding on it (3.2, STK-47).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { run } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { controlledParties } from '../register/parties.ts'
import { settingsOf } from '../settings/settings.ts'
import { ownStore } from '../stores/keeping.ts'
import { type InHand, postAdjustment, takeInHand, valuesOf } from './posting.ts'
import { reasonOf, type ReasonRow } from './reasons.ts'
import { adjustment_content, adjustmentRecord, type AdjustmentRow } from './record.ts'

type Token = string | null | undefined

export async function submit(caller: Caller, id: string, token: Token): Promise<AdjustmentRow> {
  const before = await adjustmentRecord.begin(caller, id, 'submit')
  await ownStore(caller, before.store_id)
  const hand = await handOf(caller, before)
  if (hand.reason.needs_note && before.note === null && before.attachment_ids.length === 0) {
    throw invalid('note', `or an attachment is required with ${hand.reason.code}.`)
  }
  const values = valuesOf(hand)
  const controlled = [...hand.products.values()].some((product) => product.controlled)
  if (!(await needsApproval(caller, hand.reason, values, controlled))) {
    return posted(caller, hand, 'submit', {}, controlled, token)
  }
  if (controlled) await controlledParties(caller, token)
  await keepValues(hand, values)
  const value = values.reduce((sum, one) => sum + one, 0)
  return adjustmentRecord.moved(caller, before, 'submit', { status: 'SUBMITTED', value })
}

async function handOf(caller: Caller, row: AdjustmentRow): Promise<InHand> {
  const reason = await reasonOf(caller, row.reason_code)
  if (reason === undefined) throw new Error('the reason of an adjustment is not there')
  return takeInHand(caller, row, reason, await adjustment_content.of(caller, row.id))
}

/** STK-47. */
async function needsApproval(
  caller: Caller,
  reason: ReasonRow,
  values: readonly number[],
  controlled: boolean,
): Promise<boolean> {
  if (reason.needs_approval === 'always' || controlled) return true
  if (reason.needs_approval === 'never') return false
  const { adjust_approval_above } = await settingsOf(caller)
  const moved = values.reduce((sum, value) => sum + Math.abs(value), 0)
  return moved > Math.min(adjust_approval_above, reason.approval_above ?? adjust_approval_above)
}

/** By somebody else than who made it, with the stock as it lies then. */
export async function approve(
  caller: Caller,
  id: string,
  { note, witness_token }: { note?: string | null | undefined; witness_token?: Token },
): Promise<AdjustmentRow> {
  const before = await adjustmentRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.made_by_id, 'stock:approve', {
    words: 'You made this adjustment: somebody else must approve it.',
  })
  const hand = await handOf(caller, before)
  const controlled = [...hand.products.values()].some((product) => product.controlled)
  const by = { approved_by_name: caller.name }
  return posted(caller, hand, 'approve', by, controlled, witness_token, note ?? null)
}

async function posted(
  caller: Caller,
  hand: InHand,
  move: 'submit' | 'approve',
  by: Partial<AdjustmentRow>,
  controlled: boolean,
  token: Token,
  note: string | null = null,
): Promise<AdjustmentRow> {
  const parties = controlled ? await controlledParties(caller, token) : undefined
  const { value, entry_reference, values } = await postAdjustment(caller, hand, parties)
  await keepValues(hand, values)
  const posted_on = await today(caller)
  const now = { ...by, status: 'POSTED' as const, value, entry_reference, posted_on }
  return adjustmentRecord.moved(caller, hand.row, move, now, note)
}

async function keepValues({ lines }: InHand, values: readonly number[]): Promise<void> {
  for (const [at, { id }] of lines.entries()) {
    await run(sql`update adjustment_lines set value = ${values[at] ?? 0} where id = ${id}`)
  }
}

export async function reject(caller: Caller, id: string, note: string): Promise<AdjustmentRow> {
  const before = await adjustmentRecord.begin(caller, id, 'reject')
  return adjustmentRecord.moved(caller, before, 'reject', {}, note)
}

export async function cancel(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<AdjustmentRow> {
  const before = await adjustmentRecord.begin(caller, id, 'cancel')
  await ownStore(caller, before.store_id)
  return adjustmentRecord.moved(caller, before, 'cancel', {}, reason)
}
