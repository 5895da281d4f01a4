// Studies (diagnostics 2.9): one for each item of an imaging order, and everything that was signed of it.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { SafetyInput } from '../laboratory/orders/safety.ts'
import {
  contrast_needs,
  identity_checks,
  modalities,
  priorities,
  sides,
} from '../laboratory/words.ts'
import type { contrast_routes, reject_reasons } from './words.ts'
import { report_states, signed_as, study_states } from './words.ts'

export type Safety = SafetyInput

/** A gate that somebody let pass for this study (DIA-117). */
export interface Justified {
  gate: string
  /** What stood in the way: another thing asks again. */
  what: string
  reason_code: string
  reason: string
  by_name: string
  at: string
}

export interface Dose {
  dap: number | null
  ctdi: number | null
  dlp: number | null
  agd: number | null
  fluoro_seconds: number | null
}
export interface ContrastGiven {
  product_id: string | null
  batch_id: string | null
  name: string
  ml: number
  route: (typeof contrast_routes)[number] | null
}
export interface Acquisition {
  views: number
  exposures: number
  rejected: number
  reject_reasons: (typeof reject_reasons)[number][]
  dose: Dose | null
  contrast: ContrastGiven | null
  note: string | null
}

export interface ReportText {
  technique: string | null
  comparison: string | null
  findings: string
  impression: string
  recommendation: string | null
  codes: string[]
  dictated_by_id: string | null
  dictated_by_name: string | null
  critical: boolean
}

export const imaging_studies = table(
  'imaging_studies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    accession: code(20),
    item_id: ref('diagnostic_items'),
    order_id: ref('diagnostic_orders'),
    order_number: code(40),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    section_id: ref('diagnostic_sections'),
    test_id: ref('diagnostic_tests'),
    test_code: code(20),
    test_name: text(120),
    modality: choice(modalities),
    body_part: nullable(text(80)),
    contrast: choice(contrast_needs),
    laterality: nullable(choice(sides)),
    priority: choice(priorities),
    restricted: no(),
    portable: no(),
    by_id: nullable(uuid()),
    ordered_by_name: text(160),
    ordered_at: instant(),
    due_at: nullable(instant()),
    study_uid: code(64),
    status: choice(study_states),
    room_id: nullable(uuid()),
    room: nullable(text(120)),
    starts_at: nullable(instant()),
    ends_at: nullable(instant()),
    duration_min: integer(),
    schedule_note: nullable(text(500)),
    no_shows: otherwise(integer(), 0),
    safety: otherwise(json<Safety>(), (): Safety => ({})),
    answered_at: nullable(instant()),
    answered_by_name: nullable(text(160)),
    justified: otherwise(json<Justified[]>(), () => []),
    identity_checked: nullable(choice(identity_checks)),
    arrived_at: nullable(instant()),
    started_at: nullable(instant()),
    finished_at: nullable(instant()),
    performed_by_id: nullable(uuid()),
    performed_by_name: nullable(text(160)),
    acquisition: nullable(json<Acquisition>()),
    report_status: otherwise(choice(report_states), 'NONE' as const),
    /** As it is being written; what was signed stands among the versions. */
    report: nullable(json<ReportText>()),
    /** What was signed last, as people read it. */
    signed: nullable(json<ReportText>()),
    read_by_id: nullable(uuid()),
    read_by_name: nullable(text(160)),
    read_at: nullable(instant()),
    reported_by_name: nullable(text(160)),
    preliminary_at: nullable(instant()),
    finalised_by_name: nullable(text(160)),
    finalised_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'accession'] }, { columns: ['item_id'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'starts_at'] },
      { columns: ['hospital_id', 'report_status', 'due_at'] },
      { columns: ['room_id', 'starts_at'] },
      { columns: ['hospital_id', 'patient_id', 'ordered_at'] },
      { columns: ['order_id'] },
    ],
  },
)

export const imaging_study_history = historyTable('imaging_study_history', 'imaging_studies')

/** Never changed, never removed: every text that was ever signed. */
export const imaging_report_versions = table(
  'imaging_report_versions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    study_id: ref('imaging_studies'),
    version_no: integer(),
    signed_as: choice(signed_as),
    text: json<ReportText>(),
    change_note: nullable(text(500)),
    no_images_reason: nullable(text(500)),
    by_id: nullable(uuid()),
    by_name: text(160),
    licence_no: nullable(text(60)),
    at: instant(),
  },
  { append_only: true, unique: [{ columns: ['study_id', 'version_no'] }] },
)

export const imaging_addenda = table(
  'imaging_addenda',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    study_id: ref('imaging_studies'),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    text: text(4000),
    critical: no(),
  },
  { append_only: true, indexes: [{ columns: ['study_id', 'at', 'id'] }] },
)
