// Exemptions and the rules of them, in and out (2.7).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { vulnerable_tags } from '../../../desk/patients/groups/words.ts'
import { sexes } from '../../../desk/patients/words.ts'
import { History } from '../history-shapes.ts'
import { exemption_states, waiver_categories } from './waiver-words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { exemptions } from './exemption-tables.ts'

const exemption = fieldsOf(exemptions)

const out = (max: number) => nullable(Text(0, max))
const Categories = nullable(listOf(Text(1, 40), 20, 1))

export const ExemptionInput = named(
  'ExemptionInput',
  form({
    patient_id: Id,
    category: choice(waiver_categories),
    pct: Money,
    categories: optional(Categories),
    valid_from: Day,
    valid_to: optional(nullable(Day)),
    evidence: optional(out(300)),
    attachment_id: optional(nullable(Id)),
    visit_id: optional(nullable(Id)),
  }),
)
export type ExemptionInput = Static<typeof ExemptionInput>

export const ApproveExemption = partial({
  pct: nullable(Money),
  valid_to: nullable(Day),
  note: nullable(Text(0, 300)),
})
export type ApproveExemption = Static<typeof ApproveExemption>

const fields = {
  ...exemption('id', 'facility_id', 'number', 'status', 'patient_id'),
  patient_name: tellsWho('patient_id', Text(0, 200)),
  category: choice(waiver_categories),
  pct: Money,
  categories: nullable(listOf(Text(0, 40))),
  ...exemption('valid_from', 'valid_to', 'evidence', 'attachment_id', 'visit_id', 'used'),
  ...exemption('requested_by_name', 'decided_at', 'decided_by_name', 'decision_note'),
  moves: listOf(choice(['approve', 'decline', 'revoke', 'expire'])),
  created_at: Instant,
  created_by_name: Text(0, 160),
  ...exemption('updated_at', 'version'),
}
export const Exemption = named('Exemption', shape(fields))
export type Exemption = Static<typeof Exemption>
export const ExemptionOpened = named('ExemptionOpened', shape({ ...fields, history: History }))
export type ExemptionOpened = Static<typeof ExemptionOpened>

export const ExemptionFilters = {
  status: optional(choice(exemption_states)),
  category: optional(choice(waiver_categories)),
  patient_id: optional(Id),
  valid_on: optional(Day),
  facility_id: optional(Id),
}
const filters = shape(ExemptionFilters)
export type ExemptionFilter = Static<typeof filters>

export const ExemptionRule = named(
  'ExemptionRule',
  form({
    category: choice(waiver_categories),
    condition: partial({
      age_from: nullable(Whole(0, 150)),
      age_to: nullable(Whole(0, 150)),
      sex: nullable(choice(sexes)),
      pregnant: nullable(Flag),
      tag: nullable(choice(vulnerable_tags)),
    }),
    pct: Money,
    tariff_categories: optional(Categories),
    active: Flag,
  }),
)
export type ExemptionRuleInput = Static<typeof ExemptionRule>
export const ExemptionRules = listOf(ExemptionRule)
export const ExemptionRulesInput = form({ rules: listOf(ExemptionRule, 200) })
