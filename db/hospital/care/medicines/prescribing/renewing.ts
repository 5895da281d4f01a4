// Other doses, and more of the same (CAR-64 to CAR-66): the old item stands as it was, the new one names it.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { placeOf } from '../../records/place.ts'
import { begins, ends } from './following.ts'
import { judgeLines } from './judging.ts'
import { allChecked, readLines, type ReadLine } from './lines.ts'
import { aroundOf, isEmergency, passChecks } from './passing.ts'
import {
  ended,
  follows,
  itemRecord,
  items_of,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from './record.ts'
import type { ItemRenew, ItemRevise, PrescriptionItemInput } from './shapes.ts'
import { prescriberOf, signNow } from './signing.ts'
import { begunItem, entityOf, type ItemMoved } from './stopping.ts'
import { inputOf, readOf } from './stored.ts'

/** What was said anew over what stood; a dose that is given in its own right gives up its weight. */
function over(before: ItemRow, said: Partial<PrescriptionItemInput>): PrescriptionItemInput {
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const old = inputOf(before)
  if ('dose' in given || 'dose_per_kg' in given)
    return { ...old, dose: null, dose_per_kg: null, ...given }
  return { ...old, ...given }
}

export async function revise(
  caller: Caller,
  id: string,
  { reason, overrides, ...said }: ItemRevise,
): Promise<ItemMoved> {
  const { before, of } = await begunItem(caller, id, 'revise')
  const input = over(before, { start_at: clock.instant(), ...said })
  const around = await aroundOf(caller, { ...of, except: [id] })
  const stat = before.frequency === 'STAT'
  const emergency = await isEmergency(caller, of, around, stat)
  const prescriber = await prescriberOf(caller, emergency)
  const [line] = (await readLines(caller, [input], around)) as [ReadLine]
  judgeLines(of, [input], [line], prescriber)
  mustDiffer(before, input)
  const { warnings } = await passChecks(caller, {
    action: 'rx.sign',
    lines: allChecked([line]),
    of: around,
    emergency,
    overrides,
    entity: entityOf(before, of),
  })
  const old = await itemRecord.moved(caller, before, 'revise', ended(caller, 'CHANGED'), reason)
  await ends(caller, [old], 'Changed')
  const row = await added(caller, of, {
    ...readOf(input, line, of.patient_id),
    action: 'REVISE',
    previous_item_id: old.id,
    quantity_dispensed: old.quantity_dispensed,
    review_at: old.review_at,
  })
  await begins(caller, of, [row])
  await follows(caller, of.id)
  return { row, warnings }
}

const compared = [
  'dose',
  'dose_unit',
  'dose_per_kg',
  'route',
  'frequency',
  'duration_days',
  'prn_max_24h',
  'prn_min_hours',
  'taper',
  'infusion',
  'quantity',
  'instructions',
  'indication',
  'substitution',
] as const

function mustDiffer(before: ItemRow, wanted: PrescriptionItemInput): void {
  const old = inputOf(before)
  const same = compared.every(
    (field) => JSON.stringify(old[field] ?? null) === JSON.stringify(wanted[field] ?? null),
  )
  if (same) throw conflict('Nothing was changed.', 'same')
}

type Added = Omit<
  Parameters<typeof itemRecord.created>[1],
  'prescription_id' | 'position' | 'status'
>

async function added(caller: Caller, { id }: PrescriptionRow, more: Added): Promise<ItemRow> {
  const last = (await items_of.of(caller, id)).at(-1)
  const position = (last?.position ?? 0) + 1
  const row = { ...more, prescription_id: id, position, status: 'ACTIVE' as const }
  return itemRecord.created(caller, row, 'revise')
}

/** On a prescription of its own: another day, perhaps another prescriber. */
export async function renew(
  caller: Caller,
  id: string,
  { overrides, ...said }: ItemRenew,
): Promise<ItemMoved> {
  const { before, of } = await begunItem(caller, id, 'renew')
  const patient = await writable(caller, of.patient_id)
  const now = clock.instant()
  const goes_on = before.status === 'ACTIVE' && before.stop_at !== null && before.stop_at > now
  const start_at = goes_on ? before.stop_at : now
  const input = over(before, { start_at, quantity: null, ...said })
  const around = await aroundOf(caller, { ...of, except: [id] })
  const [line] = (await readLines(caller, [input], around)) as [ReadLine]
  if (line.checked.medicine.controlled !== 'NONE') {
    throw conflict(`${before.medicine} is controlled: write a new prescription.`, 'controlled')
  }
  const place = await placeOf(caller, patient, {})
  const made = await prescriptionRecord.created(caller, {
    facility_id: place.facility_id,
    patient_id: of.patient_id,
    visit_id: place.visit_id,
    admission_id: place.admission_id,
    department: place.department,
    kind: place.admission_id === null ? 'OUTPATIENT' : 'INPATIENT',
    prescriber_name: caller.name,
    by_id: caller.user_id,
    diagnosis_ids: of.diagnosis_ids,
    language: of.language,
    dispense_at: of.dispense_at,
  })
  await items_of.add(caller, made.id, [
    {
      ...readOf(input, line, of.patient_id),
      status: 'DRAFT',
      action: 'RENEW',
      previous_item_id: id,
    },
  ])
  const { warnings } = await signNow(caller, made, overrides)
  await itemRecord.changed(caller, before, 'renew', {})
  const [row] = await items_of.of(caller, made.id)
  return { row: row as ItemRow, warnings }
}
