// Cases of theatre, from the wish to operate to the bed: who, what, when, by whom, and when each step was.

import {
  choice,
  code,
  day,
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
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type blood_components,
  case_states,
  case_urgencies,
  outcomes,
  planned_techniques,
  sides,
  stamp_names,
  team_roles,
} from '../words.ts'

export interface Procedure {
  line: number
  code: string
  coding_system: string
  title: string
  side: (typeof sides)[number]
  primary: boolean
}

export interface BloodWanted {
  units: number
  component: (typeof blood_components)[number]
}

export interface Needs {
  equipment: string[]
  position: string | null
  implants_expected: boolean
  required_tests: string[]
  prophylaxis: boolean
  special: string | null
}

export interface PutOff {
  reason_code: string
  reason: string
  on_the_day: boolean
  by_name: string
  at: string
}

export interface CaseCharge {
  key: string
  code: string | null
  minutes: number | null
  units: number
  item_id: string | null
  source: string
  source_id: string
}

const is_before_end = "status in ('REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED', 'IN_THEATRE')"

export const theatre_cases = table(
  'theatre_cases',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    patient_number: code(40),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    appointment_id: nullable(uuid()),
    labour_id: nullable(uuid()),
    status: choice(case_states),
    urgency: choice(case_urgencies),
    decision_at: nullable(instant()),
    procedures: json<Procedure[]>(),
    /** Of the primary line: one live case for each (A.3). */
    primary_code: code(40),
    primary_side: choice(sides),
    title: text(200),
    diagnosis: text(200),
    department: nullable(text(120)),
    surgeon_id: uuid(),
    surgeon_name: text(160),
    anaesthesia_planned: nullable(choice(planned_techniques)),
    estimated_minutes: integer(),
    blood: nullable(json<BloodWanted>()),
    needs: json<Needs>(),
    theatre_id: nullable(ref('theatres')),
    session_id: nullable(ref('theatre_sessions')),
    position: nullable(integer()),
    planned_start: nullable(instant()),
    planned_end: nullable(instant()),
    wanted_on: nullable(day()),
    wanted_before: nullable(day()),
    cancellation: nullable(json<PutOff>()),
    /** What was charged of it, by the source under which billing knows it. */
    charges: otherwise(json<CaseCharge[]>(), () => []),
    postponed_count: otherwise(integer(), 0),
    postponements: otherwise(json<PutOff[]>(), () => []),
    outcome: nullable(choice(outcomes)),
    outcome_reason: nullable(text(300)),
    direct_reason: nullable(text(300)),
    escort_name: nullable(text(160)),
    /** Whose move an act of the two persons of a hand-over was: the other one makes the next (A.3). */
    sent_by_id: nullable(uuid()),
    returned_by_id: nullable(uuid()),
    requested_by_name: text(160),
    staff_id: nullable(uuid()),
    by_id: nullable(uuid()),
    asked_by: nullable(code(40)),
    asked_id: nullable(code(300)),
    closed_at: nullable(instant()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'patient_number', 'title'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['patient_id', 'primary_code', 'primary_side'], only_where: is_before_end },
      // OT-6, for two who book at the same moment too.
      { columns: ['session_id', 'position'], only_where: 'position is not null' },
      { columns: ['hospital_id', 'asked_by', 'asked_id'], only_where: 'asked_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status', 'created_at'] },
      { columns: ['hospital_id', 'planned_start'] },
      { columns: ['patient_id', 'created_at'] },
      { columns: ['theatre_id', 'planned_start'] },
      { columns: ['hospital_id', 'surgeon_id', 'planned_start'] },
      { columns: ['visit_id'], only_where: 'visit_id is not null' },
      { columns: ['admission_id'], only_where: 'admission_id is not null' },
    ],
  },
)
export const theatre_case_moves = historyTable('theatre_case_moves', 'theatre_cases')

export const theatre_team = table(
  'theatre_team',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    position: integer(),
    staff_id: uuid(),
    name: text(160),
    role: choice(team_roles),
    lead: no(),
    supervising: no(),
    from_at: nullable(instant()),
    to_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['case_id', 'staff_id', 'role'] }],
    indexes: [{ columns: ['hospital_id', 'staff_id'] }, { columns: ['case_id', 'position'] }],
  },
)

/** When each step was (A.2 milestones): each once for a case, so that time is charged once. */
export const theatre_stamps = table(
  'theatre_stamps',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    name: choice(stamp_names),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['case_id', 'name'] }],
    indexes: [{ columns: ['hospital_id', 'name', 'at'] }],
  },
)
