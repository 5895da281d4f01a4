// Alerts of labour: raised, answered, over (MAT-14, MAT-15).

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { rowIn } from '../../parts/part-table.ts'
import { settings_table } from '../chosen/tables.ts'
import { onCallTo, onDutyTo } from '../telling.ts'
import type { Finding } from './course.ts'
import type { LabourRow } from './of.ts'
import { alertRecord, type AlertRow } from './record.ts'
import { labour_alerts } from './tables.ts'
import { bedOf } from './bed.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'

const danger_minutes = 5

export const alertsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  labour_id: string,
): Promise<AlertRow[]> =>
  labour_alerts.all({ hospital_id, labour_id }, { order: ['raised_at', 'id'] })

/** What is seen again while nobody has answered is the same alert; a danger makes it one. */
export async function raise(
  caller: Caller,
  labour: LabourRow,
  observation_id: string | null,
  found: readonly Finding[],
): Promise<AlertRow[]> {
  const made: AlertRow[] = []
  for (const finding of found) made.push(await raised(caller, labour, observation_id, finding))
  return made
}

async function raised(
  caller: Caller,
  labour: LabourRow,
  observation_id: string | null,
  { field, value, threshold, level }: Finding,
): Promise<AlertRow> {
  const { hospital_id } = caller
  const known = await labour_alerts.find({
    hospital_id,
    labour_id: labour.id,
    field,
    status: 'OPEN',
  })
  if (known !== undefined) {
    const worse = level === 'DANGER' && known.level === 'ALERT'
    const told = { observation_id: observation_id ?? known.observation_id, value, threshold }
    const again = worse ? { level, next_step_at: await nextStep(caller, level) } : {}
    const row = await alertRecord.changed(caller, known, 'see_again', { ...told, ...again })
    if (worse) await tellFirst(caller, labour, row)
    return row
  }
  const row = await alertRecord.created(caller, {
    facility_id: labour.facility_id,
    labour_id: labour.id,
    patient_id: labour.patient_id,
    observation_id,
    field,
    value: value.slice(0, 60),
    threshold: threshold.slice(0, 120),
    level,
    raised_at: clock.instant(),
    next_step_at: await nextStep(caller, level),
  })
  await tellFirst(caller, labour, row)
  return row
}

async function nextStep(caller: Caller, level: Finding['level']): Promise<string> {
  const { alert_minutes } = await rowIn(caller, settings_table)
  return instantIn(minutes(level === 'DANGER' ? danger_minutes : alert_minutes))
}

/** MAT-15: the midwives on duty at once; of a danger who is on call as well. */
async function tellFirst(caller: Caller, labour: LabourRow, row: AlertRow): Promise<void> {
  const on_duty = await onDutyTo(caller, labour.facility_id)
  await tellAlert(caller, labour, row, on_duty, false)
  if (row.level !== 'DANGER') return
  await tellAlert(caller, labour, row, await onCallTo(caller, labour.facility_id), true)
}

/** Outside the house: the bed, no name and no value. */
export async function tellAlert(
  caller: Caller,
  labour: LabourRow,
  { id, field, value, threshold, level }: AlertRow,
  to: Parameters<typeof notify>[1]['to'],
  outside: boolean,
): Promise<void> {
  const bed = await bedOf(caller, labour)
  await notify(caller, {
    to,
    kind: 'maternity.alert',
    title: level === 'DANGER' ? 'Danger in labour' : 'An alert in labour',
    body: `${labour.number}${bed === null ? '' : `, bed ${bed}`}: ${field} ${value} (${threshold}).`,
    entity: { type: 'labour_alert', id },
    inside_only: !outside,
    outside: { title: 'Labour', body: `Labour${bed === null ? '' : ` bed ${bed}`}: review now.` },
  })
}

/** The field is as it should be again, or what raised it was corrected. */
export async function resolve(
  caller: Caller,
  labour_id: string,
  over: { fields: readonly string[] } | { observation_id: string },
  by: string,
): Promise<void> {
  const { hospital_id } = caller
  const where = 'fields' in over ? { field: [...over.fields] } : over
  if ('fields' in over && over.fields.length === 0) return
  const open = await labour_alerts.all(
    { hospital_id, labour_id, status: ['OPEN', 'ACKNOWLEDGED'], ...where },
    { order: ['id'] },
  )
  for (const row of open) {
    await alertRecord.moved(caller, row, 'resolve', {
      resolved_at: clock.instant(),
      resolved_by: by,
      next_step_at: null,
    })
  }
}

export async function acknowledge(caller: Caller, id: string, action: string): Promise<AlertRow> {
  const signer = await signerOf(caller)
  const { patient_id } = await alertRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await alertRecord.begin(caller, id, 'acknowledge')
  await mustBeHere(caller, before.facility_id, 'alert')
  return alertRecord.moved(caller, before, 'acknowledge', {
    action,
    by_name: signer.name.slice(0, 160),
    acknowledged_at: clock.instant(),
    next_step_at: null,
  })
}
