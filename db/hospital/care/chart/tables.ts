// What is known of a patient for life: what is not borne, what goes on, and pregnancy.

import {
  choice,
  code,
  day,
  id,
  instant,
  json,
  key,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  allergy_certainties,
  allergy_severities,
  allergy_sources,
  allergy_states,
  chart_sensitivities,
  pregnancy_bases,
  pregnant_words,
  problem_states,
  substance_kinds,
} from './words.ts'

/** Who wrote it: the staff record, and the account where nobody keeps staff. */
const written = {
  staff_id: nullable(uuid()),
  staff_name: text(160),
  by_id: nullable(uuid()),
}

export const allergies = table(
  'allergies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    substance: text(120),
    substance_key: key(120),
    substance_kind: choice(substance_kinds),
    ingredient_code: nullable(code(40)),
    class_code: nullable(code(40)),
    reactions: otherwise(json<string[]>(), () => []),
    severity: choice(allergy_severities),
    certainty: choice(allergy_certainties),
    status: choice(allergy_states),
    onset_on: nullable(day()),
    source: choice(allergy_sources),
    note: nullable(text(1000)),
    how_tested: nullable(text(300)),
    ...written,
    ...versioned,
  },
  {
    // CAR-37, for two who record it at the same moment too.
    unique: [{ columns: ['patient_id', 'substance_key'], only_where: "status = 'ACTIVE'" }],
    indexes: [{ columns: ['hospital_id', 'patient_id'] }],
  },
)

export const allergy_history = historyTable('allergy_history', 'allergies')

/** CAR-38: somebody asked, and none is known. */
export const allergy_askings = table(
  'allergy_askings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    source: choice(allergy_sources),
    asked_at: instant(),
    ...written,
  },
  { indexes: [{ columns: ['hospital_id', 'patient_id', 'asked_at'] }] },
)

export const problems = table(
  'problems',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    title: text(200),
    title_key: key(200),
    code: nullable(code(40)),
    coding_system: nullable(code(40)),
    status: choice(problem_states),
    chronic: no(),
    onset_on: nullable(day()),
    resolved_on: nullable(day()),
    note: nullable(text(2000)),
    source_record_id: nullable(uuid()),
    last_reviewed_at: instant(),
    sensitivity: otherwise(choice(chart_sensitivities), 'NORMAL' as const),
    ...written,
    ...versioned,
  },
  {
    unique: [
      // CAR-36, for two who record it at the same moment too.
      {
        columns: ['patient_id', 'coding_system', 'code'],
        only_where: "status = 'ACTIVE' and code is not null",
      },
      { columns: ['patient_id', 'title_key'], only_where: "status = 'ACTIVE' and code is null" },
    ],
    indexes: [{ columns: ['hospital_id', 'patient_id'] }],
  },
)

export const problem_history = historyTable('problem_history', 'problems')

/** The latest counts; what was said before stays. */
export const pregnancy_statuses = table(
  'pregnancy_statuses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    pregnant: choice(pregnant_words),
    lmp: nullable(day()),
    edd: nullable(day()),
    breastfeeding: no(),
    basis: choice(pregnancy_bases),
    recorded_at: instant(),
    latest: yes(),
    ...written,
  },
  {
    unique: [{ columns: ['patient_id'], only_where: 'latest' }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'recorded_at'] },
      { columns: ['hospital_id', 'edd'], only_where: "latest and pregnant = 'YES'" },
    ],
  },
)
