// What is asked of care (CAR-210 to CAR-218) before it stands.

import type { Caller } from '../../core/caller.ts'
import { type Page, pageOf, type PageAsked } from '../../store/pages.ts'
import { question } from '../../core/question.ts'
import { noSuch } from '../../core/refusal.ts'

export interface OpenWorkRow {
  id: string
  reference: string
  label: string
}

/** Procedures ordered on a visit and not yet done. */
export const openProcedureOrders = question(
  async (_caller: Caller, _visit_id: string): Promise<OpenWorkRow[]> => [],
)

/** Prescriptions of a visit that are not yet dispensed. */
export const openPrescriptions = question(
  async (_caller: Caller, _visit_id: string): Promise<OpenWorkRow[]> => [],
)

/** What something rests on: a record that stands in the chart of this patient, signed where that is asked. */
export interface InChart {
  id: string
  patient_id: string
  kind: 'DIAGNOSIS' | 'NOTE'
  field: string
  signed: boolean
}

/** Refused in words where it does not; silence knows of no chart, and so of no record. */
export const mustBeInChart = question(
  async (_caller: Pick<Caller, 'hospital_id'>, { kind }: InChart): Promise<unknown> => {
    throw noSuch(kind === 'NOTE' ? 'note' : 'diagnosis')
  },
)

/** What was found on a visit or a stay (CAR-210): codes, the first in front. */
export const diagnosesOf = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _asked: { visit_id?: string | null; admission_id?: string | null },
  ): Promise<{ code: string; system: string; status: 'PROVISIONAL' | 'FINAL' }[]> => [],
)

export const admissionOf = question(
  async (
    _caller: Caller,
    _patient_id: string,
  ): Promise<{ admission_id: string; ward: string; bed: string | null } | null> => null,
)

/** What clinical work stands on a visit, in words: `{label: 'records', count: 2}`. */
export const clinicalOn = question(
  async (_caller: Caller, _visit_id: string): Promise<{ label: string; count: number }[]> => [],
)

/** What a patient sees of a prescription in the portal (POR-7). */
export interface PatientPrescription {
  id: string
  number: string
  date: string
  status: string
  prescriber: string | null
  items: {
    medicine: string
    /** In plain words of the patient's language. */
    how_to_take: string
    quantity: string | null
    dispensed: boolean
    refills_left: number
  }[]
}

export const patientPrescriptions = question(
  async (
    _caller: Caller,
    asked: PageAsked & {
      patient_id: string
      /** To a proxy nothing of sensitive programmes (POR-6). */
      without_sensitive: boolean
      visit_id?: string | undefined
      status?: string | undefined
      from?: string | undefined
      to?: string | undefined
    },
  ): Promise<Page<PatientPrescription>> => pageOf(asked, []),
)

export interface Pregnancy {
  pregnant: boolean
  edd: string | null
  weeks: number | null
  delivered_on: string | null
}

/** What is known of pregnancy and delivery, of those of whom something is known. */
export const pregnanciesOf = question(
  async (
    _caller: Caller,
    _patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pregnancy>> => new Map(),
)

/** A dose given here, or entered from a card (CAR-165: an early one stands and does not count). */
export interface ImmunisationDose {
  id: string
  dose_key: string
  vaccine: { code: string; name: string; name_sw: string | null }
  given_on: string
  lot: string | null
  facility: string | null
  valid: boolean
  reason: string | null
}

/** Doses that are not voided, the oldest first. */
export const immunisationsOf = question(
  async (_caller: Caller, _patient_id: string): Promise<ImmunisationDose[]> => [],
)

export const due_states = [
  'NOT_YET',
  'DUE',
  'OVERDUE',
  'GIVEN',
  'CONTRAINDICATED',
  'DEFERRED',
  'TOO_LATE',
] as const

export interface DueVaccine {
  dose_key: string
  vaccine: { code: string; name: string; name_sw: string | null }
  state: (typeof due_states)[number]
  due_on: string
  min_on: string
  max_on: string | null
}

/** Every line of the schedules that apply to a patient as it stands today (CAR-164). */
export const dueVaccines = question(
  async (_caller: Caller, _patient_id: string): Promise<DueVaccine[]> => [],
)
