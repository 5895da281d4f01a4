// Rules of cover and what they find, in and out (people 2.5, HR-35).

import {
  choice,
  Day,
  Flag,
  Id,
  listOf,
  named,
  nullable,
  optional,
  partial,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { cadre_groups } from '../cadres/words.ts'
import { cover_rules } from './tables.ts'

const rule = fieldsOf(cover_rules)
const group = nullable(choice(cadre_groups))

export const CoverRule = named(
  'CoverRule',
  shape({
    ...rule('id', 'facility_id', 'department', 'shift_type_id'),
    code: Text(1, 4),
    weekdays: listOf(Whole(1, 7), 7),
    ...rule('holidays', 'cadre_id'),
    group,
    ...rule('minimum', 'skill', 'starts_on', 'ends_on', 'active', 'version'),
  }),
)
export type CoverRule = Static<typeof CoverRule>

const may = {
  weekdays: listOf(Whole(1, 7), 7, 1),
  holidays: nullable(Flag),
  cadre_id: nullable(Id),
  group,
  skill: nullable(Text(0, 60)),
  starts_on: nullable(Day),
  ends_on: nullable(Day),
}
export const CoverRuleInput = named(
  'CoverRuleInput',
  shape({
    facility_id: optional(nullable(Id)),
    department: Text(1, 120),
    shift_type_id: Id,
    minimum: Whole(1, 1000),
    ...partial(may).properties,
  }),
)
export type CoverRuleInput = Static<typeof CoverRuleInput>
export const CoverRuleChange = named(
  'CoverRuleChange',
  partial({ minimum: Whole(1, 1000), ...may, active: Flag }),
)
export type CoverRuleChange = Static<typeof CoverRuleChange>

export const CoverFilters = { facility_id: optional(Id), department: optional(Text(0, 120)) }
const filters = shape(CoverFilters)
export type CoverFilter = Static<typeof filters>

/** A rule on a day: how many of its people there are. */
export const Cover = shape({
  rule_id: Id,
  date: Day,
  shift_type_id: Id,
  code: Text(1, 4),
  cadre: nullable(Text(1, 120)),
  group,
  skill: nullable(Text(1, 60)),
  needed: Whole(1),
  planned: Whole(0),
  short: Whole(0),
  /** Of its people, away that day; and of those, with sick leave. */
  on_leave: Whole(0),
  sick: Whole(0),
})
export type Cover = Static<typeof Cover>
