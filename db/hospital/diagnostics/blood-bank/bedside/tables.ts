// Blood at the bed (blood-bank 2.6): what ran, how the patient was, what went wrong.

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
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type bedside_checks,
  observation_points,
  reaction_states,
  type Sign,
  transfusion_states,
} from '../words.ts'
import type { Conclusion, Investigation, Report } from './kept.ts'

export const blood_transfusions = table(
  'blood_transfusions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    unit_id: ref('blood_units'),
    unit_number: code(60),
    component_code: code(10),
    issue_id: ref('blood_issues'),
    request_id: ref('blood_requests'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(uuid()),
    ward: nullable(text(160)),
    /** Of cells that run alone: the patient, so that no two of them do (BLD-73). */
    alone_for_id: nullable(uuid()),
    status: choice(transfusion_states),
    started_at: instant(),
    started_by_id: nullable(uuid()),
    started_by_name: text(160),
    witness_id: uuid(),
    witness_name: text(160),
    checks: json<Record<(typeof bedside_checks)[number], boolean>>(),
    ended_at: nullable(instant()),
    ended_by_name: nullable(text(160)),
    volume_given_ml: nullable(integer()),
    stop_reason: nullable(text(300)),
    overtime: no(),
    /** Written down later: the paper that was kept while the house was down (BLD-79). */
    paper_ref: nullable(text(60)),
    by_id: nullable(uuid()),
    /** When the patient is looked at next, while it runs; and what was told of it (BLD-72). */
    next_due_at: nullable(instant()),
    due_told_at: nullable(instant()),
    late_told_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['unit_id'] },
      {
        columns: ['hospital_id', 'alone_for_id'],
        only_where: `status = 'RUNNING' and alone_for_id is not null`,
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'status', 'started_at'] },
      { columns: ['hospital_id', 'status', 'next_due_at'] },
      { columns: ['hospital_id', 'patient_id', 'started_at'] },
      { columns: ['request_id'] },
    ],
  },
)

export const blood_transfusion_history = historyTable(
  'blood_transfusion_history',
  'blood_transfusions',
)

export const blood_observations = table(
  'blood_observations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    transfusion_id: ref('blood_transfusions'),
    at: instant(),
    point: choice(observation_points),
    temperature: real(),
    pulse: integer(),
    systolic: integer(),
    diastolic: integer(),
    respiratory_rate: integer(),
    oxygen_saturation: nullable(integer()),
    signs: otherwise(json<Sign[]>(), () => []),
    suspect: no(),
    by_id: nullable(uuid()),
    by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['transfusion_id', 'at', 'id'] }] },
)

export const blood_reactions = table(
  'blood_reactions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    transfusion_id: ref('blood_transfusions'),
    patient_id: ref('patients'),
    unit_number: code(60),
    status: choice(reaction_states),
    report: json<Report>(),
    investigation: nullable(json<Investigation>()),
    conclusion: nullable(json<Conclusion>()),
    /** The papers or the groups do not agree (BLD-83). */
    wrong_blood: no(),
    ...versioned,
  },
  {
    unique: [{ columns: ['transfusion_id'] }],
    indexes: [{ columns: ['hospital_id', 'status', 'created_at'] }, { columns: ['patient_id'] }],
  },
)

export const blood_reaction_history = historyTable('blood_reaction_history', 'blood_reactions')
