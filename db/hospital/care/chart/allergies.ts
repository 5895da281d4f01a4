// What a patient does not bear (2.3; CAR-37, CAR-38), and that somebody has asked.

import type { Caller } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { setAllergyStatus } from '../../desk/patients/for-areas.ts'
import { patientRecord, writable } from '../../desk/patients/rows.ts'
import { type AllergyBrief, clinicalFactChanged } from '../../neighbours/medicines.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { AllergyInput } from './shapes.ts'
import { allergies, allergy_askings, allergy_history } from './tables.ts'
import {
  type AllergySeverity,
  allergy_sources,
  type AllergySource,
  allergy_states,
} from './words.ts'

export type AllergyRow = RowOf<(typeof allergies)['columns']>
type Of = Pick<Caller, 'hospital_id'>

const allergy_life = life('allergy', allergy_states, {
  refute: {
    from: ['ACTIVE'],
    to: 'REFUTED',
    permission: 'allergy:write',
    reason: 'required',
  },
  void: {
    from: ['ACTIVE', 'REFUTED'],
    to: 'VOIDED',
    permission: 'allergy:write',
    reason: 'required',
  },
})

export const allergyRecord = recordWithLife(allergies, {
  life: allergy_life,
  called: ({ substance }) => substance,
  history: historyIn(allergy_history),
  clash: async (caller, error, wanted) =>
    isTaken(error, 'substance_key') ? await already(caller, wanted) : error,
})

/** CAR-37: the one that stands, with how grave it is and since when it is known. */
async function already({ hospital_id }: Of, wanted: AllergyRow): Promise<Error> {
  const { patient_id, substance_key } = wanted
  const known = await allergies.find({ hospital_id, patient_id, substance_key, status: 'ACTIVE' })
  const { substance, severity, created_at } = known ?? wanted
  const how = severity.toLowerCase().replace('_', ' ')
  return conflict(`${substance} allergy is already recorded (${how}, ${created_at.slice(0, 10)}).`)
}

export interface Recorded {
  row: AllergyRow
  /** What the patient takes that was checked once more, and stands in the way now (CAR-39). */
  affected: { id: string; message: string }[]
}

export async function open(caller: Caller, input: AllergyInput): Promise<Recorded> {
  if (await madeBefore(caller, allergies, input.id)) {
    const { hospital_id } = caller
    const found = await allergies.find({ hospital_id, id: input.id, patient_id: input.patient_id })
    if (found === undefined) throw conflict('This id is already in use.')
    return { row: found, affected: [] }
  }
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const row = await allergyRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      ...(await fieldsOf(caller, input)),
      patient_id: patient.id,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'record',
  )
  await setAllergyStatus(caller, { patient_id: patient.id, status: 'RECORDED' })
  return { row, affected: await looked(caller, patient.id) }
}

const looked = (caller: Caller, patient_id: string) =>
  clinicalFactChanged(caller, { patient_id, what: 'ALLERGY' })

async function fieldsOf(caller: Caller, input: AllergyInput) {
  const kind = input.substance_kind ?? 'OTHER'
  if (kind === 'INGREDIENT' && !input.ingredient_code) {
    throw invalid('ingredient_code', 'is required with INGREDIENT.')
  }
  if (kind === 'CLASS' && !input.class_code) {
    throw invalid('class_code', 'is required with CLASS.')
  }
  if (input.certainty === 'REFUTED') {
    throw invalid('certainty', 'must be SUSPECTED or CONFIRMED: refute what is recorded.')
  }
  if (input.onset_on && input.onset_on > (await today(caller))) {
    throw invalid('onset_on', 'is in the future.')
  }
  return {
    substance: input.substance,
    substance_key: folded(input.substance),
    substance_kind: kind,
    ingredient_code: input.ingredient_code || null,
    class_code: input.class_code || null,
    reactions: [...new Set(input.reactions ?? [])],
    severity: input.severity,
    certainty: input.certainty ?? ('SUSPECTED' as const),
    onset_on: input.onset_on ?? null,
    source: input.source ?? ('PATIENT' as const),
    note: input.note || null,
  }
}

export async function refute(
  caller: Caller,
  id: string,
  { reason, how_tested }: { reason: string; how_tested: string },
): Promise<AllergyRow> {
  const changes = { certainty: 'REFUTED' as const, how_tested }
  return ended(caller, id, 'refute', changes, reason)
}

export const voidAllergy = (caller: Caller, id: string, reason: string): Promise<AllergyRow> =>
  ended(caller, id, 'void', {}, reason)

async function ended(
  caller: Caller,
  id: string,
  move: 'refute' | 'void',
  changes: Partial<AllergyRow>,
  reason: string,
): Promise<AllergyRow> {
  await signerOf(caller)
  const { patient_id } = await allergyRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await allergyRecord.begin(caller, id, move)
  const row = await allergyRecord.moved(caller, before, move, changes, reason)
  const { hospital_id } = caller
  const left = await allergies.count({ hospital_id, patient_id, status: 'ACTIVE' })
  if (left === 0) await setAllergyStatus(caller, { patient_id, status: 'UNKNOWN' })
  return row
}

