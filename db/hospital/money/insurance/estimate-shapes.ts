// The simulator and what is kept of it (2.9.1).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  some,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { Quantity } from '../../../core/kinds/quantity.ts'
import { visit_classes } from '../tariff/words.ts'
import { ceiling_names, cover_reasons, cover_warnings } from './words.ts'

export const simulation_warnings = [...cover_warnings, 'UNPRICED'] as const

const Asked = shape({
  code: Text(1, 40),
  quantity: optional(Quantity),
  unit_price: optional(nullable(Money)),
})
export const SimulateInput = named(
  'CoverageSimulateInput',
  form({
    patient_id: optional(nullable(Id)),
    membership_id: optional(nullable(Id)),
    scheme_id: optional(nullable(Id)),
    visit_class: optional(nullable(choice(visit_classes))),
    on: optional(nullable(Day)),
    items: some(Asked, 200),
    save: optional(Flag),
  }),
)
export type SimulateInput = Static<typeof SimulateInput>

const simulation = {
  lines: listOf(
    shape({
      code: Text(1, 40),
      description: Text(0, 300),
      quantity: Money,
      unit_price: nullable(Money),
      amount: Money,
      covered: Money,
      patient_share: Money,
      cover_reason: choice(cover_reasons),
      rule_id: nullable(Text(1, 36)),
      preauth_needed: Flag,
      message: Text(0, 400),
    }),
  ),
  total: Money,
  scheme_pays: Money,
  patient_pays: Money,
  ceilings: listOf(
    shape({ name: choice(ceiling_names), limit: Money, used: Money, left_after: Money }),
  ),
  preauth_needed: Flag,
  warnings: listOf(choice(simulation_warnings)),
}
const Simulation = named('CoverageSimulation', shape(simulation))
export type Simulation = Static<typeof Simulation>

export const Estimate = named(
  'Estimate',
  shape({
    id: Text(1, 36),
    facility_id: Text(1, 36),
    number: Text(1, 40),
    patient_id: nullable(Text(1, 36)),
    membership_id: nullable(Text(1, 36)),
    scheme_id: nullable(Text(1, 36)),
    items: listOf(Asked),
    result: Simulation,
    valid_until: Day,
    converted_bill_id: nullable(Text(1, 36)),
    created_at: Text(1, 30),
    created_by_name: Text(0, 160),
    updated_at: Text(1, 30),
    version: Whole(1),
  }),
)
export type Estimate = Static<typeof Estimate>

export const Simulated = named(
  'CoverageSimulated',
  shape({ ...simulation, estimate: nullable(Estimate) }),
)
export type Simulated = Static<typeof Simulated>
export const EstimateFilters = { patient_id: optional(Id), from: optional(Day), to: optional(Day) }
