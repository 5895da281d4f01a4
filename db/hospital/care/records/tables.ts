// Coded clinical records, and every version of them that somebody signed.

import {
  choice,
  code,
  day,
  flag,
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
  yes,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { chart_sensitivities } from '../chart/words.ts'
import {
  case_types,
  certainties,
  lateralities,
  note_types,
  ranks,
  record_kinds,
  record_states,
} from './words.ts'

export interface Section {
  key: string
  title: string
  text: string
}

/** What was done, beside the words of a procedure. */
export interface Procedure {
  performed_at?: string | null
  performers?: string[]
  anaesthesia?: string | null
  site?: string | null
  findings?: string | null
  complication?: string | null
  specimen_sent?: boolean
  quantity?: number
  tariff_code?: string | null
}

/** What counts: neither taken back nor ruled out. */
const counts = "kind = 'DIAGNOSIS' and status <> 'VOIDED' and live"

export const clinical_records = table(
  'clinical_records',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    /** The stay, else the visit: one primary diagnosis and each code once in it (CAR-15, CAR-16). */
    place_id: uuid(),
    department: nullable(text(120)),
    status: choice(record_states),
    kind: choice(record_kinds),
    title: text(200),
    body: nullable(text(20_000)),
    sections: nullable(json<Section[]>()),
    note_type: nullable(choice(note_types)),
    rank: nullable(choice(ranks)),
    certainty: nullable(choice(certainties)),
    case_type: nullable(choice(case_types)),
    on_admission: nullable(flag()),
    laterality: nullable(choice(lateralities)),
    onset_on: nullable(day()),
    code: nullable(code(40)),
    coding_system: nullable(code(40)),
    /** As it was asked; what the code says by itself goes before. */
    notifiable: no(),
    procedure: nullable(json<Procedure>()),
    problem_id: nullable(uuid()),
    copied_from_id: nullable(uuid()),
    assist_id: nullable(uuid()),
    sensitivity: otherwise(choice(chart_sensitivities), 'NORMAL' as const),
    occurred_at: instant(),
    late_reason: nullable(text(300)),
    paper_ref: nullable(code(40)),
    cosigner_id: nullable(uuid()),
    notice_id: nullable(uuid()),
    charged: no(),
    /** A diagnosis that stands; one that was ruled out counts nowhere (2.1). */
    live: yes(),
    version_no: otherwise(integer(), 1),
    signed_at: nullable(instant()),
    signed_by_id: nullable(uuid()),
    signed_by_name: nullable(text(160)),
    cosigned_at: nullable(instant()),
    cosigned_by_name: nullable(text(160)),
    amended_reason: nullable(text(300)),
    voided_reason: nullable(text(300)),
    hash: nullable(code(64)),
    previous_hash: nullable(code(64)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    cadre: nullable(text(80)),
    by_id: nullable(uuid()),
    ...searched,
    ...versioned,
  },
  {
    search: ['title', 'code'],
    unique: [
      { columns: ['place_id'], only_where: `${counts} and rank = 'PRIMARY'` },
      {
        columns: ['place_id', 'coding_system', 'code'],
        only_where: `${counts} and code is not null`,
      },
      { columns: ['hospital_id', 'paper_ref'], only_where: 'paper_ref is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'occurred_at'] },
      { columns: ['hospital_id', 'occurred_at'] },
      { columns: ['visit_id'] },
      { columns: ['admission_id'] },
      // What a department writes most is counted in it alone, at every search of a code.
      {
        columns: [
          'hospital_id',
          'department',
          'sensitivity',
          'occurred_at',
          'coding_system',
          'code',
        ],
      },
    ],
  },
)

export const clinical_record_history = historyTable('clinical_record_history', 'clinical_records')

/**
 * CAR-7: each version as it was signed, chained by the patient of its day. A merge changes none of
 * them: both chains stay whole.
 */
export const signed_versions = table(
  'signed_versions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    record_id: ref('clinical_records'),
    chain_id: ref('patients'),
    /** From 1 in its chain. */
    place: integer(),
    version_no: integer(),
    move: code(40),
    content: json<Record<string, unknown>>(),
    reason: nullable(text(300)),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    previous_hash: code(64),
    hash: code(64),
  },
  {
    append_only: true,
    unique: [{ columns: ['chain_id', 'place'] }, { columns: ['record_id', 'version_no', 'move'] }],
  },
)
