// A presumptive case is registered and treatment begins (TBC-2 to TBC-6).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { today } from '../../../office/places/hours.ts'
import { daysFrom, plusMonths } from '../calendar-days.ts'
import { prescribe, type Written } from '../prescribing.ts'
import type { Phase, TbRegimen } from '../sheets/rows.ts'
import { tbFollowUp, tbRegimens, tbRules } from '../sheets/sheets.ts'
import type { Resistance } from '../words.ts'
import { type ByHand, categoryOf, dosed, fittingRegimen } from './dosing.ts'
import { begunCase, type CaseRow, caseRecord } from './record.ts'
import { resistanceOf, type TestFound, testsOf } from './results.ts'
import type { TbRegisterInput } from './shapes.ts'
import { type RegimenKept, tb_follow_ups, type TransferIn } from './tables.ts'

export interface Registered {
  row: CaseRow
  warnings: GateResult[]
}

export type RegisterAsked = TbRegisterInput & {
  transfer_in?: Omit<TransferIn, 'regimen_key'> | undefined
}

export async function registerCase(
  caller: Caller,
  id: string,
  input: TbRegisterInput,
): Promise<Registered> {
  await practisingSigner(caller)
  return register(caller, await begunCase(caller, id, 'register'), input)
}

export async function register(
  caller: Caller,
  before: CaseRow,
  input: RegisterAsked,
): Promise<Registered> {
  const day = await today(caller, before.facility_id)
  const patient = await patientRecord.get(caller, before.patient_id)
  const tests = await testsOf(caller, before)
  mustFit(input, day)
  mustBeProved(input, tests, day)
  const resistance = found(input, before, tests)
  const started_on = startOf(input, before, day)
  const { regimen, phase } = await chosen(caller, input, patient, { resistance, day })
  const written = await prescribed(caller, patient.id, phase, input)
  const row = await caseRecord.moved(caller, before, 'register', {
    ...(await classified(caller, before, input)),
    resistance,
    regimen: keptRegimen(regimen, phase, input, { started_on, written }),
    registered_on: day,
    treatment_started_on: started_on,
  })
  await plan(caller, row)
  return { row, warnings: written.warnings }
}

const with_supporter = ['HOME', 'WORK']

/** TBC-2. */
function mustFit(input: RegisterAsked, day: string): void {
  const weighed_on = input.weighed_on ?? day
  if (weighed_on > day) throw invalid('weighed_on', 'is in the future.')
  if (daysFrom(weighed_on, day) > 3) {
    throw invalid('weight_kg', 'of the last 3 days is required.')
  }
  if (input.site === 'EXTRAPULMONARY' && !input.extra_site) {
    throw invalid('extra_site', 'is required for EXTRAPULMONARY.')
  }
  const place = input.treatment_place ?? 'FACILITY'
  if (with_supporter.includes(place) && !input.supporter) {
    throw invalid('supporter', `is required for ${place}.`)
  }
  const { tested_on } = input.hiv
  if (tested_on && tested_on > day) throw invalid('hiv.tested_on', 'is in the future.')
  if ((input.hiv.status === 'POSITIVE' || input.hiv.status === 'NEGATIVE') && !tested_on) {
    throw invalid('hiv.tested_on', `is required for ${input.hiv.status}.`)
  }
}

const proof_days = 90

/** TBC-3. */
function mustBeProved(
  { diagnosis, diagnosis_reason, reported }: RegisterAsked,
  tests: readonly TestFound[],
  day: string,
): void {
  if (diagnosis === 'CLINICAL') {
    if (!diagnosis_reason) throw invalid('diagnosis_reason', 'is required for CLINICAL.')
    return
  }
  const within = (on: string | null | undefined) =>
    on !== null && on !== undefined && on <= day && daysFrom(on, day) <= proof_days
  if (tests.some(({ positive, on }) => positive === true && within(on))) return
  if (within(reported?.on)) return
  throw conflict(
    'Bacteriological needs a positive smear, culture or PCR of the last 90 days: enter the result, or choose CLINICAL.',
    'proof',
  )
}

const found = (input: RegisterAsked, before: CaseRow, tests: readonly TestFound[]): Resistance =>
  resistanceOf(tests) ?? input.resistance ?? before.resistance

