// Whom an alert is told to, step by step (DIA-86): the orderer, the ward, who is on call, the head of the
// laboratory, the manager. A step that finds nobody is passed over at once, and the laboratory sees it.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { onCall, onDuty, type OnDuty } from '../../../neighbours/on-duty.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify, type To } from '../../../office/notifications/notify.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { Chosen, CriticalStep } from '../catalogue/setting-words.ts'
import { type OrderRow, orderRecord } from '../orders/record.ts'
import type { LineRow } from '../results/lines.ts'
import { type AlertRow, alertRecord } from './record.ts'
import { critical_alerts, type CriticalNotice } from './tables.ts'

const last_repeats_after = 15

/** Clinicians hear of these lines now: they were verified or released. */
export async function tellAlerts(caller: Caller, lines: readonly LineRow[]): Promise<void> {
  const { hospital_id } = caller
  const waiting = await critical_alerts.all(
    { hospital_id, result_id: lines.map(({ id }) => id), status: 'OPEN', told_at: null },
    { order: ['id'] },
  )
  for (const { id } of waiting) await tellFirst(caller, await alertRecord.locked(caller, id), false)
}

export async function tellFirst(
  caller: Caller,
  row: AlertRow,
  unverified: boolean,
): Promise<AlertRow> {
  const settings = await settingsOf(caller)
  const due_minutes = settings.critical_due_minutes[row.priority]
  const told = await alertRecord.changed(caller, row, 'tell', {
    told_at: clock.instant(),
    due_at: instantIn(minutes(due_minutes)),
    unverified,
  })
  return takeStep(caller, told, settings)
}

/** The steps that are due; of a repeat only those of the first minute. */
export async function takeStep(caller: Caller, row: AlertRow, settings: Chosen): Promise<AlertRow> {
  const order = await orderRecord.get(caller, row.order_id)
  const steps = stepsFor(row, order, settings)
  const notices: CriticalNotice[] = []
  let { level } = row
  let reached = false
  for (; level < steps.length && (!reached || isDue(row, steps[level])); level += 1) {
    const heard = await take(caller, row, order, steps[level] as CriticalStep, notices)
    reached = reached || heard
  }
  if (notices.length === 0 && row.level >= steps.length) {
    const last = steps.at(-1)
    if (last !== undefined) await take(caller, row, order, last, notices)
  }
  const next = steps[level]
  const next_step_at =
    row.repeat_of !== null
      ? null
      : next === undefined
        ? instantIn(minutes(last_repeats_after))
        : after(row, next)
  return alertRecord.changed(caller, row, 'step', {
    level,
    next_step_at,
    notices: [...row.notices, ...notices],
  })
}

const after = ({ told_at }: AlertRow, { after_minutes }: CriticalStep): string =>
  instantIn(Date.parse(told_at ?? clock.instant()) + minutes(after_minutes) - clock.ms())

const isDue = (row: AlertRow, step: CriticalStep | undefined): boolean =>
  step !== undefined && after(row, step) <= clock.instant()

function stepsFor(row: AlertRow, order: OrderRow, settings: Chosen): CriticalStep[] {
  const place = order.admission_id === null ? 'OUTPATIENT' : 'INPATIENT'
  return settings.critical_steps
    .filter(({ section_id }) => !section_id || section_id === row.section_id)
    .filter(({ test_code }) => !test_code || test_code === row.test_code)
    .filter(({ location_class }) => !location_class || location_class === place)
    .filter(({ after_minutes }) => row.repeat_of === null || after_minutes === 0)
    .toSorted((a, b) => a.after_minutes - b.after_minutes)
}

/** True where somebody was told. */
async function take(
  caller: Caller,
  row: AlertRow,
  order: OrderRow,
  step: CriticalStep,
  notices: CriticalNotice[],
): Promise<boolean> {
  const at = clock.instant()
  const to = await receiversOf(caller, order, step)
  const by = step.by.join(', ')
  if (to === null) {
    const where = order.department ?? order.location ?? 'the ward'
    notices.push({ at, to: step.to, by, result: `Nobody on duty found for ${where}` })
    return false
  }
  const { told } = await notify(caller, await noticeFor(caller, row, order, to, step))
  notices.push({ at, to: step.to, by, result: told > 0 ? `${told} told` : 'Nobody to tell' })
  return told > 0
}

async function receiversOf(
  caller: Caller,
  order: OrderRow,
  step: CriticalStep,
): Promise<To | null> {
  const { department, facility_id } = order
  const at = clock.instant()
  if (step.to === 'ORDERER') return order.by_id === null ? null : { user: order.by_id }
  if (step.to === 'WARD_ON_DUTY')
    return people(await onDuty(caller, { department, facility_id, at }))
  if (step.to === 'DEPARTMENT_ON_CALL') return people(await onCall(caller, { department, at }))
  if (step.to === 'SECTION_HEAD') return { role: 'lab_manager' }
  return step.role ? { role: step.role } : null
}

function people(found: readonly OnDuty[] | undefined): To | null {
  const user = (found ?? []).flatMap(({ user_id }) => user_id ?? [])
  return user.length === 0 ? null : { user }
}

/** DIA-87: outside the house no name, no test and no value. */
async function noticeFor(
  caller: Caller,
  row: AlertRow,
  order: OrderRow,
  to: To,
  step: CriticalStep,
) {
  const { name } = await hospitalOf(caller)
  const { number } = await patientRecord.get(caller, row.patient_id)
  const place = order.location === null ? '' : `, ${order.location}`
  const what = row.restricted ? 'restricted test' : `${row.test_code} ${row.value}`
  const mark = row.unverified ? ' (not yet verified)' : ''
  return {
    to,
    kind: 'diagnostic.critical',
    title: 'Critical result',
    body: `${what}${mark}, patient ${number}${place}`,
    entity: { type: 'critical_alert', id: row.id },
    outside: {
      title: 'Urgent result',
      body: `${name}: urgent result for patient ${number}${place}. Sign in to read it.`,
    },
    inside_only: !step.by.includes('SMS'),
  }
}

export async function tellWithdrawn(caller: Caller, row: AlertRow): Promise<void> {
  if (row.told_at === null) return
  const order = await orderRecord.get(caller, row.order_id)
  if (order.by_id === null) return
  await notify(caller, {
    to: { user: order.by_id },
    kind: 'diagnostic.withdrawn',
    title: 'Critical result withdrawn',
    body: `Order ${order.number}: the value is not critical any more.`,
    entity: { type: 'critical_alert', id: row.id },
  })
}
