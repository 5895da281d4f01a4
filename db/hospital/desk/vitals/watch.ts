// How each visit stands by its last set (VIT-12, VIT-19), and the two things that the clock does:
// observations that are late, and alerts that nobody acknowledges.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes, timeIn } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { isOpen, visitRecord, type Visit } from '../visits/rows.ts'
import { note, raise } from './alerts.ts'
import { watching } from './assess.ts'
import { vital_alerts, vital_watches, vitals } from './tables.ts'
import { tellNext } from './tell-alerts.ts'

const urgencies = ['LOW', 'LOW_MEDIUM', 'MEDIUM', 'HIGH']
const piece = 200

/** Written anew from the newest set that counts; without one there is nothing to watch. */
export async function watch(caller: Caller, visit: Visit): Promise<void> {
  const { hospital_id } = caller
  const [last] = await vitals.all(
    { hospital_id, visit_id: visit.id, voided_at: null },
    { order: ['-taken_at', '-id'], limit: 1 },
  )
  await vital_watches.remove({ hospital_id, visit_id: visit.id })
  if (last === undefined) return
  const score = watching(last.scores)
  await vital_watches.insert({
    visit_id: visit.id,
    hospital_id,
    facility_id: visit.facility_id,
    patient_id: visit.patient_id,
    vitals_id: last.id,
    score,
    band: score?.band ?? null,
    urgency: urgencies.indexOf(score?.band ?? ''),
    triggers: score?.trigger ?? false,
    last_at: last.taken_at,
    due_at: last.next_due_at,
    late_at: lateAt(last.taken_at, last.next_due_at, visit, score?.trigger ?? false),
  })
}

/**
 * A quarter of the interval or 15 minutes, whichever is longer, after it was due. Nobody observes
 * an outpatient who is well; of an admission care keeps the plan (CAR-129).
 */
function lateAt(
  taken_at: string,
  due_at: string | null,
  visit: Visit,
  triggers: boolean,
): string | null {
  const watched = visit.visit_class === 'EMERGENCY' || triggers
  if (due_at === null || visit.admission_id !== null || !watched) return null
  const due = Date.parse(due_at)
  const grace = Math.max(minutes(15), (due - Date.parse(taken_at)) / 4)
  return new Date(due + grace).toISOString()
}

/** How many were raised. */
export async function tellLate(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const now = clock.instant()
  const late = await vital_watches.read(
    sql`select ${vital_watches.selection()} from vital_watches
      where hospital_id = ${hospital_id} and late_at is not null and late_at <= ${now}
      order by late_at limit ${piece}`,
  )
  let raised = 0
  for (const one of late) {
    const visit = await visitRecord.get(caller, one.visit_id)
    const due =
      one.due_at === null
        ? ''
        : ` at ${timeIn(await zoneOf(caller, visit.facility_id), new Date(one.due_at))}`
    await run(
      sql`update vital_watches set late_at = null, updated_at = ${now} where visit_id = ${one.visit_id}`,
    )
    if (!isOpen(visit)) continue
    await raise(asAt(caller, visit), visit, null, [
      {
        kind: 'OBSERVATION_LATE',
        severity: one.urgency >= 2 ? 'DANGER' : 'WARNING',
        message: `The observation was due${due}.`,
        fields: [],
      },
    ])
    raised += 1
  }
  return raised
}

const asAt = (caller: Caller, { facility_id }: Visit): Caller => ({ ...caller, facility_id })

/** VIT-13: on to the clinician on call, after 30 minutes more to the medical officer in charge. */
export async function escalateAlerts(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const due = await vital_alerts.read(
    sql`select ${vital_alerts.selection()} from vital_alerts
      where hospital_id = ${hospital_id} and status = 'OPEN' and escalate_at is not null
      and escalate_at <= ${clock.instant()} order by escalate_at limit ${piece}`,
  )
  for (const alert of due) {
    const visit = await visitRecord.get(caller, alert.visit_id)
    const level = alert.level + 1
    const told = await tellNext(asAt(caller, visit), visit, alert, level)
    await vital_alerts.change(
      { hospital_id, id: alert.id },
      {
        level,
        notified: [...alert.notified, ...told],
        escalate_at: level >= 2 ? null : instantIn(minutes(30)),
      },
    )
    note(caller, 'vital_alert.escalate', alert, {
      changes: { level: [alert.level, level] },
    })
  }
  return due.length
}
