// Training, in and out (people 2.4).

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { training_records } from './tables.ts'
import { training_states } from './words.ts'

const training = fieldsOf(training_records)
const points = nullable(Decimal(0, 100))

export const Training = named(
  'Training',
  shape({
    ...training('id', 'staff_id'),
    staff_number: Text(1, 40),
    staff_name: Text(1, 190),
    department: Text(1, 120),
    ...training('course', 'mandatory', 'provider', 'completed_on', 'expires_on'),
    cpd_points: points,
    course_id: nullable(Id),
    status: choice(training_states),
    ...training('certificate_url', 'notes', 'created_by_name', 'created_at', 'updated_at'),
    ...training('version'),
  }),
)
export type Training = Static<typeof Training>

const may = {
  provider: nullable(Text(0, 160)),
  completed_on: nullable(Day),
  expires_on: nullable(Day),
  cpd_points: points,
  certificate_url: nullable(Text(0, 500)),
  notes: nullable(LongText(0, 2000)),
}

export const TrainingInput = named(
  'TrainingInput',
  shape({
    staff_id: Id,
    course: Text(1, 200),
    mandatory: optional(Flag),
    provider: optional(may.provider),
    completed_on: optional(may.completed_on),
    expires_on: optional(may.expires_on),
    cpd_points: optional(may.cpd_points),
    certificate_url: optional(may.certificate_url),
    notes: optional(may.notes),
  }),
)
export type TrainingInput = Static<typeof TrainingInput>
export const TrainingOfMany = named(
  'TrainingOfMany',
  shape({
    staff_ids: listOf(Id, 200, 1),
    course: Text(1, 200),
    mandatory: optional(Flag),
    ...partial(may).properties,
  }),
)
export type TrainingOfMany = Static<typeof TrainingOfMany>
export const TrainingOpened = shape({ created: Whole(0) })
/** Whose record it is does not change. */
export const TrainingChange = named(
  'TrainingChange',
  partial({ course: Text(1, 200), mandatory: Flag, ...may }),
)
export type TrainingChange = Static<typeof TrainingChange>

export const TrainingFilters = {
  search: optional(Search),
  staff_id: optional(Id),
  department: optional(Text(0, 120)),
  status: optional(choice(training_states)),
  mandatory: optional(QueryFlag),
  course: optional(Text(0, 200)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(TrainingFilters)
export type TrainingFilter = Static<typeof filters>
