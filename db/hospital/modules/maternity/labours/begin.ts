// A woman comes in labour (MAT-12): admitted, or with a child that is born already. Who was not booked is booked now.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { admissionRecord, liveOf } from '../../../care/wards/admissions/record.ts'
import { lying_states } from '../../../care/wards/words.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { today } from '../../../office/places/hours.ts'
import { actTime } from '../../parts/acts.ts'
import { rowIn } from '../../parts/part-table.ts'
import { settings_table } from '../chosen/tables.ts'
import { begun } from '../pregnancies/booking.ts'
import { datedBy, gestationOn } from '../pregnancies/dates.ts'
import { openOf, pregnancyRecord, type PregnancyRow } from '../pregnancies/record.ts'
import { tellStatus } from '../pregnancies/booking.ts'
import { noted } from './observing.ts'
import { inLabour, type LabourRow } from './of.ts'
import { alreadyInLabour, labourRecord } from './record.ts'
import type { LabourInput } from './shapes.ts'
import { labours } from './tables.ts'

export async function begin(caller: Caller, input: LabourInput): Promise<LabourRow> {
  if (await madeBefore(caller, labours, input.id)) return labourRecord.get(caller, input.id ?? '')
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  await practisingSigner(caller)
  const patient = await writable(caller, input.patient_id)
  const going = await inLabour(caller, patient.id)
  if (going !== undefined) throw alreadyInLabour(going)
  const admission = await stayOf(caller, patient, input)
  const pregnancy = await pregnancyOf(caller, patient, input)
  const admitted_at = actTime(input.admitted_at, patient, {
    field: 'admitted_at',
    after: [{ at: admission?.admitted_at ?? null, says: 'admitted_at is before the admission.' }],
    late_reason: input.late_reason,
  })
  const visit = await openVisitRow(caller, patient.id)
  const on = await today(caller, facility_id)
  const settings = await rowIn(caller, settings_table)
  const { observation, ...rest } = input
  const row = await labourRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id,
      patient_id: patient.id,
      pregnancy_id: pregnancy.id,
      admission_id: admission?.id ?? null,
      visit_id: admission?.visit_id ?? visit?.id ?? null,
      born_before_arrival: input.born_before_arrival ?? false,
      chart: input.chart ?? settings.chart,
      admitted_at,
      onset_at: onset(input, admitted_at),
      referred_from: rest.referred_from ?? null,
      membranes: rest.membranes ?? null,
      presentation: rest.presentation ?? null,
      previous_sections: rest.previous_sections ?? pregnancy.previous_sections,
      induction: rest.induction ?? null,
      augmentation: rest.augmentation ?? null,
      companion: rest.companion ?? null,
      pain_relief: rest.pain_relief ?? [],
      parity: pregnancy.para,
      gestation: gestationOn(pregnancy.edd, on),
    },
    'begin',
  )
  const { multiple } = rest
  await pregnancyRecord.moved(
    caller,
    pregnancy,
    'labour',
    multiple === undefined ? {} : { multiple },
  )
  if (observation === undefined) return row
  const at = actTime(observation.at, patient, {
    after: [{ at: row.onset_at ?? admitted_at, says: 'at is before the labour began.' }],
    late_reason: observation.late_reason ?? input.late_reason,
  })
  return (await noted(caller, row, { ...observation, at })).labour
}

function onset({ onset_at }: LabourInput, admitted_at: string): string | null {
  if (!onset_at) return null
  const at = new Date(onset_at).toISOString()
  if (at > admitted_at) throw conflict('onset_at is after admitted_at.', 'after')
  return at
}

/** The stay in which she gives birth; none where the child was born before she came. */
async function stayOf(caller: Caller, patient: Patient, input: LabourInput) {
  const { admission_id, born_before_arrival = false } = input
  const found = admission_id
    ? await admissionRecord.get(caller, admission_id)
    : await liveOf(caller, patient.id)
  if (admission_id && found?.patient_id !== patient.id) {
    throw invalid('admission_id', 'is not an admission of this patient.')
  }
  const lies =
    found !== undefined &&
    found.kind === 'MATERNITY' &&
    (lying_states as readonly string[]).includes(found.status)
  if (lies) return found
  if (born_before_arrival) return null
  throw conflict('Admit her first.', 'not_admitted')
}

async function pregnancyOf(
  caller: Caller,
  patient: Patient,
  input: LabourInput,
): Promise<PregnancyRow> {
  const open = await openOf(caller, patient.id)
  if (input.pregnancy_id && input.pregnancy_id !== open?.id) {
    await pregnancyRecord.get(caller, input.pregnancy_id)
    throw conflict('This is not her open pregnancy.', 'state')
  }
  if (open !== undefined) {
    pregnancyRecord.check(open, 'labour')
    return pregnancyRecord.locked(caller, open.id)
  }
  return unbooked(caller, patient, input)
}

/** Labour without a pregnancy is never stored. */
async function unbooked(
  caller: Caller,
  patient: Patient,
  input: LabourInput,
): Promise<PregnancyRow> {
  const para = input.para ?? 0
  const row = await begun(caller, patient, {
    gravida: input.gravida ?? para + 1,
    para,
    multiple: input.multiple ?? null,
    unbooked: true,
    ...(input.lmp ? { lmp: input.lmp, lmp_sure: true } : {}),
  })
  if (row.edd !== null || typeof input.fundal_height_cm !== 'number') return row
  const on = await today(caller, row.facility_id)
  const fundal_height = { cm: input.fundal_height_cm, on }
  const dated = datedBy({ lmp: null, lmp_sure: false, ultrasound: null, fundal_height })
  if (dated.edd === null) return row
  const after = await pregnancyRecord.changed(caller, row, 'dated', dated)
  await tellStatus(caller, after)
  return after
}
