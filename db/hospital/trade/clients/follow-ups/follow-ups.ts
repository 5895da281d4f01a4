// Follow-ups (commercial 3.6, COM-73): opened for somebody, seen to or dropped.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { aboutWhom, doneOn, readFollowUp, refusePast } from './input.ts'
import { tellAssigned } from './notices.ts'
import { follow_up_life, followUpRecord, type FollowUpRow } from './record.ts'
import type { CompleteFollowUp, FollowUpChange, FollowUpInput } from './shapes.ts'
import type { FollowUpSource } from './words.ts'

interface From {
  source: FollowUpSource
  source_id?: string | null
}

/** One of which a day is over is written down with what came of it. */
export async function open(
  caller: Caller,
  input: FollowUpInput,
  { source, source_id = null }: From = { source: 'MANUAL' },
): Promise<FollowUpRow> {
  const {
    client_id = null,
    patient_id = null,
    done_on,
    outcome,
    subject,
    due_on,
    kind = null,
    ...rest
  } = input
  if (!done_on) await refusePast(caller, due_on)
  if (done_on && !outcome) throw invalid('outcome', 'is required.')
  const said = await readFollowUp(caller, { ...rest, subject, due_on, kind })
  const row = await followUpRecord.created(caller, {
    ...said,
    ...(await aboutWhom(caller, { client_id, patient_id })),
    subject,
    due_on,
    kind: said.kind ?? 'CALL',
    source,
    source_id,
    created_by_name: caller.name,
  })
  if (!done_on) {
    await tellAssigned(caller, row)
    return row
  }
  const changes = { done_on: await doneOn(caller, done_on), outcome: outcome ?? null }
  return followUpRecord.moved(caller, row, 'complete', changes)
}

export async function change(
  caller: Caller,
  id: string,
  input: FollowUpChange,
): Promise<FollowUpRow> {
  const before = await followUpRecord.locked(caller, id)
  fresh(caller, before)
  const { status } = before
  if (status !== 'OPEN') throw follow_up_life.refusal(status, `"${before.subject}"`)
  const said = await readFollowUp(caller, input, before)
  if (said.due_on !== undefined && said.due_on !== before.due_on) {
    await refusePast(caller, said.due_on)
  }
  const after = await followUpRecord.changed(caller, before, 'update', said)
  if (after.assigned_to_id !== before.assigned_to_id) await tellAssigned(caller, after)
  return after
}

/** The next one is about the same, and for the same person unless another is named. */
export async function complete(
  caller: Caller,
  id: string,
  { outcome, done_on, next = null }: CompleteFollowUp,
): Promise<{ row: FollowUpRow; next: FollowUpRow | null }> {
  const before = await followUpRecord.begin(caller, id, 'complete')
  const changes = { outcome, done_on: await doneOn(caller, done_on) }
  const row = await followUpRecord.moved(caller, before, 'complete', changes)
  if (next === null) return { row, next }
  const { client_id, patient_id, assigned_to_id, assigned_to_name, source, source_id } = before
  const named = next.assigned_to_id !== undefined || next.assigned_to_name !== undefined
  const whose = named ? {} : { assigned_to_id, assigned_to_name }
  const following = { ...whose, ...next, client_id, patient_id }
  return { row, next: await open(caller, following, { source, source_id }) }
}

export const cancel = async (caller: Caller, id: string, reason: string): Promise<FollowUpRow> =>
  followUpRecord.moved(
    caller,
    await followUpRecord.begin(caller, id, 'cancel'),
    'cancel',
    { outcome: reason },
    reason,
  )
