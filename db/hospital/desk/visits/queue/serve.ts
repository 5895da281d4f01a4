// A patient comes to the counter: called or straight from the queue (3.2 serve).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import type { Override } from '../../gates/shapes.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import type { PointKind } from '../../service-points/words.ts'
import { turn, waitOver } from './entries.ts'
import { moved } from '../moves/events.ts'
import { passGates } from '../moves/gating.ts'
import type { Gone } from '../moves/go.ts'
import { counterOf } from './counters.ts'
import { visit_life } from '../life.ts'
import { type Entry, openEntry, type Visit } from '../rows.ts'

interface Serving {
  counter?: string | null | undefined
  overrides?: readonly Override[] | undefined
}

/** Points at which a clinician is seen. */
const seen_at: readonly PointKind[] = ['CONSULTATION', 'CLINIC', 'MATERNITY', 'EMERGENCY']

export async function serveNow(caller: Caller, visit: Visit, serving: Serving): Promise<Gone> {
  const status = visit_life.move('serve', visit.status, visit.number)
  const point = await points.servicePointRecord.get(caller, visit.service_point_id ?? '')
  const warnings = await passGates(caller, 'visit.serve', visit, point, serving.overrides)
  const open = await openEntry(caller, visit.id)
  const entry = open === undefined ? null : await serveEntry(caller, open, point, serving)
  const now = clock.instant()
  const after = await moved(
    caller,
    visit,
    'serve',
    {
      status,
      first_served_at: visit.first_served_at ?? now,
      waiting_since: null,
      ...(seen_at.includes(point.kind) && visit.seen_by_clinician_at === null
        ? { seen_by_clinician_at: now }
        : {}),
    },
    { detail: { point: point.code, counter: entry?.counter ?? null } },
  )
  return { visit: after, entry, warnings }
}

export async function serveEntry(
  caller: Caller,
  entry: Entry,
  point: PointRow,
  { counter }: Serving,
): Promise<Entry> {
  return turn(caller, entry, 'serve', {
    status: 'SERVING',
    started_at: clock.instant(),
    called_by: caller.user_id,
    counter: counter ? counterOf(point, counter) : (entry.counter ?? point.counters[0] ?? null),
    ...waitOver(entry),
  })
}
