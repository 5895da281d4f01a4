// The doses of somebody in a bed (CAR-108): made when an item begins, extended to the horizon, cancelled when
// it ends or rests.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { lying_states } from '../../wards/words.ts'
import { wardRecord } from '../../wards/places/wards.ts'
import { additiveSaid } from '../prescribing/additives.ts'
import { frequencyCalled } from '../prescribing/frequencies.ts'
import {
  itemRecord,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from '../prescribing/record.ts'
import { doseRecord, type DoseRow } from './record.ts'
import { slotsOf } from './slots.ts'
import { doses } from './tables.ts'

/** Who was told to go home is not given anything more. */
const lying: readonly string[] = lying_states

/** Items of a stay that run, and what is given at once before anybody co-signed it. */
export async function scheduled(
  caller: Caller,
  of: PrescriptionRow,
  items: readonly ItemRow[],
): Promise<number> {
  if (of.admission_id === null || of.kind === 'DISCHARGE' || of.kind === 'OUTPATIENT') return 0
  const stay = await admissionRecord.get(caller, of.admission_id)
  if (!lying.includes(stay.status)) return 0
  const ward = stay.ward_id === null ? null : await wardRecord.get(caller, stay.ward_id)
  const { dose_horizon_hours } = await clinicalOf(caller)
  const zone = await zoneOf(caller, of.facility_id)
  const until = new Date(clock.ms() + hours(dose_horizon_hours)).toISOString()
  let made = 0
  for (const item of items) {
    if (item.status !== 'ACTIVE' && !(item.status === 'TO_COSIGN' && item.frequency === 'STAT')) {
      continue
    }
    const times = ward?.dose_times?.[item.frequency] ?? null
    made += await scheduleOne(caller, of, item, { zone, until, times })
  }
  return made
}

async function scheduleOne(
  caller: Caller,
  of: PrescriptionRow,
  item: ItemRow,
  { zone, until, times }: { zone: string; until: string; times: readonly string[] | null },
): Promise<number> {
  const frequency = frequencyCalled(item.frequency)
  if (frequency === undefined) return 0
  const { hospital_id } = caller
  const before = await doses.all({ hospital_id, prescription_item_id: item.id })
  const standing = before.filter(({ status }) => status !== 'CANCELLED')
  if (frequency.once && standing.length > 0) return 0
  // One bag after the other: the next is due when nobody waits for the last any more (3.5).
  if (frequency.code === 'CONTINUOUS' && !standing.every(isOver)) return 0
  const last = standing
    .map(({ due_at }) => due_at)
    .toSorted()
    .at(-1)
  const wanted = slotsOf({
    frequency,
    times: times ?? frequency.times,
    zone,
    start: item.start_at,
    stop: item.stop_at,
    from: last === undefined ? clock.instant() : after(last),
    until,
    now: item.first_dose === 'NOW' && standing.length === 0,
  })
  const there = new Set(standing.map(({ due_at }) => due_at))
  const missing = wanted.filter((at) => !there.has(at))
  for (const due_at of missing) await doseRecord.created(caller, slot(of, item, due_at), 'schedule')
  return missing.length
}

const isOver = ({ status }: DoseRow): boolean => status !== 'SCHEDULED' && status !== 'RUNNING'

/** Never two at once, and never in the past. */
const after = (last: string): string => {
  const next = new Date(Date.parse(last) + 1).toISOString()
  return next > clock.instant() ? next : clock.instant()
}

const slot = (of: PrescriptionRow, item: ItemRow, due_at: string) => ({
  facility_id: of.facility_id,
  patient_id: item.patient_id,
  admission_id: of.admission_id,
  visit_id: of.visit_id,
  prescription_item_id: item.id,
  medicine_id: item.medicine_id,
  medicine: item.medicine,
  dose: saidDose(item),
  dose_number: item.dose,
  dose_unit: item.dose_unit,
  units: Math.round((item.per_dose ?? 0) * 1000),
  route: item.route,
  kind: kindOf(item),
  due_at,
})

/** As long as it is kept. */
const dose_most = 120

export const saidDose = ({ dose, dose_unit, infusion }: ItemRow): string => {
  if (infusion !== null) {
    const bag = [`${infusion.volume_ml} ml`, ...(infusion.additives ?? []).map(additiveSaid)]
    return bag.join(' + ').slice(0, dose_most).toWellFormed()
  }
  return dose === null ? 'as ordered' : `${dose} ${(dose_unit ?? '').toLowerCase()}`.trim()
}

function kindOf({ frequency }: ItemRow): DoseRow['kind'] {
  if (frequency === 'STAT') return 'STAT'
  if (frequency === 'CONTINUOUS') return 'INFUSION'
  return frequency === 'PRN' ? 'PRN' : 'SCHEDULED'
}

/** What is still to come of these items is not asked for any more. */
export async function unscheduled(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  if (items.length === 0) return
  const { hospital_id } = caller
  const coming = await doses.all(
    { hospital_id, prescription_item_id: items.map(({ id }) => id), status: 'SCHEDULED' },
    { order: ['id'] },
  )
  for (const { id } of coming) {
    const before = await doseRecord.locked(caller, id)
    if (before.status !== 'SCHEDULED') continue
    await doseRecord.moved(caller, before, 'cancel', {}, reason)
  }
}

const at_once = 500

/** Each hour; run twice it adds nothing. */
export async function extend(caller: Caller): Promise<number> {
  const found = await rows<{ id: string; patient_id: string }>(
    sql`select id, patient_id from prescriptions
      where hospital_id = ${caller.hospital_id} and kind = 'INPATIENT' and status = 'ACTIVE'
      order by patient_id, id limit ${at_once}`,
  )
  let made = 0
  for (const { id, patient_id } of found) {
    made += await within(async () => {
      await patientRecord.locked(caller, patient_id)
      const of = await prescriptionRecord.locked(caller, id)
      const items = await activeItems(caller, id)
      return scheduled(caller, of, items)
    }, 'jobs')
  }
  return made
}

async function activeItems(caller: Caller, id: string): Promise<ItemRow[]> {
  const found = await rows<{ id: string }>(
    sql`select id from prescription_items where hospital_id = ${caller.hospital_id}
      and prescription_id = ${id} and status = 'ACTIVE' order by position`,
  )
  const items: ItemRow[] = []
  for (const one of found) items.push(await itemRecord.get(caller, one.id))
  return items
}
