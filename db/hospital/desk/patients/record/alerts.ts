// What everyone who opens a patient must see first (2.2).

import { type Caller, can } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { record } from '../../../office/audit/record.ts'
import { type Row, writable } from '../rows.ts'
import type { AlertInput, PatientAlert } from './alert-shapes.ts'
import { patient_alerts } from './hanging-tables.ts'
import { type alert_kinds, alert_severities, type alert_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

type Kind = (typeof alert_kinds)[number]
type AlertRow = RowOf<(typeof patient_alerts)['columns']>

/** Newest first; those of money are for who sees bills. */
export async function alertsOf(
  caller: Caller,
  patient_id: string,
  status?: (typeof alert_states)[number],
): Promise<PatientAlert[]> {
  const found = await patient_alerts.all(
    { hospital_id: caller.hospital_id, patient_id, status },
    { order: ['-starts_on', '-id'] },
  )
  return found.filter((alert) => isShown(caller, alert))
}

const isShown = (caller: Caller, { kind }: AlertRow): boolean =>
  kind !== 'FINANCIAL' || can(caller, 'bill:read')

/** What stands today of each of them, the gravest first. */
export async function standingAlerts(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<Map<string, AlertRow[]>> {
  if (patient_ids.length === 0) return new Map()
  const day = await today(caller)
  const found = await patient_alerts.all({
    hospital_id: caller.hospital_id,
    patient_id: [...new Set(patient_ids)],
    status: 'ACTIVE',
  })
  const stands = found.filter(
    (alert) =>
      alert.starts_on <= day &&
      (alert.ends_on === null || alert.ends_on >= day) &&
      isShown(caller, alert),
  )
  const grave = ({ severity }: AlertRow): number => alert_severities.indexOf(severity)
  const sorted = stands.toSorted((a, b) => grave(b) - grave(a) || (a.id < b.id ? 1 : -1))
  return Map.groupBy(sorted, ({ patient_id }) => patient_id)
}

/** The desk's kinds need patient:update, the others patient-clinical:write. */
function mayWrite(caller: Caller, kind: Kind): void {
  const desk = ['ADMINISTRATIVE', 'FINANCIAL', 'COMMUNICATION'].includes(kind)
  const code = desk ? 'patient:update' : 'patient-clinical:write'
  if (!can(caller, code)) throw notPermitted(code)
}

export async function raise(
  caller: Caller,
  patient_id: string,
  input: AlertInput,
): Promise<PatientAlert> {
  mayWrite(caller, input.kind)
  const patient = await writable(caller, patient_id)
  return insert(caller, patient, input)
}

async function insert(
  caller: Caller,
  { id: patient_id, number }: Pick<Row, 'id' | 'number'>,
  input: AlertInput & { source?: string; source_id?: string },
): Promise<PatientAlert> {
  const starts_on = input.starts_on ?? (await today(caller))
  if (typeof input.ends_on === 'string' && input.ends_on < starts_on) {
    throw invalid('ends_on', 'is before starts_on.')
  }
  const made = await patient_alerts.insert({
    ...input,
    starts_on,
    ends_on: input.ends_on ?? null,
    hospital_id: caller.hospital_id,
    patient_id,
    status: 'ACTIVE',
  })
  record(caller, 'patient_alert.create', {
    entity_type: 'patient_alert',
    entity_id: made.id,
    entity_label: number,
    patient_id,
    to_state: 'ACTIVE',
  })
  return made
}

export const patientAlertRecord = recordOf(patient_alerts, 'alert')

export async function close(caller: Caller, id: string, reason: string): Promise<PatientAlert> {
  const alert = await patientAlertRecord.get(caller, id)
  mayWrite(caller, alert.kind)
  if (alert.status === 'CLOSED') {
    throw conflict('This alert is closed. Nothing more can be done with it.', 'state')
  }
  return shut(caller, alert, reason)
}

async function shut(caller: Caller, alert: AlertRow, reason: string): Promise<PatientAlert> {
  const { id } = alert
  const changes = { status: 'CLOSED', closed_reason: reason } as const
  await patient_alerts.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, 'patient_alert.close', {
    entity_type: 'patient_alert',
    entity_id: id,
    patient_id: alert.patient_id,
    from_state: 'ACTIVE',
    to_state: 'CLOSED',
    reason,
  })
  return { ...alert, ...changes }
}

export interface AlertFromElsewhere extends AlertInput {
  patient_id: string
  /** What it is about over there: the same again is the first one. */
  source: string
  source_id: string
}

/** FRO-10: infection control, the blood bank and care say what everyone must see first. */
export async function addAlert(
  caller: Caller,
  { patient_id, source, source_id, ...input }: AlertFromElsewhere,
): Promise<PatientAlert> {
  const { hospital_id } = caller
  const patient = await writable(caller, patient_id)
  const there = await patient_alerts.find({ hospital_id, patient_id, source, source_id })
  if (there !== undefined) return there
  return insert(caller, patient, { ...input, source, source_id })
}

/** What is closed or was never raised stays as it is. */
export async function closeAlert(
  caller: Caller,
  source: string,
  source_id: string,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  const open = await patient_alerts.all({ hospital_id, source, source_id, status: 'ACTIVE' })
  for (const alert of open) await shut(caller, alert, reason)
}
