// Alerts of vital signs (VIT-13): one open alert per visit and kind, told at once, told on when
// nobody acknowledges, resolved by later readings that are well.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { record } from '../../office/audit/record.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { signerOf } from '../../neighbours/signing.ts'
import type { Visit } from '../visits/rows.ts'
import { alert_life } from './alert-life.ts'
import type { Due } from './assess.ts'
import { vital_alerts } from './tables.ts'
import { placeOf, tellFirst } from './tell-alerts.ts'
import type { Row as Set } from './vitals.ts'
import type { VitalAlertSeverity } from './words.ts'

export type AlertRow = RowOf<(typeof vital_alerts)['columns']>

/** How long an alert waits for somebody before it goes on. */
export const first_wait: Record<VitalAlertSeverity, number> = {
  DANGER: minutes(15),
  WARNING: minutes(60),
}

export const vitalAlertRecord = recordWithLife(vital_alerts, {
  life: alert_life,
  type: 'vital_alert',
  called: ({ kind }) => kind,
})

/** The ids of the alerts that this set stands behind. */
export async function raise(
  caller: Caller,
  visit: Visit,
  set: Pick<Set, 'id'> | null,
  due: readonly Due[],
): Promise<string[]> {
  const ids: string[] = []
  for (const one of due) ids.push(await raiseOne(caller, visit, set?.id ?? null, one))
  return ids
}

async function raiseOne(
  caller: Caller,
  visit: Visit,
  vitals_id: string | null,
  { kind, severity, message, fields }: Due,
): Promise<string> {
  const { hospital_id } = caller
  const said = { severity, message: message.slice(0, 500), fields, vitals_id }
  const open = await vital_alerts.find({ hospital_id, visit_id: visit.id, kind, status: 'OPEN' })
  if (open !== undefined) {
    const worse = open.severity === 'WARNING' && severity === 'DANGER'
    const told = worse ? await tellFirst(caller, visit, { id: open.id, ...said }) : []
    await vital_alerts.change(
      { hospital_id, id: open.id },
      {
        ...said,
        notified: [...open.notified, ...told],
        ...(worse ? { level: 0, escalate_at: instantIn(first_wait.DANGER) } : {}),
      },
    )
    note(caller, 'vital_alert.update', open, {})
    return open.id
  }
  const place = await placeOf(caller, visit)
  const made = await vital_alerts.insert({
    ...said,
    hospital_id,
    facility_id: visit.facility_id,
    patient_id: visit.patient_id,
    visit_id: visit.id,
    service_point_id: visit.service_point_id,
    ward: place.ward,
    kind,
    status: 'OPEN',
    notified: [],
    opened_at: clock.instant(),
    escalate_at: instantIn(first_wait[severity]),
  })
  note(caller, 'vital_alert.open', made, { to_state: 'OPEN' })
  const notified = await tellFirst(caller, visit, made)
  await vital_alerts.change({ hospital_id, id: made.id }, { notified })
  return made.id
}

/** A later set in which what was wrong is measured again and well. */
export async function settle(caller: Caller, set: Set, due: readonly Due[]): Promise<void> {
  await resolveThose(caller, set.visit_id, 'Resolved by later readings', (alert) => {
    if (due.some(({ kind }) => kind === alert.kind)) return false
    if (alert.kind === 'OBSERVATION_LATE') return true
    const values: Record<string, unknown> = { ...set }
    const again = (field: string): boolean => values[field] !== null && values[field] !== undefined
    // Thinness is seen by any one of its measures; everything else needs all that was wrong.
    return alert.kind === 'MALNUTRITION' ? alert.fields.some(again) : alert.fields.every(again)
  })
}

/** VIT-18: this set was corrected or voided, and no longer justifies its alerts. */
export async function correct(caller: Caller, set: Set, due: readonly Due[]): Promise<void> {
  await resolveThose(
    caller,
    set.visit_id,
    'Corrected reading',
    (alert) =>
      alert.vitals_id === set.id &&
      alert.status === 'OPEN' &&
      !due.some(({ kind }) => kind === alert.kind),
  )
}

async function resolveThose(
  caller: Caller,
  visit_id: string,
  resolve_note: string,
  which: (alert: AlertRow) => boolean,
): Promise<void> {
  const { hospital_id } = caller
  const live = await vital_alerts.all({ hospital_id, visit_id, status: ['OPEN', 'ACKNOWLEDGED'] })
  for (const alert of live.filter(which)) {
    const resolved_at = clock.instant()
    await vitalAlertRecord.moved(
      caller,
      alert,
      'resolve',
      { resolve_note, resolved_by: caller.name, resolved_at, escalate_at: null },
      resolve_note,
    )
  }
}

export async function acknowledge(
  caller: Caller,
  id: string,
  action_taken: string,
): Promise<AlertRow> {
  const alert = await moving(caller, id)
  const signer = await signerOf(caller)
  const changes = {
    action_taken,
    acknowledged_by: signer.name.slice(0, 160),
    acknowledged_at: clock.instant(),
    escalate_at: null,
  }
  return vitalAlertRecord.moved(caller, alert, 'acknowledge', changes, action_taken)
}

export async function resolve(caller: Caller, id: string, why: string): Promise<AlertRow> {
  const alert = await moving(caller, id)
  const signer = await signerOf(caller)
  if (alert.status === 'OPEN') {
    throw conflict('Acknowledge this alert first: say what was done.', 'state')
  }
  const changes = {
    resolve_note: why,
    resolved_by: signer.name.slice(0, 160),
    resolved_at: clock.instant(),
    escalate_at: null,
  }
  return vitalAlertRecord.moved(caller, alert, 'resolve', changes, why)
}

async function moving(caller: Caller, id: string): Promise<AlertRow> {
  const alert = await vitalAlertRecord.locked(caller, id)
  fresh(caller, alert)
  return alert
}

export function note(
  caller: Caller,
  action: string,
  alert: Pick<AlertRow, 'id' | 'kind' | 'patient_id'>,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'vital_alert',
    entity_id: alert.id,
    entity_label: alert.kind,
    patient_id: alert.patient_id,
    ...more,
  })
}
