// What waits in the pharmacy (CAR-89, CAR-102): what goes home with a patient when it is signed, what a ward
// needs for its patients until the next round.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { dispensing, storeRecord } from '../../../goods/stock/stores/keeping.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { wardRecord } from '../../wards/places/wards.ts'
import { frequencyCalled } from '../prescribing/frequencies.ts'
import type { ItemRow, PrescriptionRow } from '../prescribing/record.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import { medicines } from '../formulary/tables.ts'
import { takenPerDose } from '../prescribing/quantities.ts'
import { dispenseRecord, type DispenseRow, lines_of } from './record.ts'
import { onWard } from './supply.ts'
import type { DispenseKind } from './words.ts'

export interface Due {
  item: ItemRow
  /** In units of dose or packs, in thousandths. */
  quantity: number
}

/** Signed items, each for where it is taken. */
export async function queued(
  caller: Caller,
  of: PrescriptionRow,
  items: readonly ItemRow[],
): Promise<void> {
  const from_pharmacy = items.filter((item) => item.medicine_id !== null && !item.own_supply)
  if (from_pharmacy.length === 0) return
  if (of.kind === 'OUTPATIENT' || of.kind === 'DISCHARGE') {
    await open(caller, of, of.kind, from_pharmacy.flatMap(wholeCourse))
    return
  }
  await forWard(caller, of, from_pharmacy)
}

/** CAR-64: of a changed item what is at home already counts. */
function wholeCourse(item: ItemRow): Due[] {
  const quantity = (item.quantity ?? 1000) - item.quantity_dispensed
  return quantity > 0 ? [{ item, quantity }] : []
}

async function forWard(
  caller: Caller,
  of: PrescriptionRow,
  items: readonly ItemRow[],
): Promise<void> {
  if (of.admission_id === null) return
  const stay = await admissionRecord.get(caller, of.admission_id)
  if (stay.ward_id === null) return
  const { supply_mode } = await wardRecord.get(caller, stay.ward_id)
  if (supply_mode === 'WARD_STOCK') return
  const { ward_supply_hours } = await clinicalOf(caller)
  const due = await wardDue(caller, stay.id, items, {
    hours: ward_supply_hours,
    whole: supply_mode === 'COURSE',
  })
  await open(caller, of, 'WARD', due)
}

/** What the next hours take, less what lies on the ward for that patient; never controlled drugs (CAR-97). */
export async function wardDue(
  caller: Caller,
  admission_id: string,
  items: readonly ItemRow[],
  until: { hours: number; whole: boolean },
): Promise<Due[]> {
  const { hospital_id } = caller
  const ids = items.flatMap(({ medicine_id }) => medicine_id ?? [])
  const known = await medicines.all({ hospital_id, id: [...new Set(ids)] })
  const lying = await onWard(caller, admission_id)
  return items.flatMap((item): Due[] => {
    const medicine = known.find(({ id }) => id === item.medicine_id)
    if (medicine === undefined || medicine.controlled !== 'NONE') return []
    const needed = neededOf(item, medicine, until)
    const quantity = needed - (lying.get(item.medicine_id ?? '') ?? 0)
    return quantity > 0 ? [{ item, quantity }] : []
  })
}

function neededOf(
  item: ItemRow,
  medicine: MedicineRow,
  until: { hours: number; whole: boolean },
): number {
  if (medicine.pack_only) return 1000
  if (until.whole && item.quantity !== null) return item.quantity
  const frequency = frequencyCalled(item.frequency)
  const each = Math.ceil(takenPerDose(medicine, item.per_dose ?? 1) * 1000)
  if (frequency === undefined || frequency.once) return each
  if (frequency.code === 'PRN') return each * (item.prn_max_24h ?? 1)
  const a_day = frequency.days_interval === null ? (frequency.times_per_day ?? 1) : 1
  return Math.ceil((each * a_day * until.hours) / 24 / 1000) * 1000
}

const stat_urgency = 0

export async function open(
  caller: Caller,
  of: PrescriptionRow,
  kind: DispenseKind,
  due: readonly Due[],
  owed_id: string | null = null,
): Promise<DispenseRow | undefined> {
  if (due.length === 0) return undefined
  const row = await dispenseRecord.created(
    caller,
    {
      facility_id: of.facility_id,
      prescription_id: of.id,
      patient_id: of.patient_id,
      visit_id: of.visit_id,
      admission_id: of.admission_id,
      kind,
      store_id: await storeOf(caller, of),
      urgency: await urgencyOf(caller, of, due),
      queued_at: clock.instant(),
      owed_id,
    },
    'queue',
  )
  await lines_of.add(
    caller,
    row.id,
    due.map(({ item, quantity }) => ({
      patient_id: of.patient_id,
      prescription_item_id: item.id,
      medicine_id: item.medicine_id,
      medicine: item.medicine,
      quantity_due: quantity,
    })),
  )
  return row
}

async function storeOf(caller: Caller, of: PrescriptionRow): Promise<string | null> {
  if (of.dispense_at !== null) return (await storeRecord.get(caller, of.dispense_at)).id
  return (await dispensing(of)) ?? null
}

/** STAT first, then by the colour of the triage, then who is in no hurry. */
async function urgencyOf(
  caller: Caller,
  { visit_id }: PrescriptionRow,
  due: readonly Due[],
): Promise<number> {
  if (due.some(({ item }) => item.frequency === 'STAT')) return stat_urgency
  if (visit_id === null) return 6
  const { triage_category, visit_class } = await visitOf(caller, visit_id)
  return triage_category ?? (visit_class === 'EMERGENCY' ? 2 : 6)
}
