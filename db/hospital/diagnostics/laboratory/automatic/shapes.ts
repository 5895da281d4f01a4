import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { auto_flags, auto_sources, auto_steps, priorities } from '../words.ts'
import { diagnostic_auto_rules } from './tables.ts'

const column = fieldsOf(diagnostic_auto_rules)

const scope = {
  section_ids: listOf(Id, 50),
  test_codes: listOf(Text(1, 20), 200),
  instrument_ids: listOf(Id, 50),
}
const within = {
  test_code: Text(1, 20),
  low: nullable(Decimal(-1e9, 1e9)),
  high: nullable(Decimal(-1e9, 1e9)),
}
const conditions = {
  source: choice(auto_sources),
  worst_flag: choice(auto_flags),
  max_specimen_hours: nullable(Whole(1, 1000)),
  age_from: nullable(Whole(0, 130)),
  age_to: nullable(Whole(0, 130)),
  priorities: listOf(choice(priorities), 3),
  locations: listOf(Text(1, 120), 100),
  previous_required: Flag,
}

export const AutoRule = named(
  'DiagnosticAutoRule',
  shape({
    ...column('id', 'name', 'active', 'step', 'confirmed_by_name'),
    scope: shape(scope),
    conditions: shape({ ...conditions, within: listOf(shape(within), 200) }),
  }),
)
export type AutoRule = Static<typeof AutoRule>

const may = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) => optional(nullAsAbsent(kind))

const Rule = form({
  name: Text(1, 100),
  active: may(Flag),
  step: choice(auto_steps),
  scope: may(
    form({
      section_ids: may(scope.section_ids),
      test_codes: may(scope.test_codes),
      instrument_ids: may(scope.instrument_ids),
    }),
  ),
  conditions: may(
    form({
      source: may(conditions.source),
      worst_flag: may(conditions.worst_flag),
      within: may(
        listOf(
          form({
            test_code: Text(1, 20),
            low: optional(nullable(Decimal(-1e9, 1e9))),
            high: optional(nullable(Decimal(-1e9, 1e9))),
          }),
          200,
        ),
      ),
      max_specimen_hours: optional(conditions.max_specimen_hours),
      age_from: optional(conditions.age_from),
      age_to: optional(conditions.age_to),
      priorities: may(conditions.priorities),
      locations: may(conditions.locations),
      previous_required: may(Flag),
    }),
  ),
})
export type RuleInput = Static<typeof Rule>

export const AutoRulesInput = named(
  'DiagnosticAutoRulesInput',
  form({ rules: listOf(Rule, 100), check_only: may(Flag), confirm: may(Flag) }),
)
export type AutoRulesInput = Static<typeof AutoRulesInput>

/** What each rule would have let through over the last 30 days (DIA-79). */
export const AutoRulesCheck = named(
  'DiagnosticAutoRulesCheck',
  shape({
    from: Text(24, 24),
    lines: Whole(0),
    rules: listOf(
      shape({
        name: Text(1, 100),
        passed: Whole(0),
        questioned: Whole(0),
        examples: listOf(
          shape({
            result_id: Id,
            test_code: Text(1, 20),
            value: Text(0, 4000),
            questioned: Flag,
          }),
          20,
        ),
      }),
    ),
  }),
)
export type AutoRulesCheck = Static<typeof AutoRulesCheck>

export const AutoRuleFilters = form({ active: optional(QueryFlag) })
