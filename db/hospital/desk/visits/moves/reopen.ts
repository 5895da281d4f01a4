// A closed visit goes on (3.2 reopen; VIS-16): within a day, for the living, once at a time.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { writable } from '../../patients/rows.ts'
import { settingsOf } from '../../patients/settings.ts'
import { moved } from './events.ts'
import { go, nextStep } from './go.ts'
import { visit_life } from '../life.ts'
import { openVisitRow } from './open.ts'
import { visitRecord } from '../rows.ts'
import type { ReopenInput, VisitView } from '../shapes.ts'
import { nonOpen, targetNamed } from '../queue/targets.ts'
import { gone } from '../visits.ts'

export async function reopen(caller: Caller, id: string, input: ReopenInput): Promise<VisitView> {
  // The patient before the visit: whoever opens another one takes the same turn.
  const seen = await visitRecord.get(caller, id)
  await writable(caller, seen.patient_id)
  const visit = await visitRecord.locked(caller, id)
  fresh(caller, visit)
  visit_life.move('reopen', visit.status, visit.number)
  const { reopen_hours } = await settingsOf(caller)
  if (clock.ms() - Date.parse(visit.closed_at ?? visit.opened_at) > hours(reopen_hours)) {
    throw conflict(
      `Visit ${visit.number} was closed more than ${reopen_hours} hours ago: open a new one.`,
      'too_late',
    )
  }
  const other = await openVisitRow(caller, visit.patient_id)
  if (other !== undefined) throw conflict(`Visit ${other.number} is open now. Close it first.`)
  const point = input.to
    ? await targetNamed(caller, visit, input.to)
    : (await nextStep(caller, visit)).point
  if (point === undefined) throw input.to ? nonOpen('OTHER') : whereTo()
  const again = await moved(
    caller,
    visit,
    'reopen',
    { status: 'REGISTERED', outcome: null, closed_at: null, closed_by: null },
    {
      reason: input.reason,
      detail: { outcome: visit.outcome, outcome_note: visit.outcome_note },
    },
  )
  return gone(caller, await go(caller, again, { point, cleared: true, reason: input.reason }))
}

const whereTo = () => conflict('Nothing of this visit is due: say which service point it goes to.')
