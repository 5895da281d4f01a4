// Vacancies and who applies for them (people 2.3). Money in minor units.

import {
  choice,
  code,
  day,
  id,
  integer,
  json,
  key,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { employment_types } from '../records/words.ts'
import { stages, vacancy_states } from './words.ts'

export interface Offer {
  /** In minor units. */
  basic_pay: number | null
  starts_on: string | null
  expires_on: string | null
}

/** Of one of the panel. */
export interface PanelScore {
  by_id: string
  by_name: string
  score: number
  note: string | null
  at: string
}

export const vacancies = table(
  'vacancies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(vacancy_states),
    job_title: text(120),
    employment_type: choice(employment_types),
    positions: integer(),
    posted_on: day(),
    closes_on: nullable(day()),
    closed_on: nullable(day()),
    close_reason: nullable(text(300)),
    /** As typed: they are matched to the catalogues at hire. */
    cadre: nullable(text(120)),
    department: nullable(text(120)),
    description: nullable(text(5000)),
    requirements: nullable(json<string[]>()),
    salary_from: nullable(money()),
    salary_to: nullable(money()),
    min_score: nullable(integer()),
    /** The posts it is for, where there is an establishment (people 3.2). */
    establishment_id: nullable(ref('establishments')),
    over_establishment: no(),
    over_reason: nullable(text(300)),
    /** Staff who score the applicants (HR-20). */
    panel: otherwise(json<string[]>(), () => []),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'job_title', 'department'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'posted_on', 'id'] },
      { columns: ['hospital_id', 'closes_on'], only_where: "status = 'OPEN'" },
    ],
  },
)

export const vacancy_moves = historyTable('vacancy_moves', 'vacancies')

export const applicants = table(
  'applicants',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    vacancy_id: ref('vacancies'),
    /** Shown as `stage`. */
    status: choice(stages),
    /** How far this one came (words.ts). */
    came_to: otherwise(integer(), 0),
    full_name: text(160),
    name_key: key(160),
    phone: nullable(code(20)),
    email: nullable(text(254)),
    qualification: nullable(text(300)),
    years_experience: nullable(integer()),
    licence_no: nullable(text(60)),
    source: nullable(text(120)),
    cv_url: nullable(text(500)),
    score: nullable(integer()),
    scores: otherwise(json<PanelScore[]>(), () => []),
    interviewed_on: nullable(day()),
    stage_note: nullable(text(500)),
    offer: nullable(json<Offer>()),
    staff_id: nullable(ref('staff')),
    ...searched,
    ...versioned,
  },
  {
    search: ['full_name', 'phone', 'email'],
    unique: [
      { columns: ['vacancy_id', 'phone'], only_where: 'phone is not null' },
      { columns: ['vacancy_id', 'email'], only_where: 'email is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'phone'], only_where: 'phone is not null' },
    ],
  },
)

export const applicant_moves = historyTable('applicant_moves', 'applicants')
