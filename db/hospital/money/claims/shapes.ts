// Claims as they come in and go out (2.9).

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
  some,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { claim_moves_known } from './rows.ts'
import { claim_errors, claim_states, decisions, diagnosis_states, patient_types } from './words.ts'

const shown = (max: number) => nullable(Text(0, max))
const id = Text(1, 36)

export const Month = Object.assign({}, Text(7, 7), { complaint: 'must be a month like 2026-03.' })

const ClaimLine = shape({
  id,
  item_id: id,
  bill_number: Text(0, 40),
  scheme_code: shown(40),
  code: shown(40),
  description: Text(0, 300),
  department: shown(120),
  service_date: Day,
  quantity: Money,
  unit_price: Money,
  amount: Money,
  preauth_reference: shown(60),
  paid: Money,
  denied: Money,
  pending: Money,
  appealed: Money,
  denial_reason_code: shown(20),
  denial_note: shown(300),
  decision: choice(decisions),
})

const fields = {
  id,
  facility_id: id,
  number: Text(1, 40),
  status: choice(claim_states),
  scheme_id: id,
  scheme_name: Text(0, 160),
  membership_id: nullable(id),
  patient_id: id,
  visit_id: nullable(id),
  visit_ids: listOf(id),
  admission_id: nullable(id),
  folio_id: id,
  claim_year: Whole(),
  claim_month: Whole(1, 12),
  folio_no: nullable(Whole()),
  serial_no: shown(120),
  card_no: shown(60),
  member_name: Text(0, 200),
  sex: shown(20),
  birth_date: nullable(Day),
  file_no: shown(40),
  authorisation_no: shown(60),
  visit_type: nullable(Whole(1, 4)),
  referral_no: shown(60),
  attendance_on: Day,
  admitted_on: nullable(Day),
  discharged_on: nullable(Day),
  patient_type: choice(patient_types),
  practitioner_id: nullable(id),
  practitioner_name: shown(160),
  practitioner_no: shown(60),
  diagnoses: listOf(
    shape({
      code: Text(1, 20),
      system: Text(0, 40),
      rank: Whole(1),
      status: choice(diagnosis_states),
    }),
  ),
  signature_attachment_id: nullable(id),
  delay_reason: shown(300),
  supplementary: Flag,
  claimed: Money,
  paid: Money,
  denied: Money,
  pending: Money,
  errors: listOf(
    shape({
      code: choice(claim_errors),
      message: Text(0, 400),
      line_id: optional(nullable(id)),
    }),
  ),
  batch_id: nullable(id),
  submitted_at: nullable(Instant),
  due_on: nullable(Day),
  moves: listOf(choice(claim_moves_known)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  updated_at: Instant,
  version: Whole(1),
}
export const Claim = named('Claim', shape(fields))
export type Claim = Static<typeof Claim>
export const ClaimOpened = named(
  'ClaimOpened',
  shape({
    ...fields,
    lines: listOf(ClaimLine),
    history: listOf(
      shape({
        at: Instant,
        by_name: Text(0, 160),
        move: Text(1, 40),
        from: nullable(choice(claim_states)),
        to: choice(claim_states),
        reason: shown(500),
      }),
    ),
  }),
)
export type ClaimOpened = Static<typeof ClaimOpened>

const VisitType = Object.assign({}, Whole(1, 4), { complaint: 'must be between 1 and 4.' })
export const ClaimChange = named(
  'ClaimChange',
  partial({
    card_no: nullable(Text(0, 60)),
    authorisation_no: nullable(Text(0, 60)),
    referral_no: nullable(Text(0, 60)),
    visit_type: nullable(VisitType),
    practitioner_id: nullable(Id),
    diagnoses: listOf(
      form({
        code: Text(1, 20),
        system: optional(Text(0, 40)),
        rank: optional(Whole(1, 50)),
        status: optional(choice(diagnosis_states)),
      }),
      50,
    ),
    signature_attachment_id: nullable(Id),
    delay_reason: nullable(Text(0, 300)),
  }),
)
export type ClaimChange = Static<typeof ClaimChange>

export const AcknowledgeInput = named(
  'ClaimAcknowledgeInput',
  form({
    result: choice(['ACCEPTED', 'REJECTED'] as const),
    reference: optional(nullable(Text(0, 60))),
    errors: optional(
      listOf(
        form({ code: optional(Text(0, 40)), message: Text(1, 300), line_id: optional(Id) }),
        100,
      ),
    ),
  }),
)
export type AcknowledgeInput = Static<typeof AcknowledgeInput>

export const ValidateInput = named('ClaimsValidateInput', form({ scheme_id: Id, month: Month }))
export const Validated = named(
  'ClaimsValidated',
  shape({
    ready: Whole(),
    with_errors: Whole(),
    by_code: listOf(shape({ code: choice(claim_errors), count: Whole() })),
  }),
)
export type Validated = Static<typeof Validated>

export const AppealInput = named(
  'ClaimAppealInput',
  form({ line_ids: some(Id, 500), note: Text(3, 500), attachment_id: optional(nullable(Id)) }),
)
export type AppealInput = Static<typeof AppealInput>
export const DecideInput = named(
  'ClaimDecideInput',
  form({
    decisions: some(
      form({
        line_id: Id,
        decision: choice(['NONE', 'ACCEPT', 'PATIENT'] as const),
        note: optional(nullable(Text(0, 300))),
      }),
      500,
    ),
  }),
)
export type DecideInput = Static<typeof DecideInput>

export const ClaimFilters = {
  status: optional(choice(claim_states)),
  scheme_id: optional(Id),
  month: optional(Month),
  patient_id: optional(Id),
  batch_id: optional(Id),
  practitioner_id: optional(Id),
  error: optional(choice(claim_errors)),
  from: optional(Day),
  to: optional(Day),
}
