// Exemptions and the rules of them, in and out (2.7).

import {
  asked,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  maybe,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { vulnerable_tags } from '../../../desk/patients/groups/words.ts'
import { sexes } from '../../../desk/patients/words.ts'
import { History } from '../history-shapes.ts'
import { exemption_states, waiver_categories } from './waiver-words.ts'

const out = (max: number) => maybe(Text(0, max))
const Categories = maybe(listOf(Text(1, 40), 20, 1))

export const ExemptionInput = named(
  'ExemptionInput',
  form({
    patient_id: Id,
    category: choice(waiver_categories),
    pct: Money,
    categories: asked(Categories),
    valid_from: Day,
    valid_to: asked(maybe(Day)),
    evidence: asked(out(300)),
    attachment_id: asked(maybe(Id)),
    visit_id: asked(maybe(Id)),
  }),
)
export type ExemptionInput = Static<typeof ExemptionInput>

export const ApproveExemption = partial({
  pct: maybe(Money),
  valid_to: maybe(Day),
  note: maybe(Text(0, 300)),
})
export type ApproveExemption = Static<typeof ApproveExemption>

const fields = {
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: out(40),
  status: choice(exemption_states),
  patient_id: Text(1, 36),
  patient_name: Text(0, 200),
  category: choice(waiver_categories),
  pct: Money,
  categories: maybe(listOf(Text(0, 40))),
  valid_from: Day,
  valid_to: maybe(Day),
  evidence: out(300),
  attachment_id: out(36),
  visit_id: out(36),
  used: Money,
  requested_by_name: Text(0, 160),
  decided_at: maybe(Instant),
  decided_by_name: out(160),
  decision_note: out(300),
  moves: listOf(choice(['approve', 'decline', 'revoke', 'expire'])),
  created_at: Instant,
  created_by_name: Text(0, 160),
  updated_at: Instant,
  version: Whole(1),
}
export const Exemption = named('Exemption', shape(fields))
export type Exemption = Static<typeof Exemption>
export const ExemptionOpened = named('ExemptionOpened', shape({ ...fields, history: History }))
export type ExemptionOpened = Static<typeof ExemptionOpened>

export const ExemptionFilters = {
  status: asked(choice(exemption_states)),
  category: asked(choice(waiver_categories)),
  patient_id: asked(Id),
  valid_on: asked(Day),
  facility_id: asked(Id),
}
const filters = shape(ExemptionFilters)
export type ExemptionFilter = Static<typeof filters>

export const ExemptionRule = named(
  'ExemptionRule',
  form({
    category: choice(waiver_categories),
    condition: partial({
      age_from: maybe(Whole(0, 150)),
      age_to: maybe(Whole(0, 150)),
      sex: maybe(choice(sexes)),
      pregnant: maybe(Flag),
      tag: maybe(choice(vulnerable_tags)),
    }),
    pct: Money,
    tariff_categories: asked(Categories),
    active: Flag,
  }),
)
export type ExemptionRuleInput = Static<typeof ExemptionRule>
export const ExemptionRules = listOf(ExemptionRule)
export const ExemptionRulesInput = form({ rules: listOf(ExemptionRule, 200) })
