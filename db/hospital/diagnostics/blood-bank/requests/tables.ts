// Who asked for blood, what was matched and what went out (blood-bank 2.5).

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  no,
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
import type { Requirement } from '../matching/decision.ts'
import {
  containers,
  crossmatch_methods,
  crossmatch_results,
  indications,
  request_priorities,
  request_states,
  said,
} from '../words.ts'

export const blood_requests = table(
  'blood_requests',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    location: nullable(text(160)),
    department: nullable(text(120)),
    hold_only: no(),
    priority: choice(request_priorities),
    needed_at: instant(),
    indication: choice(indications),
    indication_note: nullable(text(1000)),
    haemoglobin: nullable(real()),
    platelets: nullable(real()),
    inr: nullable(real()),
    transfused_before: choice(said),
    pregnant_or_transfused_90d: choice(said),
    reaction_before: choice(said),
    requirements: otherwise(json<Requirement[]>(), () => []),
    massive: no(),
    status: choice(request_states),
    sample_id: nullable(ref('blood_samples')),
    valid_until: nullable(instant()),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    by_id: nullable(uuid()),
    /** Another area that asked, and its record. */
    source: nullable(code(40)),
    source_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      {
        columns: ['hospital_id', 'source', 'source_id'],
        only_where: `source is not null and status not in ('CANCELLED', 'LAPSED', 'COMPLETED')`,
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'status', 'needed_at'] },
      { columns: ['hospital_id', 'patient_id', 'created_at'] },
    ],
  },
)

export const blood_request_history = historyTable('blood_request_history', 'blood_requests')

export const blood_request_lines = table(
  'blood_request_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    request_id: ref('blood_requests'),
    position: integer(),
    component_code: code(10),
    units: integer(),
    volume_ml: nullable(integer()),
  },
  { unique: [{ columns: ['request_id', 'component_code'] }] },
)

export const blood_crossmatches = table(
  'blood_crossmatches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    request_id: ref('blood_requests'),
    patient_id: ref('patients'),
    unit_id: ref('blood_units'),
    sample_id: ref('blood_samples'),
    method: choice(crossmatch_methods),
    result: choice(crossmatch_results),
    strength: nullable(text(10)),
    retrospective: no(),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
  },
  {
    append_only: true,
    indexes: [{ columns: ['request_id', 'at'] }, { columns: ['unit_id', 'at'] }],
  },
)

export interface Emergency {
  reason: string
  authorised_by_name: string
  known_group: boolean
}
export interface Returned {
  at: string
  by_name: string
  minutes_out: number
  temperature: number | null
  /** What it came back in; those from before it was asked do not say. */
  container?: (typeof containers)[number] | null
  sealed: boolean
  accepted: boolean
}

export const blood_issues = table(
  'blood_issues',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    request_id: ref('blood_requests'),
    patient_id: ref('patients'),
    visit_id: nullable(uuid()),
    unit_id: ref('blood_units'),
    unit_number: code(60),
    component_code: code(10),
    tariff_code: nullable(code(40)),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    collector_name: text(160),
    destination: text(160),
    visual_ok: flag(),
    container: choice(containers),
    matched: no(),
    /** Of a haemorrhage: which pack it went out with (BLD-64). */
    pack: otherwise(integer(), () => 0),
    emergency: nullable(json<Emergency>()),
    returned_at: nullable(instant()),
    returned: nullable(json<Returned>()),
  },
  {
    // One unit is out once at a time, whoever asks (BLD-66).
    unique: [{ columns: ['unit_id'], only_where: 'returned_at is null' }],
    indexes: [
      { columns: ['request_id', 'at'] },
      { columns: ['unit_id', 'at'] },
      { columns: ['hospital_id', 'patient_id', 'at'] },
    ],
  },
)