function startOf({ started_on, transfer_in }: RegisterAsked, before: CaseRow, day: string): string {
  const on = transfer_in?.started_on ?? started_on ?? day
  if (on > day) throw invalid('started_on', 'is in the future.')
  if (transfer_in === undefined && on < before.presumed_on) {
    throw conflict(`The signs were entered on ${before.presumed_on}.`, 'started_on')
  }
  return on
}

async function chosen(
  caller: Caller,
  input: RegisterAsked,
  patient: Patient,
  { resistance, day }: { resistance: Resistance; day: string },
): Promise<{ regimen: TbRegimen; phase: Phase }> {
  const category = categoryOf(patient, input.weight_kg, await tbRules(caller), day)
  const all = await tbRegimens(caller)
  const regimen = fittingRegimen(all, input.regimen_key, category, resistance)
  const wanted = input.transfer_in?.phase
  const phase = regimen.phases.find(({ key }) => wanted === undefined || key === wanted)
  if (phase === undefined) {
    const names = regimen.phases.map(({ key }) => key).join(', ')
    throw invalid('transfer_in.phase', `must be one of ${names}.`)
  }
  return { regimen, phase }
}

const prescribed = (
  caller: Caller,
  patient_id: string,
  phase: Phase,
  { weight_kg, by_hand, overrides, transfer_in }: RegisterAsked,
): Promise<Written> =>
  prescribe(
    caller,
    patient_id,
    takenIn(phase, weight_kg, by_hand, transfer_in?.doses_taken ?? 0),
    overrides,
  )

/** What is left of a phase, as it is written on a prescription. */
export const takenIn = (
  phase: Phase,
  weight_kg: number,
  by_hand: ByHand | null | undefined,
  doses_taken: number,
) =>
  dosed(phase, weight_kg, by_hand).map(({ medicine, per_dose }) => ({
    medicine,
    per_dose,
    frequency: phase.frequency,
    days: Math.max(1, phase.doses - doses_taken),
  }))

function keptRegimen(
  regimen: TbRegimen,
  phase: Phase,
  { weight_kg, by_hand }: RegisterAsked,
  { started_on, written }: { started_on: string; written: Written },
): RegimenKept {
  return {
    key: regimen.key,
    title: regimen.title,
    dr: regimen.dr,
    phases: regimen.phases,
    phase: phase.key,
    phase_started_on: started_on,
    weight_kg,
    by_hand: by_hand ?? null,
    held: false,
    prescription_id: written.prescription_id,
  }
}

async function classified(caller: Caller, before: CaseRow, input: RegisterAsked) {
  const { transfer_in } = input
  return {
    number: transfer_in?.number ?? (await nextReference(caller, 'tb_case', before.facility_id)),
    site: input.site,
    extra_site: input.extra_site || null,
    diagnosis: input.diagnosis,
    diagnosis_reason: input.diagnosis_reason || null,
    history: input.history,
    treatment_place: input.treatment_place ?? ('FACILITY' as const),
    supporter: input.supporter ?? null,
    hiv: input.hiv,
    ...(transfer_in === undefined ? {} : { transfer_in: cameWith(input, transfer_in) }),
  }
}

const cameWith = (
  { regimen_key }: RegisterAsked,
  { facility, number, started_on, phase, doses_taken }: Omit<TransferIn, 'regimen_key'>,
): TransferIn => ({ facility, number, started_on, phase, doses_taken, regimen_key })

/** TBC-11: by history and site; where there is nothing to cough up, weight and signs. */
async function plan(caller: Caller, row: CaseRow): Promise<void> {
  const { hospital_id } = caller
  const { site, history, treatment_started_on } = row
  const all = (await tbFollowUp(caller)).filter((one) => one.site === site)
  const months = (all.find((one) => one.history === history) ?? all[0])?.months ?? []
  if (months.length === 0 || treatment_started_on === null) return
  await tb_follow_ups.insertMany(
    months.map((month) => ({
      hospital_id,
      case_id: row.id,
      month,
      due_on: plusMonths(treatment_started_on, month),
      sputum: site === 'PULMONARY' ? ('YES' as const) : ('NO' as const),
    })),
  )
}

export const maySeeHiv = (caller: Caller): boolean => can(caller, 'ctc:read')
