// A child is born (maternity 3 birth; MAT-16, MAT-17): in one transaction a patient, a stay beside the mother, one
// band number, and what is due at birth. A stillborn child is no patient, and is told.

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { receiveBody } from '../../../neighbours/emergencies.ts'
import { oneAtATime } from '../../../desk/patients/register/register.ts'
import { record } from '../../../office/audit/record.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { actTime } from '../../parts/acts.ts'
import { rowsIn } from '../../parts/part-table.ts'
import { vaccines_table } from '../chosen/tables.ts'
import { held, mustGoOn } from '../labours/held.ts'
import type { LabourRow } from '../labours/of.ts'
import { labourRecord } from '../labours/record.ts'
import { gestationOn } from '../pregnancies/dates.ts'
import { isPositive } from '../pregnancies/known.ts'
import { pregnancyRecord, type PregnancyRow } from '../pregnancies/record.ts'
import { scored } from './apgar.ts'
import { inHospital, type Newborn } from './newborn.ts'
import { type BirthRow, birthsOfLabour } from './of.ts'
import { alreadyBorn, bandTaken, birth_history } from './record.ts'
import type { BirthInput } from './shapes.ts'
import { caseFor } from './operated.ts'
import { births } from './tables.ts'

export interface Born {
  row: BirthRow
  newborn: Newborn | null
  warnings: string[]
}

export async function recordBirth(caller: Caller, id: string, input: BirthInput): Promise<Born> {
  if (await madeBefore(caller, births, input.id)) return again(caller, id, input.id)
  const signer = await practisingSigner(caller)
  // The register comes before the mother's record: births wait for one another in one order.
  await oneAtATime(caller)
  const { patient: mother, labour } = await held(caller, id)
  const order = input.order ?? 1
  await mustBeNext(caller, labour, order)
  mustGoOn(labour)
  mustFit(labour, input)
  const born_at = actTime(input.born_at, mother, {
    field: 'born_at',
    after: [bornAfter(labour, input)],
    late_reason: input.late_reason,
  })
  mustWeigh(input)
  const pregnancy = await pregnancyRecord.get(caller, labour.pregnancy_id)
  const lives = input.outcome === 'LIVE'
  const fields = await fieldsOf(caller, labour, pregnancy, input, born_at)
  const inserted = await attempt(() =>
    births.insert({
      ...(input.id === undefined ? {} : { id: input.id }),
      ...fields,
      hospital_id: caller.hospital_id,
      facility_id: labour.facility_id,
      labour_id: labour.id,
      pregnancy_id: pregnancy.id,
      mother_id: mother.id,
      birth_order: order,
      conducted_by: input.conducted_by || signer.name.slice(0, 160),
      signed_at: clock.instant(),
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    }),
  ).catch((error: unknown) => {
    if (isTaken(error, 'birth_order')) throw alreadyBorn(labour.number, order)
    if (isTaken(error, 'band_no')) throw bandTaken(fields)
    throw error
  })
  const newborn = lives
    ? await inHospital(caller, { labour, pregnancy, birth: inserted, input })
    : null
  const row = newborn === null ? inserted : await tied(caller, inserted, newborn)
  await written(caller, row, labour)
  await born(caller, labour, pregnancy, row)
  if (!lives) await stillborn(caller, labour, row)
  return { row, newborn, warnings: signer.warning === null ? [] : [signer.warning] }
}

