// What an incident was, for its report (EMG-19): counts, times, who worked, which beds and referrals
// it took, who came, and what happened when. A fixed number of statements, however many came.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { minutesFrom, type Row, viewAll } from './emergencies.ts'
import { incidentRecord } from './incident-rows.ts'
import { find, unbilledOf } from './incidents.ts'
import type { CasualtyIncident, Emergency } from './shapes.ts'
import { emergencies } from './tables.ts'

export interface IncidentReport {
  incident: CasualtyIncident
  unidentified_reason: string | null
  undisposed: number
  unbilled: number
  outcomes: readonly { disposition: string; count: number }[]
  /** Median minutes from arrival; null while there is none. */
  times: { triage: number | null; treatment: number | null; disposition: number | null }
  late: number
  staff: readonly { name: string; entries: number }[]
  beds: readonly string[]
  referrals: readonly { number: string; facility: string }[]
  casualties: readonly Casualty[]
  timeline: readonly Happened[]
}

export interface Casualty {
  tag: string
  /** Null: the reader may not see who it is. */
  person: string | null
  number: string | null
  acuity: string | null
  arrived_at: string
  triaged_at: string | null
  seen_at: string | null
  disposed_at: string | null
  disposition: string | null
}

export interface Happened {
  at: string
  tag: string | null
  move: string
  by: string
}

/** More than any incident has had; a paper of this many lines is some eighty pages. */
const lines_max = 4000

export async function reportOf(caller: Caller, id: string): Promise<IncidentReport> {
  const row = await incidentRecord.get(caller, id)
  const incident = await find(caller, id)
  const { hospital_id } = caller
  const came = await emergencies.all(
    { hospital_id, casualty_incident_id: id },
    { order: ['arrived_at', 'id'], limit: lines_max },
  )
  const seen = await viewAll(caller, came)
  const events = await eventsOf(caller, id)
  await recordRead(caller, 'incident.report', {
    entity_type: 'casualty_incident',
    entity_id: id,
    entity_label: row.reference,
  })
  return {
    incident,
    unidentified_reason: row.unidentified_reason,
    undisposed: came.filter(({ status }) => status !== 'DISPOSED').length,
    unbilled: await unbilledOf(caller, id),
    outcomes: outcomesOf(came),
    times: {
      triage: median(came, ({ triage }) => triage?.at ?? null),
      treatment: median(came, ({ seen_at }) => seen_at),
      disposition: median(came, ({ disposed_at }) => disposed_at),
    },
    late: seen.filter(({ breached }) => breached).length,
    staff: staffOf(events),
    beds: [...new Set(came.flatMap(({ bed_label }) => bed_label ?? []))].sort(),
    referrals: await referralsOf(caller, id),
    casualties: seen.map(casualty),
    timeline: [
      { at: row.started_at, tag: null, move: 'started', by: row.started_by },
      ...events,
      ...(row.stood_down_at === null
        ? []
        : [{ at: row.stood_down_at, tag: null, move: 'stood_down', by: row.stood_down_by ?? '' }]),
    ],
  }
}

function casualty(one: Emergency): Casualty {
  const hidden = one.patient.restricted === true
  return {
    tag: one.tag ?? one.number,
    person: hidden ? null : (one.patient.full_name ?? null),
    number: hidden ? null : one.patient.number,
    acuity: one.acuity,
    arrived_at: one.arrived_at,
    triaged_at: one.triage?.at ?? null,
    seen_at: one.seen_at,
    disposed_at: one.disposed_at,
    disposition: one.disposition,
  }
}

async function eventsOf({ hospital_id }: Caller, id: string): Promise<Happened[]> {
  return rows<Happened>(
    sql`select v.at, coalesce(e.tag, e.number) as tag, v.move, v.by_name as by
      from emergency_events v join emergencies e on e.id = v.emergency_id
      where v.hospital_id = ${hospital_id} and e.casualty_incident_id = ${id}
      order by v.at, v.id limit ${lines_max}`,
  )
}

/** Of its casualties, whatever became of them later is in the referral itself. */
async function referralsOf({ hospital_id }: Caller, id: string) {
  return rows<{ number: string; facility: string }>(
    sql`select distinct r.number, r.facility from referrals r
      join emergencies e on e.visit_id = r.visit_id
      where r.hospital_id = ${hospital_id} and e.casualty_incident_id = ${id}
        and r.direction = 'OUT' and r.status not in ('DRAFT', 'CANCELLED')
      order by r.number limit ${lines_max}`,
  )
}

function outcomesOf(came: readonly Row[]): { disposition: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { disposition } of came) {
    if (disposition !== null) counts.set(disposition, (counts.get(disposition) ?? 0) + 1)
  }
  return [...counts]
    .map(([disposition, count]) => ({ disposition, count }))
    .sort((a, b) => b.count - a.count)
}

function staffOf(events: readonly Happened[]): { name: string; entries: number }[] {
  const counts = new Map<string, number>()
  for (const { by } of events) counts.set(by, (counts.get(by) ?? 0) + 1)
  return [...counts]
    .map(([name, entries]) => ({ name, entries }))
    .sort((a, b) => b.entries - a.entries || (a.name < b.name ? -1 : 1))
}

/** By nearest rank (QUE-13's manner). */
function median(came: readonly Row[], until: (row: Row) => string | null): number | null {
  const waited = came
    .flatMap((row) => {
      const at = until(row)
      return at === null ? [] : [Math.max(0, minutesFrom(row.arrived_at, at))]
    })
    .sort((a, b) => a - b)
  return waited[Math.ceil(waited.length / 2) - 1] ?? null
}
