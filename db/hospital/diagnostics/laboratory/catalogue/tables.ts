// What a laboratory offers (diagnostics 2.1, 2.2): tests with their ranges, the sections they stand in,
// the specimens they need, and the reasons for which work is refused.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  key,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  age_units,
  contrast_needs,
  disciplines,
  entry_places,
  modalities,
  named_sexes,
  portal_rules,
  pregnancy_states,
  reason_kinds,
  side_needs,
  storages,
  test_kinds,
  value_types,
  type RuleSetting,
  type verdicts,
  type WestgardRule,
} from '../words.ts'
import type { Chosen } from './setting-words.ts'

export const diagnostic_sections = table(
  'diagnostic_sections',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(120),
    name_key: key(120),
    discipline: choice(disciplines),
    department: nullable(text(120)),
    turnaround_hours: otherwise(integer(), 24),
    one_step: no(),
    on_call_department: nullable(text(120)),
    head_staff_id: nullable(uuid()),
    active: yes(),
    position: integer(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export interface Stability {
  room: number | null
  cold: number | null
  frozen: number | null
}

export const specimen_types = table(
  'specimen_types',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(120),
    name_key: key(120),
    name_sw: nullable(text(120)),
    aliases: otherwise(json<string[]>(), () => []),
    container: nullable(text(80)),
    colour: nullable(text(40)),
    volume_ml: nullable(real()),
    tests_per_container: otherwise(integer(), 12),
    stability_hours: json<Stability>(),
    storage: choice(storages),
    retention_days: otherwise(integer(), 7),
    patient_collects: no(),
    needs_site: no(),
    hazard: no(),
    /** Made out of a text that matched none (DIA-3). */
    unreviewed: no(),
    active: yes(),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'code'] }, { columns: ['hospital_id', 'name_key'] }],
  },
)

export const diagnostic_reasons = table(
  'diagnostic_reasons',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kind: choice(reason_kinds),
    code: code(40),
    name: text(120),
    name_sw: nullable(text(120)),
    our_failure: no(),
    needs_note: no(),
    recollect: yes(),
    active: yes(),
    position: integer(),
  },
  { unique: [{ columns: ['hospital_id', 'kind', 'code'] }] },
)

export interface UnitConversion {
  unit: string
  factor: number
  offset: number
}
export interface CodedAnswer {
  code: string
  text: string
  text_sw?: string | null
  verdict: (typeof verdicts)[number]
  notifiable_as?: string | null
}
export interface PanelPart {
  test_code: string
  required: boolean
}
export interface DeltaRule {
  kind: 'PERCENT' | 'ABSOLUTE'
  limit: number
  within_days: number
  action: 'WARN' | 'HOLD'
}

/** What a report begins with, to be written over (DIA-124). */
export interface ReportTemplate {
  findings: string
  impression: string
}

export const diagnostic_tests = table(
  'diagnostic_tests',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    /** Of all codes only one in each spelling. */
    code_key: key(20),
    name: text(120),
    name_sw: nullable(text(120)),
    synonyms: otherwise(json<string[]>(), () => []),
    /** For the search. */
    words: otherwise(text(1500), ''),
    active: yes(),
    orderable: yes(),
    category: nullable(text(120)),
    discipline: choice(disciplines),
    kind: otherwise(choice(test_kinds), 'SINGLE' as const),
    value_type: otherwise(choice(value_types), 'NUMERIC' as const),
    section_id: ref('diagnostic_sections'),
    specimen: nullable(text(120)),
    specimen_type_id: nullable(ref('specimen_types')),
    tariff_code: nullable(code(40)),
    loinc: nullable(code(20)),
    method: nullable(text(120)),
    unit: nullable(text(40)),
    decimals: otherwise(integer(), 1),
    ref_low: nullable(real()),
    ref_high: nullable(real()),
    critical_low: nullable(real()),
    critical_high: nullable(real()),
    valid_low: nullable(real()),
    valid_high: nullable(real()),
    unit_conversions: otherwise(json<UnitConversion[]>(), () => []),
    answers: otherwise(json<CodedAnswer[]>(), () => []),
    formula: nullable(text(500)),
    components: otherwise(json<PanelPart[]>(), () => []),
    entry_by: otherwise(choice(entry_places), 'LAB' as const),
    collection_note: nullable(text(500)),
    preparation: nullable(text(500)),
    preparation_sw: nullable(text(500)),
    stability_hours: nullable(integer()),
    turnaround_hours: nullable(integer()),
    turnaround_urgent_minutes: nullable(integer()),
    turnaround_stat_minutes: nullable(integer()),
    sex: nullable(choice(named_sexes)),
    age_from: nullable(integer()),
    age_to: nullable(integer()),
    duplicate_hours: nullable(integer()),
    one_step: nullable(flag()),
    delta: nullable(json<DeltaRule>()),
    /** A result waits for its control (DIA-105). */
    qc_required: no(),
    qc_valid_hours: otherwise(integer(), 24),
    qc_rules: nullable(json<Partial<Record<WestgardRule, RuleSetting>>>()),
    restricted: no(),
    consent_required: no(),
    release_to_patient: nullable(choice(portal_rules)),
    notifiable_as: nullable(code(40)),
    modality: nullable(choice(modalities)),
    body_part: nullable(text(80)),
    laterality: otherwise(choice(side_needs), 'NONE' as const),
    contrast: otherwise(choice(contrast_needs), 'NONE' as const),
    duration_min: otherwise(integer(), 20),
    report_template: nullable(json<ReportTemplate>()),
    source: nullable(text(300)),
    /** Nobody of this hospital has looked at what was shipped (DIA-10). */
    unconfirmed: no(),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code', 'words'],
    unique: [{ columns: ['hospital_id', 'code_key'] }],
    indexes: [{ columns: ['hospital_id', 'name', 'id'] }],
  },
)

export const diagnostic_ranges = table(
  'diagnostic_ranges',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    test_id: ref('diagnostic_tests'),
    position: integer(),
    sex: nullable(choice(named_sexes)),
    age_from: nullable(integer()),
    age_from_unit: nullable(choice(age_units)),
    age_to: nullable(integer()),
    age_to_unit: nullable(choice(age_units)),
    pregnancy: nullable(choice(pregnancy_states)),
    method: nullable(text(120)),
    ref_low: nullable(real()),
    ref_high: nullable(real()),
    critical_low: nullable(real()),
    critical_high: nullable(real()),
    text: nullable(text(120)),
    text_sw: nullable(text(120)),
    effective_from: day(),
    source: nullable(text(300)),
    active: yes(),
  },
  { unique: [{ columns: ['test_id', 'position'] }] },
)

/** What a hospital has set otherwise than shipped (2.11). */
export const diagnostic_settings = table(
  'diagnostic_settings',
  { hospital_id: ref('hospitals'), chosen: json<Partial<Chosen>>(), ...versioned },
  { key: ['hospital_id'] },
)
