// TB cases, the doses of each day, and the follow-ups of each month (modules D.2).

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  case_states,
  diagnoses,
  dose_marks,
  found_by,
  histories,
  type hiv_states,
  outcomes,
  resistances,
  sites,
  sputum_results,
  treatment_places,
} from '../words.ts'
import type { Phase } from '../sheets/rows.ts'

export interface Signs {
  cough_weeks?: number | null
  fever?: boolean | null
  night_sweats?: boolean | null
  weight_loss?: boolean | null
  blood?: boolean | null
  not_gaining?: boolean | null
  playing_less?: boolean | null
}
export interface Supporter {
  name: string
  phone?: string | null
  relation?: string | null
}
export interface HivOfCase {
  status: (typeof hiv_states)[number]
  tested_on?: string | null
  art_started_on?: string | null
  cpt_started_on?: string | null
}
/** The regimen as it was when it began: a table that is changed later changes no treatment. */
export interface RegimenKept {
  key: string
  title: string
  dr: boolean
  phases: Phase[]
  phase: string
  phase_started_on: string
  weight_kg: number
  by_hand: { tablets: number; reason: string } | null
  held: boolean
  prescription_id: string | null
}
export interface TransferIn {
  facility: string
  number: string
  started_on: string
  regimen_key: string
  phase: string
  doses_taken: number
}

export const tb_cases = table(
  'tb_cases',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    status: choice(case_states),
    presumptive_no: code(40),
    number: nullable(code(60)),
    signs: json<Signs>(),
    contact_of: nullable(text(120)),
    found_by: choice(found_by),
    site: nullable(choice(sites)),
    extra_site: nullable(text(120)),
    diagnosis: nullable(choice(diagnoses)),
    diagnosis_reason: nullable(text(300)),
    history: nullable(choice(histories)),
    resistance: otherwise(choice(resistances), 'NOT_TESTED'),
    hiv: nullable(json<HivOfCase>()),
    regimen: nullable(json<RegimenKept>()),
    treatment_place: nullable(choice(treatment_places)),
    supporter: nullable(json<Supporter>()),
    presumed_on: day(),
    registered_on: nullable(day()),
    treatment_started_on: nullable(day()),
    transfer_in: nullable(json<TransferIn>()),
    positive_on: nullable(day()),
    outcome: nullable(choice(outcomes)),
    outcome_on: nullable(day()),
    outcome_note: nullable(text(500)),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'presumptive_no'] },
      { columns: ['hospital_id', 'number'], only_where: 'number is not null' },
      // One open case of a patient, for two clinicians at the same moment too.
      { columns: ['patient_id'], only_where: "status <> 'CLOSED'" },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status', 'presumed_on'] },
      { columns: ['hospital_id', 'patient_id'] },
    ],
  },
)
export const tb_case_history = historyTable('tb_case_history', 'tb_cases')

export const tb_doses = table(
  'tb_doses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('tb_cases'),
    due_on: day(),
    /** The phase it was taken in: an extended month counts by itself. */
    phase: code(40),
    mark: choice(dose_marks),
    note: nullable(text(300)),
    by_name: text(160),
    marked_at: instant(),
    ...versioned,
  },
  { unique: [{ columns: ['case_id', 'due_on'] }] },
)

export const tb_follow_ups = table(
  'tb_follow_ups',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('tb_cases'),
    month: integer(),
    due_on: day(),
    /** Weight and signs alone, where there is nothing to cough up. */
    sputum: choice(['YES', 'NO']),
    weight_kg: nullable(real()),
    signs: nullable(text(500)),
    test_code: nullable(code(40)),
    order_id: nullable(uuid()),
    result: nullable(choice(sputum_results)),
    done_on: nullable(day()),
    laboratory: nullable(text(160)),
    laboratory_no: nullable(text(60)),
    note: nullable(text(500)),
    by_name: nullable(text(160)),
    ...versioned,
  },
  { unique: [{ columns: ['case_id', 'month'] }] },
)
