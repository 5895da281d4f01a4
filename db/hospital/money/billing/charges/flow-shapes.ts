// The patient flow and the gates of services, in and out (2.1).

import {
  optional,
  choice,
  Flag,
  form,
  listOf,
  nullable,
  Money,
  named,
  partial,
  type Static,
  shape,
  some,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { gate_levels } from '../../../desk/gates/words.ts'
import { payer_kinds } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { patient_flows } from '../bills/tables.ts'

const patientFlow = fieldsOf(patient_flows)

export const ChargeBinding = named(
  'ChargeRuleInput',
  form({ code: Text(1, 40), name: Text(1, 160), price: optional(nullable(Money)) }),
)
export type ChargeBinding = Static<typeof ChargeBinding>

export const FlowInput = named(
  'PatientFlowInput',
  partial({
    consultation: nullable(ChargeBinding),
    registration: nullable(ChargeBinding),
    payment_before_service: nullable(Flag),
    revisit_free_days: nullable(Whole(0, 365)),
    registration_valid_days: nullable(Whole(0, 36_500)),
  }),
)
export type FlowInput = Static<typeof FlowInput>

const Bound = shape({
  code: nullable(Text(1, 40)),
  name: nullable(Text(1, 160)),
  price: nullable(Money),
})

export const PatientFlow = named(
  'PatientFlow',
  shape({
    consultation: Bound,
    registration: Bound,
    ...patientFlow('payment_before_service', 'revisit_free_days'),
    ...patientFlow('registration_valid_days', 'version'),
  }),
)
export type PatientFlow = Static<typeof PatientFlow>

const any = ['*'] as const
export const ServiceGate = named(
  'ServiceGate',
  form({
    category: Text(1, 40),
    visit_class: choice(['OUTPATIENT', 'INPATIENT', 'EMERGENCY', ...any]),
    payer_kind: choice([...payer_kinds, ...any]),
    gate: choice(gate_levels),
  }),
)
export type GateInput = Static<typeof ServiceGate>
export const ServiceGates = listOf(ServiceGate)
export const GatesInput = form({ rows: some(ServiceGate, 500) })
