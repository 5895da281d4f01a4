// Allergies, problems and pregnancy as they come in and go out (2.3).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { allergy_states as known_states } from '../../desk/patients/words.ts'
import { History } from '../../history.ts'
import { allergies, pregnancy_statuses, problems } from './tables.ts'
import {
  allergy_certainties,
  allergy_moves,
  allergy_severities,
  allergy_sources,
  allergy_states,
  chart_sensitivities,
  pregnancy_bases,
  pregnant_words,
  problem_moves,
  problem_states,
  substance_kinds,
} from './words.ts'

const allergy = fieldsOf(allergies)
const problem = fieldsOf(problems)
const status = fieldsOf(pregnancy_statuses)

const text = (max: number) => optional(nullable(Text(0, max)))
const note = (max: number) => optional(nullable(LongText(0, max)))
const out = (max: number) => nullable(Text(0, max))
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const day = optional(nullable(Day))

/** What runs that was checked once more, and what stands in its way now (CAR-39). */
const affected = listOf(shape({ id: Text(1, 36), message: Text(1, 1000) }))

export const AllergyInput = named(
  'AllergyInput',
  form({
    id: optional(Id),
    patient_id: Id,
    substance: Text(1, 120),
    substance_kind: given(choice(substance_kinds)),
    ingredient_code: text(40),
    class_code: text(40),
    reactions: given(listOf(Text(1, 120), 20)),
    severity: choice(allergy_severities),
    certainty: given(choice(allergy_certainties)),
    onset_on: day,
    source: given(choice(allergy_sources)),
    note: note(1000),
  }),
)
export type AllergyInput = Static<typeof AllergyInput>

const allergy_fields = {
  ...allergy('id', 'patient_id', 'substance', 'substance_kind', 'ingredient_code', 'class_code'),
  reactions: listOf(Text(1, 120)),
  ...allergy('severity', 'certainty', 'status', 'onset_on', 'source', 'note', 'how_tested'),
  ...allergy('staff_id', 'staff_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(allergy_moves)),
}
export const Allergy = named('Allergy', shape(allergy_fields))
export const AllergyWhole = named(
  'AllergyWhole',
  shape({ ...allergy_fields, history: History, affected }),
)
export const NoneKnown = named(
  'NoneKnown',
  shape({
    allergy_status: choice(known_states),
    asked_by: out(160),
    asked_at: out(24),
  }),
)
export const PatientAllergies = named(
  'PatientAllergies',
  shape({
    allergy_status: choice(known_states),
    asked_by: out(160),
    asked_at: out(24),
    allergies: listOf(shape(allergy_fields)),
  }),
)
export const AllergyQuery = form({ status: optional(choice(allergy_states)) })
export const RefuteInput = form({ reason: Reason, how_tested: Text(1, 300) })
export const AskedInput = form({ source: choice(allergy_sources) })

export const ProblemInput = named(
  'ProblemInput',
  form({
    id: optional(Id),
    patient_id: Id,
    title: Text(2, 200),
    code: text(40),
    coding_system: text(40),
    chronic: given(Flag),
    onset_on: day,
    note: note(2000),
    sensitivity: given(choice(chart_sensitivities)),
  }),
)
export type ProblemInput = Static<typeof ProblemInput>
const problem_fields = {
  ...problem('id', 'patient_id', 'title', 'code', 'coding_system', 'status', 'chronic'),
  ...problem('onset_on', 'resolved_on', 'note', 'source_record_id', 'last_reviewed_at'),
  ...problem('sensitivity', 'staff_id', 'staff_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(problem_moves)),
}
export const Problem = named('Problem', shape(problem_fields))
export const ProblemWhole = named('ProblemWhole', shape({ ...problem_fields, history: History }))
export const ProblemFilters = {
  status: optional(choice(problem_states)),
  chronic: optional(QueryFlag),
}
export const MayReason = form({ reason: optional(nullAsAbsent(Reason)) })
export const ResolveInput = form({ resolved_on: day, note: note(2000) })
export const WithReason = form({ reason: Reason })

export const PregnancyInput = named(
  'PregnancyInput',
  form({
    pregnant: choice(pregnant_words),
    lmp: day,
    edd: day,
    breastfeeding: given(Flag),
    basis: choice(pregnancy_bases),
  }),
)
export type PregnancyInput = Static<typeof PregnancyInput>
const pregnancy_fields = {
  ...status('id', 'patient_id', 'pregnant', 'lmp', 'edd', 'breastfeeding', 'basis'),
  weeks: nullable(Whole()),
  ...status('recorded_at', 'staff_id', 'staff_name'),
  stale: Flag,
}
export const PregnancyStatus = named('PregnancyStatus', shape(pregnancy_fields))
export const PregnancyWritten = named('PregnancyWritten', shape({ ...pregnancy_fields, affected }))
