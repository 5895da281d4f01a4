// A visit's history (VIS-22), the audit log beside it, and who is on its care team (PRV-2).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { run } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { record } from '../../../office/audit/record.ts'
import { stateOf, type Visit } from '../rows.ts'
import { visit_events, visit_team, visits } from '../tables.ts'
import type { event_kinds } from '../words.ts'

export interface Event {
  kind?: (typeof event_kinds)[number]
  reason?: string | null | undefined
  detail?: Record<string, unknown>
}

/**
 * Writes a visit as it becomes and keeps what it was. The version moves, the visit is touched, and
 * whoever did it cares for the patient from now on.
 */
export async function moved(
  caller: Caller,
  before: Visit,
  move: string,
  changes: Partial<Visit>,
  event: Event = {},
): Promise<Visit> {
  const { hospital_id } = caller
  const touched_at = clock.instant()
  const after = { ...before, ...changes, touched_at, version: before.version + 1 }
  await visits.change({ hospital_id, id: before.id }, { ...changes, touched_at })
  await note(caller, before, move, after, event)
  return after
}

export async function note(
  caller: Caller,
  before: Visit,
  move: string,
  after: Visit,
  { kind = 'MOVE', reason, detail }: Event = {},
): Promise<void> {
  const from_state = stateOf(before)
  const to_state = stateOf(after)
  await visit_events.insert({
    hospital_id: caller.hospital_id,
    visit_id: before.id,
    kind,
    move,
    from_state,
    to_state,
    at: clock.instant(),
    user_id: caller.user_id,
    by_name: caller.name,
    // A longer note stands whole where it was written.
    reason: reason?.slice(0, 500).toWellFormed() ?? null,
    detail: detail ?? null,
  })
  await joinTeam(caller, before.id)
  record(caller, `visit.${move.replaceAll(' ', '_')}`, {
    entity_type: 'visit',
    entity_id: before.id,
    entity_label: before.number,
    patient_id: before.patient_id,
    from_state,
    to_state,
    reason,
    changes: detail === undefined ? undefined : { detail: [null, detail] },
  })
}

/** Also for areas that record on a visit: vitals, orders, notes. */
export async function joinTeam(caller: Caller, visit_id: string): Promise<void> {
  const { hospital_id, user_id } = caller
  if (user_id === null) return
  const known = await visit_team.find({ hospital_id, visit_id, user_id })
  if (known !== undefined) return
  await run(
    sql`insert into visit_team (hospital_id, visit_id, user_id, since)
      values (${hospital_id}, ${visit_id}, ${user_id}, ${clock.instant()})
      on conflict (visit_id, user_id) do nothing`,
  )
}
