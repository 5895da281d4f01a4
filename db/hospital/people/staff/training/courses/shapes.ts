// Courses that must be taken, in and out (people 2.4), and who has not.

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  listOf,
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
} from '../../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../../store/fields-of.ts'
import { cadre_groups } from '../../cadres/words.ts'
import { gap_states } from '../words.ts'
import { mandatory_courses } from './tables.ts'

const course = fieldsOf(mandatory_courses)
const points = nullable(Decimal(0, 100))

export const MandatoryCourse = named(
  'MandatoryCourse',
  shape({
    ...course('id', 'name'),
    cadre_ids: listOf(Id, 100),
    groups: listOf(choice(cadre_groups), cadre_groups.length),
    departments: listOf(Text(1, 120), 100),
    ...course('valid_months', 'within_days'),
    cpd_points: points,
    ...course('blocks_roster', 'active', 'version'),
  }),
)
export type MandatoryCourse = Static<typeof MandatoryCourse>

const may = {
  cadre_ids: listOf(Id, 100),
  groups: listOf(choice(cadre_groups), cadre_groups.length),
  departments: listOf(Text(1, 120), 100),
  valid_months: nullable(Whole(1, 600)),
  within_days: Whole(0, 3650),
  cpd_points: points,
  blocks_roster: Flag,
}
export const MandatoryCourseInput = named(
  'MandatoryCourseInput',
  shape({ name: Text(1, 200), ...partial(may).properties }),
)
export type MandatoryCourseInput = Static<typeof MandatoryCourseInput>
export const MandatoryCourseChange = named(
  'MandatoryCourseChange',
  partial({ name: Text(1, 200), ...may, active: Flag }),
)
export type MandatoryCourseChange = Static<typeof MandatoryCourseChange>

export const CourseFilters = { search: optional(Search), active: optional(QueryFlag) }
const filters = shape(CourseFilters)
export type CourseFilter = Static<typeof filters>

export const TrainingGap = named(
  'TrainingGap',
  shape({
    staff_id: Id,
    staff_number: Text(1, 40),
    staff_name: Text(1, 190),
    department: Text(1, 120),
    cadre: Text(0, 120),
    course: Text(1, 200),
    state: choice(gap_states),
    due_on: Day,
    days_late: Whole(0),
  }),
)
export type TrainingGap = Static<typeof TrainingGap>

export const GapFilters = {
  search: optional(Search),
  department: optional(Text(0, 120)),
  cadre_id: optional(Id),
  course: optional(Text(0, 200)),
  state: optional(choice(gap_states)),
  facility_id: optional(Id),
}
const gap_filters = shape(GapFilters)
export type GapFilter = Static<typeof gap_filters>
