// Writing a prescription: a draft, and signed at once where nobody says otherwise (2.7).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { storeInUse } from '../../../goods/stock/stores/keeping.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { type Place, placeOf } from '../../records/place.ts'
import { situationOf } from '../checks/context.ts'
import { dispenses } from '../dispensing/tables.ts'
import { judgeLines } from './judging.ts'
import { readLines } from './lines.ts'
import { items_of, prescriptionRecord, type PrescriptionRow } from './record.ts'
import type { PrescriptionChange, PrescriptionInput } from './shapes.ts'
import { signNow, type Signed } from './signing.ts'
import { readOf } from './stored.ts'
import { prescriptions } from './tables.ts'

export async function open(caller: Caller, input: PrescriptionInput): Promise<Signed> {
  if (await madeBefore(caller, prescriptions, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await placeOf(caller, patient, input)
  const kind = kindOf(input, place)
  if (input.dispense_at) await storeInUse(caller, input.dispense_at)
  const row = await prescriptionRecord.created(caller, {
    ...(input.id === undefined ? {} : { id: input.id }),
    facility_id: place.facility_id,
    patient_id: patient.id,
    visit_id: place.visit_id,
    admission_id: place.admission_id,
    department: place.department,
    kind,
    prescriber_id: signer.staff_id,
    prescriber_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
    diagnosis_ids: input.diagnosis_ids ?? [],
    notes: input.notes || null,
    language: input.language ?? null,
    dispense_at: input.dispense_at ?? null,
  })
  await itemsWritten(caller, row, input.items)
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  if (input.sign === false) return { row, warnings: [] }
  return signNow(caller, row, input.overrides)
}

async function already(
  caller: Caller,
  { id, patient_id }: Pick<PrescriptionInput, 'id' | 'patient_id'>,
): Promise<Signed> {
  const row = await prescriptions.find({ hospital_id: caller.hospital_id, id, patient_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, warnings: [] }
}

function kindOf({ kind }: PrescriptionInput, { admission_id }: Place): PrescriptionRow['kind'] {
  if (kind === 'EMERGENCY') throw invalid('kind', 'EMERGENCY is not offered yet.')
  if ((kind === 'INPATIENT' || kind === 'DISCHARGE') && admission_id === null) {
    throw conflict(`${kind} is for somebody who is admitted.`, 'kind')
  }
  return kind ?? (admission_id === null ? 'OUTPATIENT' : 'INPATIENT')
}

async function itemsWritten(
  caller: Caller,
  row: PrescriptionRow,
  items: PrescriptionInput['items'],
): Promise<void> {
  const lines = await readLines(caller, items, await situationOf(caller, row))
  judgeLines(row, items, lines, null)
  const written = lines.map((line, index) => ({
    status: 'DRAFT' as const,
    ...readOf(items[index] as PrescriptionInput['items'][number], line, row.patient_id),
  }))
  await items_of.replace(caller, row.id, written)
}

export async function change(
  caller: Caller,
  id: string,
  input: PrescriptionChange,
): Promise<PrescriptionRow> {
  const { patient_id } = await prescriptionRecord.get(caller, id)
  await writable(caller, patient_id)
  const before = await prescriptionRecord.locked(caller, id)
  mayBeChanged(caller, before, input)
  if (input.dispense_at) await storeInUse(caller, input.dispense_at)
  if (input.dispense_at !== undefined) await moveQueued(caller, before, input.dispense_at)
  if (input.items !== undefined) await itemsWritten(caller, before, input.items)
  return prescriptionRecord.changed(caller, before, 'edit', {
    ...(input.notes === undefined ? {} : { notes: input.notes || null }),
    ...(input.diagnosis_ids === undefined ? {} : { diagnosis_ids: input.diagnosis_ids }),
    ...(input.dispense_at === undefined ? {} : { dispense_at: input.dispense_at }),
  })
}

/** What is signed is another pharmacy's at most, while nobody has looked at it there. */
function mayBeChanged(
  caller: Caller,
  { status, by_id, number, prescriber_name }: PrescriptionRow,
  { dispense_at: _store, ...rest }: PrescriptionChange,
): void {
  if (status === 'DRAFT') {
    if (by_id !== caller.user_id) throw conflict(`Only ${prescriber_name} changes this draft.`)
    return
  }
  if (Object.keys(rest).length === 0) return
  throw conflict(`Prescription ${number} is ${status}: its items are revised or discontinued.`)
}

async function moveQueued(
  { hospital_id }: Caller,
  { id, status }: PrescriptionRow,
  store_id: string | null,
): Promise<void> {
  if (status === 'DRAFT') return
  const of = await dispenses.all({ hospital_id, prescription_id: id })
  if (of.some(({ status: at }) => at !== 'QUEUED' && at !== 'CANCELLED')) {
    throw conflict('The pharmacy has begun with it: it stays there.', 'begun')
  }
  for (const one of of.filter(({ status: at }) => at === 'QUEUED')) {
    await dispenses.change({ hospital_id, id: one.id }, { store_id })
  }
}