/** CAR-38. */
export async function noneKnown(caller: Caller, patient_id: string, source: AllergySource) {
  const signer = await signerOf(caller)
  await writable(caller, patient_id)
  const { hospital_id } = caller
  const [known] = await allergies.all(
    { hospital_id, patient_id, status: 'ACTIVE' },
    { order: ['created_at', 'id'], limit: 1 },
  )
  if (known !== undefined) {
    throw conflict(`${known.substance} allergy is recorded: refute it first.`)
  }
  const asked = await allergy_askings.insert({
    hospital_id,
    patient_id,
    source,
    asked_at: clock.instant(),
    staff_id: signer.staff_id,
    staff_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
  })
  await setAllergyStatus(caller, { patient_id, status: 'NONE_KNOWN' })
  record(caller, 'allergy.none_known', {
    entity_type: 'patient',
    entity_id: patient_id,
    patient_id,
    reason: source,
  })
  return {
    allergy_status: 'NONE_KNOWN' as const,
    asked_by: asked.staff_name,
    asked_at: asked.asked_at,
  }
}

const asked_days = 365

export async function ofPatient(
  caller: Caller,
  patient_id: string,
  status: AllergyRow['status'] | undefined,
) {
  const { hospital_id } = caller
  const { allergy_status } = await patientRecord.get(caller, patient_id)
  const [asked] = await allergy_askings.all(
    { hospital_id, patient_id },
    { order: ['-asked_at'], limit: 1 },
  )
  const found = await allergies.all(
    { hospital_id, patient_id, status: status ?? ['ACTIVE', 'REFUTED'] },
    { order: ['created_at', 'id'] },
  )
  const none = allergy_status === 'NONE_KNOWN'
  // CAR-38: who was asked a year ago is asked again.
  const old = none && (asked === undefined || asked.asked_at < instantIn(-days(asked_days)))
  return {
    allergy_status: old ? ('UNKNOWN' as const) : allergy_status,
    asked_by: none ? (asked?.staff_name ?? null) : null,
    asked_at: none ? (asked?.asked_at ?? null) : null,
    allergies: found.map((row) => shown(caller, row)),
  }
}

export const shown = (caller: Caller, row: AllergyRow) => ({
  ...row,
  moves: allergyRecord.moves(caller, row),
})

export const whole = async (
  caller: Caller,
  row: AllergyRow,
  affected: Recorded['affected'] = [],
) => ({
  ...shown(caller, await allergyRecord.get(caller, row.id)),
  history: await allergyRecord.history(caller, row.id),
  affected,
})

/** What checks of medicines are held against, restricted or not. */
export const standingAllergies = ({ hospital_id }: Of, patient_id: string): Promise<AllergyRow[]> =>
  allergies.all({ hospital_id, patient_id, status: 'ACTIVE' }, { order: ['created_at', 'id'] })

/** Of each of them, those that stand; reactions as one line (CAR-210). */
export async function allergiesOf(
  { hospital_id }: Of,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, AllergyBrief[]>> {
  if (patient_ids.length === 0) return new Map()
  const found = await allergies.all(
    { hospital_id, patient_id: [...new Set(patient_ids)], status: 'ACTIVE' },
    { order: ['patient_id', 'created_at', 'id'] },
  )
  const briefs = found.map(({ patient_id, substance, severity, reactions }) => ({
    patient_id,
    brief: { substance, severity, reactions: reactions.join(', ') || null },
  }))
  return new Map(
    [...Map.groupBy(briefs, ({ patient_id }) => patient_id)].map(([id, own]) => [
      id,
      own.map(({ brief }) => brief),
    ]),
  )
}

/** CAR-40, PAT-26: as somebody told it; a clinician confirms or refutes it. What stands stays as it is. */
export async function addDraft(
  caller: Caller,
  asked: {
    patient_id: string
    substance: string
    source: string
    reactions?: string | null
    severity?: AllergySeverity
  },
): Promise<AllergyRow> {
  const { hospital_id } = caller
  const { patient_id, reactions } = asked
  const substance = asked.substance.slice(0, 120).toWellFormed()
  const known = await allergies.find({
    hospital_id,
    patient_id,
    substance_key: folded(substance),
    status: 'ACTIVE',
  })
  if (known !== undefined) return known
  const row = await allergyRecord.created(
    caller,
    {
      patient_id,
      substance,
      substance_key: folded(substance),
      substance_kind: 'OTHER',
      reactions: reactions ? [reactions.slice(0, 120).toWellFormed()] : [],
      // How grave it was nobody has said yet.
      severity: asked.severity ?? 'MODERATE',
      certainty: 'SUSPECTED',
      source: allergy_sources.find((one) => one === asked.source) ?? 'PATIENT',
      staff_name: caller.name,
      by_id: caller.user_id,
    },
    'record',
  )
  await setAllergyStatus(caller, { patient_id, status: 'RECORDED' })
  await looked(caller, patient_id)
  return row
}
