// What the house does by itself in maternity (maternity 7): alerts nobody answered, what lasts too long, what nobody
// looked at; each labour in a transaction of its own, so that two daemons tell it once. Branches where the module is
// off are passed over (MOD-9).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn, minutes } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { dayAt } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { untoldToday } from '../../office/notifications/once-today.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { rowIn } from '../parts/part-table.ts'
import { settings_table } from './chosen/tables.ts'
import { alertsOf, raise, tellAlert } from './labours/alerts.ts'
import { progress, secondStage } from './labours/course.ts'
import { type LabourRow, observationsOf } from './labours/of.ts'
import { alertRecord, type AlertRow, labourRecord } from './labours/record.ts'
import { courseOf, frequencyIn, lateNow, limitsIn } from './labours/seen.ts'
import { bornOutcome, lyingInBefore } from './pregnancies/closing.ts'
import { pregnancyRecord } from './pregnancies/record.ts'
import { onCallTo, onDutyTo } from './telling.ts'
import { live_stages } from './words.ts'

const at_once = 500

const runs = async ({ hospital_id }: Caller, facility_id: string): Promise<boolean> =>
  (await switchesOf(hospital_id, facility_id)).on.maternity

interface Found {
  id: string
  patient_id: string
  facility_id: string
}

/** Every minute (MAT-15). */
export async function walkLabours(caller: Caller, signal?: AbortSignal): Promise<number> {
  const live = await rows<Found>(
    sql`select id, patient_id, facility_id from labours where hospital_id = ${caller.hospital_id}
      and status${oneOf([...live_stages])}
      order by patient_id, id limit ${at_once}`,
  )
  let told = 0
  for (const { id, patient_id, facility_id } of live) {
    if (signal?.aborted === true) break
    if (!(await runs(caller, facility_id))) continue
    told += await within(() => walk({ ...caller, facility_id }, id, patient_id), 'jobs')
  }
  return told
}

async function walk(caller: Caller, id: string, patient_id: string): Promise<number> {
  await patientRecord.locked(caller, patient_id)
  const labour = await labourRecord.locked(caller, id)
  if (labour.status === 'ENDED') return 0
  const lasting = await lastsTooLong(caller, labour)
  const steps = await stepOn(caller, labour)
  return lasting + steps + (await tellLate(caller, labour))
}

/** What time alone makes too much: the cervix at one opening, the second stage. */
async function lastsTooLong(caller: Caller, labour: LabourRow): Promise<number> {
  const { limits } = await limitsIn(caller)
  const course = courseOf(labour, await observationsOf(caller, labour.id))
  const now = clock.instant()
  const first_stage = labour.status === 'ACTIVE' && labour.chart === 'LCG'
  const slow = first_stage ? progress(limits, course, now) : null
  const pushing =
    labour.status === 'SECOND' ? secondStage(limits, course, labour.full_at, now) : null
  const known = new Set(
    (await alertsOf(caller, labour.id)).filter(goesOn).map(({ field }) => field),
  )
  const found = [slow, pushing]
    .filter((one) => one !== null)
    .filter(({ field }) => !known.has(field))
  return (await raise(caller, labour, null, found)).length
}

const goesOn = ({ status }: AlertRow): boolean => status !== 'RESOLVED'

/** Unanswered: on to who is on call, then to the medical officer in charge. */
async function stepOn(caller: Caller, labour: LabourRow): Promise<number> {
  const now = clock.instant()
  const waiting = (await alertsOf(caller, labour.id)).filter(
    ({ status, next_step_at }) => status === 'OPEN' && next_step_at !== null && next_step_at <= now,
  )
  const { escalate_minutes } = await rowIn(caller, settings_table)
  for (const row of waiting) {
    const first = row.escalated_to.length === 0
    const to = first ? await onCallTo(caller, labour.facility_id) : { role: 'medical_in_charge' }
    await tellAlert(caller, labour, row, to, true)
    await alertRecord.changed(caller, row, 'escalate', {
      escalated_to: [...row.escalated_to, first ? 'ON_CALL' : 'MEDICAL_IN_CHARGE'],
      next_step_at: first ? instantIn(minutes(escalate_minutes)) : null,
    })
  }
  return waiting.length
}

/** Once for each thing that was due. */
async function tellLate(caller: Caller, labour: LabourRow): Promise<number> {
  const seen = await observationsOf(caller, labour.id)
  const late = lateNow(labour, seen, await frequencyIn(caller), clock.instant())
  const keys = late.map(({ what, due_at }) => `${what} ${due_at}`)
  const fresh = keys.filter((key) => !labour.told.includes(key))
  if (fresh.length === 0) return 0
  await labourRecord.changed(caller, labour, 'late', { told: keys })
  await notify(caller, {
    to: await onDutyTo(caller, labour.facility_id),
    kind: 'maternity.late',
    title: 'Nobody has looked in labour',
    body: `${labour.number}: ${late.map(({ what }) => what).join(', ')}.`,
    entity: { type: 'labour', id: labour.id },
  })
  return 1
}

/** Daily: 42 days after birth the pregnancy is over by itself (maternity 3 close). */
export async function endLyingIn(caller: Caller, signal?: AbortSignal): Promise<number> {
  const over = await rows<Found>(
    sql`select id, patient_id, facility_id from pregnancies
      where hospital_id = ${caller.hospital_id} and status = 'POSTPARTUM'
        and delivered_at < ${lyingInBefore()} order by patient_id, id limit ${at_once}`,
  )
  let closed = 0
  for (const { id, patient_id, facility_id } of over) {
    if (signal?.aborted === true) break
    if (!(await runs(caller, facility_id))) continue
    await within(async () => {
      const there = { ...caller, facility_id }
      await patientRecord.locked(there, patient_id)
      const before = await pregnancyRecord.locked(there, id)
      if (before.status !== 'POSTPARTUM') return
      await pregnancyRecord.moved(there, before, 'close', {
        outcome: before.outcome ?? (await bornOutcome(there, id)),
        closed_on: await dayAt(there, clock.instant()),
        next_contact_on: null,
      })
      closed += 1
    }, 'jobs')
  }
  return closed
}

/** Daily (MAT-28): births that are not notified in time, one notice for a branch. */
export async function tellNotNotified(caller: Caller): Promise<number> {
  const { notification_hours } = await rowIn(caller, settings_table)
  const found = await rows<{ facility_id: string; n: number }>(
    sql`select b.facility_id, count(*) as n from births b
      where b.hospital_id = ${caller.hospital_id} and b.outcome = 'LIVE'
        and b.born_at < ${instantIn(-hours(notification_hours))}
        and not exists (select 1 from birth_notifications n
          where n.birth_id = b.id and n.status = 'ISSUED')
      group by b.facility_id order by b.facility_id`,
  )
  let told = 0
  for (const { facility_id, n } of found) {
    if (await runs(caller, facility_id)) told += await tellOf(caller, facility_id, Number(n))
  }
  return told
}

async function tellOf(caller: Caller, facility_id: string, count: number): Promise<number> {
  return within(async () => {
    const fresh = await untoldToday(caller, 'maternity.not_notified', [facility_id])
    if (fresh.length === 0) return 0
    await notify(caller, {
      to: { permission: 'maternity:sign', facility_id },
      kind: 'maternity.not_notified',
      title: 'Births not notified in time',
      body: `${count} ${count === 1 ? 'birth is' : 'births are'} not notified.`,
      entity: { type: 'facility', id: facility_id },
    })
    return 1
  }, 'jobs')
}