async function again(caller: Caller, labour_id: string, id: string | undefined): Promise<Born> {
  const { hospital_id } = caller
  const row = await births.find({ hospital_id, id, labour_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, newborn: null, warnings: [] }
}

/** A second click finds the child recorded; a twin is recorded after the one before it. */
async function mustBeNext(caller: Caller, labour: LabourRow, order: number): Promise<void> {
  const known = await birthsOfLabour(caller, labour.id)
  if (known.some(({ birth_order }) => birth_order === order))
    throw alreadyBorn(labour.number, order)
  if (known.length < order - 1)
    throw invalid('order', `is ${order}: record birth ${known.length + 1} first.`)
}

const before_arrival = ['BEFORE_ARRIVAL', 'HOME']

function mustFit(labour: LabourRow, { mode, place }: BirthInput): void {
  const early = ['LATENT', 'ACTIVE'].includes(labour.status)
  if (!early || labour.born_before_arrival || mode === 'CAESAREAN') return
  if (before_arrival.includes(place)) return
  throw conflict(
    `Labour ${labour.number} is ${labour.status}: a birth follows the second stage.`,
    'state',
  )
}

/** MAT-16: in the house not before she came. */
const bornAfter = (labour: LabourRow, { place }: BirthInput) => ({
  at: before_arrival.includes(place) ? null : labour.admitted_at,
  says: 'The birth is before the admission: use place BEFORE_ARRIVAL.',
})

function mustWeigh({ weight_g, confirm_weight = false }: BirthInput): void {
  if (confirm_weight || (weight_g >= 500 && weight_g <= 5500)) return
  throw invalid('weight_g', `is ${weight_g} g: send confirm_weight when it is right.`)
}

async function fieldsOf(
  caller: Caller,
  labour: LabourRow,
  pregnancy: PregnancyRow,
  input: BirthInput,
  born_at: string,
) {
  const lives = input.outcome === 'LIVE'
  const { edd } = pregnancy
  return {
    born_at,
    sex: input.sex,
    outcome: input.outcome,
    presentation: input.presentation ?? labour.presentation,
    mode: input.mode,
    theatre_case_id: await caseFor(caller, labour, input),
    place: input.place,
    weight_g: input.weight_g,
    length_cm: input.length_cm ?? null,
    head_cm: input.head_cm ?? null,
    gestation: edd === null ? labour.gestation : gestationOn(edd, born_at.slice(0, 10)),
    apgar: scored(input.apgar ?? [], { asked: lives && isFresh(born_at, input) }),
    resuscitation: input.resuscitation ?? null,
    abnormality: input.abnormality ?? null,
    cord: input.cord ?? null,
    vitamin_k: input.vitamin_k ?? false,
    eye_care: input.eye_care ?? false,
    skin_to_skin: input.skin_to_skin ?? false,
    breastfed_within_hour: input.breastfed_within_hour ?? false,
    prophylaxis: input.prophylaxis ?? null,
    hiv_exposed: isPositive(pregnancy),
    vaccines: lives ? [...(await rowsIn(caller, vaccines_table))] : [],
    band_no: lives ? await bandFor(caller, labour, input) : null,
  }
}

/** MAT-16: within the hour the first score is asked. */
const isFresh = (born_at: string, { place }: BirthInput): boolean =>
  !before_arrival.includes(place) && clock.ms() - Date.parse(born_at) <= minutes(60)

/** Printed twice, for mother and child: one serial, whether the house gives it or it is printed already. */
const bandFor = async (caller: Caller, { facility_id }: LabourRow, { band_no }: BirthInput) =>
  band_no ? band_no.toUpperCase() : nextReference(caller, 'newborn_band', facility_id)

async function tied(caller: Caller, row: BirthRow, newborn: Newborn): Promise<BirthRow> {
  const { hospital_id } = caller
  const changes = {
    patient_id: newborn.patient.id,
    admission_id: newborn.admission?.id ?? null,
    visit_id: newborn.visit_id,
  }
  await births.change({ hospital_id, id: row.id }, { ...changes, version: row.version })
  return { ...row, ...changes }
}

async function written(caller: Caller, row: BirthRow, labour: LabourRow): Promise<void> {
  await birth_history.write(caller, row.id, {
    move: 'record',
    from_state: null,
    to_state: row.outcome,
    reason: row.outcome,
  })
  record(caller, 'birth.record', {
    entity_type: 'birth',
    entity_id: row.id,
    entity_label: `${labour.number}, birth ${row.birth_order}`,
    patient_id: row.mother_id,
    to_state: row.outcome,
  })
}

/** MAT-13: the third stage begins with the last child. */
async function born(
  caller: Caller,
  labour: LabourRow,
  pregnancy: PregnancyRow,
  row: BirthRow,
): Promise<void> {
  const wanted = pregnancy.multiple ?? 1
  const delivered_at = row.born_at
  if (row.birth_order >= wanted && labour.status !== 'THIRD' && labour.status !== 'FOURTH') {
    await labourRecord.moved(caller, labour, 'third', { delivered_at })
  } else {
    await labourRecord.changed(caller, labour, 'birth', { delivered_at })
  }
}

/** The body hangs on its mother's record, and the mortuary expects it where it is run (MOR-1). */
async function stillborn(caller: Caller, labour: LabourRow, row: BirthRow): Promise<void> {
  await tellStillbirth(caller, labour)
  if (row.place === 'HOME') return
  await receiveBody(caller, {
    patient_id: row.mother_id,
    birth_id: row.id,
    kind: 'STILLBIRTH',
    source: row.place === 'THEATRE' ? 'THEATRE' : 'LABOUR_WARD',
    died_at: row.born_at,
  })
}

async function tellStillbirth(caller: Caller, { id, number }: LabourRow): Promise<void> {
  await notify(caller, {
    to: { role: 'medical_in_charge' },
    kind: 'maternity.death',
    title: 'A stillbirth',
    body: `${number}: a child was stillborn. A perinatal review is due in 30 days.`,
    entity: { type: 'labour', id },
    outside: { title: 'Maternity', body: 'Maternity: a death to review. Sign in to read it.' },
  })
}
