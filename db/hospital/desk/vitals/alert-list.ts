// Alerts and patients who get worse, as lists: a fixed number of statements for a page.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, paged, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { patientsById } from '../patients/register/many.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { type AlertRow, vitalAlertRecord } from './alerts.ts'
import type { Deteriorating, VitalAlert } from './shapes.ts'
import { vital_alerts, vital_watches } from './tables.ts'

export interface AlertFilter extends PageAsked {
  facility_id?: string
  status?: VitalAlert['status']
  severity?: VitalAlert['severity']
  kind?: VitalAlert['kind']
  ward_id?: string
  service_point_id?: string
  patient_id?: string
}

/** Open ones first, danger first, then the newest. */
export async function list(caller: Caller, asked: AlertFilter): Promise<Page<VitalAlert>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(vital_alerts, asked, {
    alias: 'a',
    from: sql` from vital_alerts a${where([
      sql`a.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`a.facility_id${oneOf(scope)}`,
      when(asked.status, sql`a.status = ${asked.status}`),
      when(asked.severity, sql`a.severity = ${asked.severity}`),
      when(asked.kind, sql`a.kind = ${asked.kind}`),
      when(asked.patient_id, sql`a.patient_id = ${asked.patient_id}`),
      when(asked.service_point_id, sql`a.service_point_id = ${asked.service_point_id}`),
      when(
        asked.ward_id,
        sql`a.ward = (select name from locations where id = ${asked.ward_id ?? ''} and hospital_id = ${caller.hospital_id})`,
      ),
    ])}`,
    order: raw(
      ` order by case a.status when 'OPEN' then 0 when 'ACKNOWLEDGED' then 1 else 2 end,
        a.severity, a.opened_at desc, a.id desc`,
    ),
  })
  await recordRead(caller, 'vital_alert.list', { rows: found.rows.length })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<VitalAlert> {
  return view(caller, await vitalAlertRecord.get(caller, id))
}

export async function view(caller: Caller, row: AlertRow): Promise<VitalAlert> {
  const [alert] = await viewAll(caller, [row])
  return alert as VitalAlert
}

async function viewAll(caller: Caller, found: readonly AlertRow[]): Promise<VitalAlert[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const points = await pointNames(found.flatMap(({ service_point_id }) => service_point_id ?? []))
  return found.map((row) => {
    const patient = patients.get(row.patient_id) as VitalAlert['patient']
    return {
      ...row,
      patient,
      // What a record that is closed to the caller says is not said here either.
      message: patient.restricted === true ? 'Restricted record' : row.message,
      service_point: points.get(row.service_point_id ?? '') ?? null,
    }
  })
}

async function pointNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; name: string }>(
    sql`select id, name from service_points where id${oneOf([...new Set(ids)])}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

export interface DeterioratingFilter extends PageAsked {
  facility_id?: string
  ward_id?: string
  service_point_id?: string
  department?: string
}

interface Watched {
  visit_id: string
  patient_id: string
  point: string | null
}

/** VIT-19: the last score triggers, or the observation is late; worst band, then longest late. */
export async function deteriorating(
  caller: Caller,
  asked: DeterioratingFilter,
): Promise<Page<Deteriorating>> {
  const { hospital_id } = caller
  const scope = await scopeOf(caller, asked.facility_id)
  const now = clock.instant()
  const found = await paged<Watched>(asked, {
    select: raw('w.visit_id, w.patient_id, p.name as point'),
    from: sql` from vital_watches w join visits v on v.id = w.visit_id
      left join service_points p on p.id = v.service_point_id${where([
        sql`w.hospital_id = ${hospital_id}`,
        sql`v.status not in ('CHECKED_OUT', 'CANCELLED')`,
        sql`(w.triggers or (w.late_at is not null and w.late_at <= ${now})
          or exists (select 1 from vital_alerts l where l.visit_id = w.visit_id
            and l.kind = 'OBSERVATION_LATE' and l.status <> 'RESOLVED'))`,
        scope === 'all' ? undefined : sql`w.facility_id${oneOf(scope)}`,
        when(asked.service_point_id, sql`v.service_point_id = ${asked.service_point_id}`),
        when(asked.department, sql`v.department = ${asked.department}`),
        when(
          asked.ward_id,
          sql`exists (select 1 from vital_alerts l join locations o on o.name = l.ward
            where l.visit_id = w.visit_id and o.id = ${asked.ward_id ?? ''})`,
        ),
      ])}`,
    order: raw(" order by w.urgency desc, coalesce(w.due_at, '9999'), w.visit_id"),
  })
  return { rows: await shown(caller, found.rows, now), meta: found.meta }
}

async function shown(
  caller: Caller,
  found: readonly Watched[],
  now: string,
): Promise<Deteriorating[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const visit_ids = found.map(({ visit_id }) => visit_id)
  const watches = await vital_watches.all({ hospital_id, visit_id: visit_ids })
  const alerts = await vital_alerts.all(
    { hospital_id, visit_id: visit_ids, status: ['OPEN', 'ACKNOWLEDGED'] },
    { order: ['severity', '-opened_at', 'id'] },
  )
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  await recordRead(caller, 'vitals.deteriorating', { rows: found.length })
  return found.flatMap(({ visit_id, patient_id, point }) => {
    const one = watches.find((row) => row.visit_id === visit_id)
    const patient = patients.get(patient_id)
    if (one === undefined || patient === undefined) return []
    const alert = alerts.find((row) => row.visit_id === visit_id)
    const hidden = patient.restricted === true
    const late = one.due_at === null ? 0 : Date.parse(now) - Date.parse(one.due_at)
    return [
      {
        patient,
        visit_id,
        place: alert?.ward ?? point,
        score: hidden ? null : one.score,
        band: hidden ? null : one.band,
        last_at: one.last_at,
        due_at: one.due_at,
        late_minutes: Math.max(0, Math.floor(late / 60_000)),
        alert:
          alert === undefined || hidden
            ? null
            : {
                id: alert.id,
                kind: alert.kind,
                severity: alert.severity,
                status: alert.status,
              },
      },
    ]
  })
}
