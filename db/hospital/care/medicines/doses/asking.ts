// A dose that nobody scheduled (CAR-72, CAR-116, ruling 38): when needed, or without a prescription; given in
// the same call where that is asked.

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { addAllergyDraft } from '../../../neighbours/to-care.ts'
import { inUnit } from '../checks/amounts.ts'
import { admissionRecord, liveOf } from '../../wards/admissions/record.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import { medicines } from '../formulary/tables.ts'
import { alike, named } from '../formulary/typed.ts'
import {
  itemRecord,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from '../prescribing/record.ts'
import { amount_units, routes } from '../words.ts'
import { type Dosed, giveNow, stands } from './giving.ts'
import { readDose } from './reading.ts'
import { doseRecord, type DoseRow } from './record.ts'
import { saidDose } from './schedule.ts'
import type { DoseInput } from './shapes.ts'

export async function ask(caller: Caller, input: DoseInput): Promise<Dosed> {
  await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const item = await itemOf(caller, input)
  const of = item === null ? null : await prescriptionRecord.locked(caller, item.prescription_id)
  const stay = await stayOf(caller, input, of)
  const medicine = await medicineOf(caller, input, item)
  const row = await made(caller, {
    ...(await placeOf(caller, of, stay)),
    patient_id: patient.id,
    admission_id: stay?.id ?? null,
    prescription_item_id: item?.id ?? null,
    medicine_id: medicine?.id ?? item?.medicine_id ?? null,
    medicine: item?.medicine ?? medicine?.name ?? (input.medicine ?? '').trim(),
    ...amountOf(input, item, medicine),
    route: routeRead(input.route) || item?.route || null,
    kind: kindOf(item),
    due_at: input.due_at ?? clock.instant(),
    by_id: caller.user_id,
  })
  if (item !== null) await stands(caller, row, item)
  if (!input.give) {
    if (input.reaction) throw invalid('reaction', 'is of a dose that was given: say how in give.')
    return { row, warnings: [] }
  }
  const { overrides } = input
  const given = { ...input.give, ...(overrides === undefined ? {} : { overrides }) }
  const dosed = await giveNow(caller, { before: row, item, of, medicine }, given)
  return { ...dosed, row: await reacted(caller, dosed.row, input) }
}

/** CAR-40: what was not borne is told to the chart; a clinician confirms or refutes it. */
async function reacted(caller: Caller, row: DoseRow, { reaction: seen }: DoseInput) {
  if (!seen) return row
  const onset_at = seen.onset_at ? new Date(seen.onset_at).toISOString() : null
  if (onset_at !== null && Date.parse(onset_at) > clock.ms() + minutes(2)) {
    throw invalid('reaction.onset_at', 'is in the future.')
  }
  if (onset_at !== null && onset_at < (row.given_at ?? onset_at)) {
    throw invalid('reaction.onset_at', 'is before it was given.')
  }
  const severity = seen.severity ?? 'MODERATE'
  await addAllergyDraft(caller, {
    patient_id: row.patient_id,
    substance: row.medicine,
    source: 'OBSERVED',
    reactions: seen.reaction,
    severity,
  })
  const reaction = { reaction: seen.reaction, severity, onset_at }
  return doseRecord.changed(caller, row, 'react', { reaction }, seen.reaction)
}

/** A route of the formulary by its code, however it is written; other words stay as they are typed. */
function routeRead(typed: string | null | undefined): string | undefined {
  const words = typed?.trim()
  return routes.find((code) => code === words?.toUpperCase()) ?? words
}

async function itemOf(caller: Caller, input: DoseInput): Promise<ItemRow | null> {
  if (!input.prescription_item_id) {
    if (!input.medicine?.trim()) throw invalid('medicine', 'is required.')
    if (!input.dose?.trim()) throw invalid('dose', 'is required.')
    return null
  }
  const item = await itemRecord.get(caller, input.prescription_item_id)
  if (item.patient_id !== input.patient_id) {
    throw invalid('prescription_item_id', 'is not of this patient.')
  }
  return item
}

async function stayOf(caller: Caller, input: DoseInput, of: PrescriptionRow | null) {
  const id = input.admission_id ?? of?.admission_id ?? null
  if (id === null) {
    const live = await liveOf(caller, input.patient_id)
    return live === undefined || live.admitted_at === null ? null : live
  }
  const stay = await admissionRecord.get(caller, id)
  if (stay.patient_id !== input.patient_id) {
    throw invalid('admission_id', 'is not an admission of this patient.')
  }
  return stay
}

const placeOf = async (
  caller: Caller,
  of: PrescriptionRow | null,
  stay: { facility_id: string; visit_id: string | null } | null,
): Promise<{ facility_id: string; visit_id: string | null }> => ({
  facility_id: of?.facility_id ?? stay?.facility_id ?? (await actingBranch(caller)),
  visit_id: of?.visit_id ?? stay?.visit_id ?? null,
})

/** By its name in the formulary; what is not there is kept as it was typed (ruling 38). */
async function medicineOf(
  caller: Caller,
  { medicine: typed }: DoseInput,
  item: ItemRow | null,
): Promise<MedicineRow | null> {
  const { hospital_id } = caller
  if (item !== null) {
    if (item.medicine_id === null) return null
    return (await medicines.find({ hospital_id, id: item.medicine_id })) ?? null
  }
  const found = await named(caller, typed ?? '')
  const words = typed ?? ''
  const given = found ?? (await alike(caller, [words])).get(words)
  if (given !== undefined && given.controlled !== 'NONE') {
    throw conflict(`${given.name} is controlled: it is given on a prescription.`, 'controlled')
  }
  return found ?? null
}

function amountOf(input: DoseInput, item: ItemRow | null, medicine: MedicineRow | null) {
  const typed = input.dose?.trim() || null
  if (typed === null && item !== null) {
    return {
      dose: saidDose(item),
      dose_number: item.dose,
      dose_unit: item.dose_unit,
      units: Math.round((item.per_dose ?? 0) * 1000),
    }
  }
  const { number, unit } = readDose(typed ?? '')
  if (number !== null && number <= 0) throw invalid('dose', 'must be more than 0.')
  return {
    dose: typed ?? '',
    dose_number: number,
    dose_unit: unit,
    units: Math.round(unitsOf(number, unit, medicine) * 1000),
  }
}

function unitsOf(number: number | null, unit: string | null, medicine: MedicineRow | null): number {
  if (number === null || unit === null || medicine === null) return 0
  if (unit === medicine.unit_of_dose) return number
  const known = amount_units.find((one) => one === unit)
  const [first] = medicine.ingredients
  const each =
    known === undefined || first === undefined ? null : inUnit(first.amount, first.unit, known)
  // Read and not in its unit: nothing could be checked.
  if (each === null || each === 0) throw conflict(`${medicine.name} cannot be dosed in ${unit}.`)
  return number / each
}

function kindOf(item: ItemRow | null): DoseRow['kind'] {
  if (item === null) return 'UNPRESCRIBED'
  if (item.frequency === 'PRN') return 'PRN'
  return item.frequency === 'CONTINUOUS' ? 'INFUSION' : 'STAT'
}

/** The slot of an item is one: of two who ask at once for it the second is told. */
async function made(
  caller: Caller,
  given: Parameters<typeof doseRecord.created>[1],
): Promise<DoseRow> {
  return attempt(() => doseRecord.created(caller, given, 'ask')).catch((error: unknown) => {
    if (!isTaken(error, 'due_at')) throw error
    throw conflict('A dose of this medicine is due at that time already.', 'slot')
  })
}
