// Sending an entry to another point (3.3): the visit goes with it where it leads, else a new entry
// is carried there.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { finish } from './entries.ts'
import { viewEntry } from './entry-view.ts'
import { go, mustBeMine } from '../moves/go.ts'
import { entry_life } from '../life.ts'
import { type Entry, queueEntryRecord } from '../rows.ts'
import type { QueueEntry, TransferInput } from '../shapes.ts'
import { queue_entries } from '../tables.ts'
import { take, leads } from './take.ts'
import { targetNamed } from './targets.ts'

/** Priority and token are kept; the waiting begins anew. Answers the new entry. */
export async function transfer(
  caller: Caller,
  id: string,
  input: TransferInput,
): Promise<QueueEntry> {
  const { visit, entry, point } = await take(caller, id)
  entry_life.move('transfer', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  const to = await targetNamed(
    caller,
    visit ?? { facility_id: entry.facility_id, clinician_id: null, department: null },
    input.to,
  )
  if (to.id === point.id) {
    throw conflict(`The patient is already waiting at ${point.name}.`, 'same_point')
  }
  if (!leads(visit, entry)) return carry(caller, entry, to, input)
  // Sent to another point: what was not finished here was not served here.
  await finish(caller, entry, 'TRANSFERRED', 'transfer')
  const gone = await go(caller, visit, {
    point: to,
    from: entry,
    move: 'transfer',
    overrides: input.overrides,
    clinician_id: input.clinician_id,
    note: input.note,
    reason: input.reason,
  })
  const shown = gone.entry === null ? await queueEntryRecord.get(caller, id) : gone.entry
  return { ...(await viewEntry(caller, shown)), warnings: gone.warnings }
}

async function link({ hospital_id }: Caller, from: Entry, to: Entry): Promise<void> {
  await queue_entries.change({ hospital_id, id: from.id }, { next_entry_id: to.id })
  await queue_entries.change({ hospital_id, id: to.id }, { from_entry_id: from.id })
}

/** A token without a visit, or an admitted patient's entry. */
async function carry(
  caller: Caller,
  entry: Entry,
  to: PointRow,
  { clinician_id, note }: TransferInput,
): Promise<QueueEntry> {
  await finish(caller, entry, 'TRANSFERRED', 'transfer')
  const now = clock.instant()
  const made = await queue_entries.insert({
    hospital_id: caller.hospital_id,
    facility_id: to.facility_id,
    service_point_id: to.id,
    visit_id: entry.visit_id,
    patient_id: entry.patient_id,
    token: entry.token,
    day: entry.day,
    priority: entry.priority,
    priority_reason: entry.priority_reason,
    status: 'WAITING',
    clinician_id: clinician_id ?? null,
    entered_at: now,
    sort_at: now,
    sort_id: entry.id,
    from_entry_id: entry.id,
    label: entry.label,
    note: note ?? null,
  })
  await link(caller, entry, made)
  return viewEntry(caller, made)
}
