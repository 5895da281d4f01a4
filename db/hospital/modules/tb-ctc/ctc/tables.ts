// Clients of HIV care, their visits and their sessions of adherence (modules D.2). Nothing of these tables
// leaves the house but to holders of ctc:read (TBC-22).

import {
  choice,
  code,
  day,
  flag,
  id,
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
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type AdherenceClass,
  adherence_classes,
  adherence_methods,
  type ArtAction,
  arv_states,
  client_states,
  entries,
  functions,
  models,
  stages,
  tb_statuses,
  viral_load_states,
  visit_kinds,
} from '../words.ts'

export interface HivTest {
  first_on?: string | null
  confirmed_on: string
  place: string
  index_client?: string | null
}
export interface Relative {
  name: string
  relation: string
  age_years?: number | null
  hiv?: string | null
  number?: string | null
  patient_id?: string | null
}
export interface ArtChange {
  on: string
  action: ArtAction
  from: string | null
  to: string | null
  reason_code: string
  reason: string | null
  by_name: string
}
export interface Art {
  started_on: string
  line: number
  regimen_key: string | null
  since: string
  prescription_id: string | null
  changes: ArtChange[]
}
export interface Supply {
  months: number
  dispensed_on: string
  covers_until: string
}
export interface ViralLoad {
  on: string
  value: number
}
export interface Adherence {
  pct: number | null
  class: AdherenceClass
  on: string
}
export const ctc_clients = table(
  'ctc_clients',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    status: choice(client_states),
    stage: choice(stages),
    number: code(40),
    test: json<HivTest>(),
    entry: choice(entries),
    enrolled_on: day(),
    who_stage: nullable(integer()),
    disclosed_to: nullable(json<string[]>()),
    supporter: nullable(json<{ name: string; phone?: string | null }>()),
    family: otherwise(json<Relative[]>(), () => []),
    named_carer: nullable(uuid()),
    transfer_in: nullable(json<{ facility: string; last_visit_on: string }>()),
    art: nullable(json<Art>()),
    line: nullable(integer()),
    regimen_key: nullable(code(40)),
    supply: nullable(json<Supply>()),
    model: otherwise(choice(models), 'MONTHLY'),
    viral_load: nullable(json<ViralLoad>()),
    /** Of another clinic, at a transfer. */
    vl_reported: nullable(json<ViralLoad>()),
    vl_state: otherwise(choice(viral_load_states), 'NOT_ELIGIBLE'),
    vl_due_on: nullable(day()),
    pregnant: otherwise(flag(), false),
    adherence: nullable(json<Adherence>()),
    tb_status: nullable(choice(tb_statuses)),
    next_visit_on: nullable(day()),
    last_visit_on: nullable(day()),
    closed_on: nullable(day()),
    closed_note: nullable(text(500)),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      // A client who comes back is the same client under the same number (TBC-13).
      { columns: ['patient_id'] },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status', 'next_visit_on'] },
      { columns: ['hospital_id', 'vl_state'] },
    ],
  },
)
export const ctc_client_history = historyTable('ctc_client_history', 'ctc_clients')

export interface TbScreen {
  cough?: boolean | null
  fever?: boolean | null
  weight_loss?: boolean | null
  night_sweats?: boolean | null
  poor_gain?: boolean | null
  contact?: boolean | null
}

export const ctc_visits = table(
  'ctc_visits',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('ctc_clients'),
    patient_id: ref('patients'),
    visited_on: day(),
    kind: choice(visit_kinds),
    weight_kg: nullable(real()),
    height_cm: nullable(real()),
    muac_mm: nullable(real()),
    who_stage: nullable(integer()),
    function: nullable(choice(functions)),
    pregnant: nullable(flag()),
    breastfeeding: nullable(flag()),
    family_planning: nullable(text(120)),
    tb_screen: json<TbScreen>(),
    tb_status: choice(tb_statuses),
    problems: json<string[]>(),
    side_effects: json<{ text: string; grade: number }[]>(),
    adherence_method: nullable(choice(adherence_methods)),
    returned_units: nullable(real()),
    missed_days: nullable(integer()),
    adherence_pct: nullable(real()),
    adherence_class: nullable(choice(adherence_classes)),
    adherence_reasons: json<string[]>(),
    arv_status: choice(arv_states),
    regimen_key: nullable(code(40)),
    reason_code: nullable(code(40)),
    months: nullable(integer()),
    cpt: nullable(flag()),
    tests_ordered: json<string[]>(),
    referred_to: nullable(text(160)),
    next_visit_on: nullable(day()),
    signed_by_name: text(160),
    signed_by_id: nullable(uuid()),
    ...versioned,
  },
  { indexes: [{ columns: ['client_id', 'visited_on', 'id'] }] },
)

/** Which prescriptions are of HIV care: their medicines are kept from others (TBC-22). */
export const ctc_prescriptions = table(
  'ctc_prescriptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('ctc_clients'),
    prescription_id: ref('prescriptions'),
    ...stamps,
  },
  { unique: [{ columns: ['prescription_id'] }] },
)

export const ctc_sessions = table(
  'ctc_sessions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('ctc_clients'),
    patient_id: ref('patients'),
    held_on: day(),
    number: integer(),
    findings: text(1000),
    plan: text(1000),
    by_name: text(160),
    ...versioned,
  },
  { unique: [{ columns: ['client_id', 'held_on'] }] },
)
