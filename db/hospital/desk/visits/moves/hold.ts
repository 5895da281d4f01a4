// A visit on hold and back (3.2 hold, resume, results ready).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { fresh } from '../../../../core/versions.ts'
import { pendingFor } from '../../../neighbours/diagnostics.ts'
import * as points from '../../service-points/service-points.ts'
import { heldNow, turn } from '../queue/entries.ts'
import { moved } from './events.ts'
import { go, type Gone, mustBeMine, servedAt } from './go.ts'
import { visit_life } from '../life.ts'
import {
  alreadyClosed,
  type Entry,
  isOpen,
  mustBe,
  openEntry,
  visitRecord,
  type Visit,
} from '../rows.ts'
import type { HoldInput } from '../shapes.ts'
import { nearest } from '../queue/targets.ts'
import type { HoldReason } from '../words.ts'

export async function hold(caller: Caller, id: string, input: HoldInput): Promise<Visit> {
  const visit = await visitRecord.locked(caller, id)
  if (!isOpen(visit)) throw alreadyClosed()
  await mustBe(caller, visit, input.expected_state)
  fresh(caller, visit)
  visit_life.move('hold', visit.status, visit.number)
  const entry = await openEntry(caller, visit.id)
  await mustBeMine(caller, visit, entry)
  return holdNow(caller, visit, entry, input.hold_reason, input.note)
}

export async function holdNow(
  caller: Caller,
  visit: Visit,
  entry: Entry | undefined,
  hold_reason: HoldReason,
  note?: string | null,
): Promise<Visit> {
  if (entry !== undefined) {
    await turn(caller, entry, 'hold', {
      status: 'ON_HOLD',
      held_at: clock.instant(),
      ...(note ? { note } : {}),
    })
  }
  return moved(
    caller,
    visit,
    'hold',
    { status: 'ON_HOLD', hold_reason, waiting_since: null },
    { reason: note, detail: { hold_reason } },
  )
}

/** At the same point, at the front of its class. */
export async function resumeNow(
  caller: Caller,
  visit: Visit,
  entry: Entry,
  note?: string,
): Promise<Gone> {
  const now = clock.instant()
  const back = await turn(caller, entry, 'resume', {
    status: 'WAITING',
    sort_at: visit.first_waiting_at ?? entry.sort_at,
    held_s: entry.held_s + heldNow(entry),
    held_at: null,
    called_by: null,
    ...(note === undefined ? {} : { note }),
  })
  const after = await moved(caller, visit, 'resume', {
    status: 'WAITING',
    hold_reason: null,
    waiting_since: now,
  })
  return { visit: after, entry: back, warnings: [] }
}

/**
 * FRO-10, of diagnostics: the last result of a patient who waits for it is there. It never refuses;
 * who does not wait for results stays where he is.
 */
export async function resultsReady(
  caller: Caller,
  asked: { visit_id: string; order_id: string; complete: boolean },
): Promise<void> {
  if (!asked.complete) return
  const seen = await visitRecord.get(caller, asked.visit_id).catch(() => undefined)
  if (seen === undefined) return
  const visit = await visitRecord.locked(caller, seen.id)
  if (visit.status !== 'ON_HOLD' || visit.hold_reason !== 'AWAITING_RESULTS') return
  const pending = await pendingFor(caller, { visit_id: visit.id })
  if (pending.some(({ order_id }) => order_id !== asked.order_id)) return
  const point = await clinicianPoint(caller, visit)
  if (point === undefined) return
  const entry = await openEntry(caller, visit.id)
  if (entry !== undefined && entry.service_point_id === point.id) {
    await resumeNow(caller, visit, entry, 'Results ready')
    return
  }
  await go(caller, visit, {
    point,
    move: 'results ready',
    cleared: true,
    sort_at: visit.first_waiting_at ?? undefined,
    note: 'Results ready',
  })
}

/** Where the patient was last seen, or another point of that kind. */
async function clinicianPoint(caller: Caller, visit: Visit) {
  const served = await servedAt(caller, visit.id)
  const kind = served.findLast((one) =>
    ['CONSULTATION', 'CLINIC', 'MATERNITY', 'EMERGENCY'].includes(one.kind),
  )?.kind
  const held =
    visit.service_point_id === null
      ? undefined
      : await points.servicePointRecord.get(caller, visit.service_point_id)
  if (kind === undefined || held?.kind === kind) return held
  return (await nearest(caller, visit, [kind])) ?? held
}
