// Claims as they come in and go out (2.9).

import {
  optional,
  choice,
  Day,
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
  tellsWho,
} from '../../../core/kinds/kinds.ts'
import { claim_life } from './rows.ts'
import { claim_errors, claim_states, diagnosis_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { claim_lines, claims } from './tables.ts'

const claimLine = fieldsOf(claim_lines)
const claim = fieldsOf(claims)

const shown = (max: number) => nullable(Text(0, max))
const id = Text(1, 36)

export const Month = Object.assign({}, Text(7, 7), { complaint: 'must be a month like 2026-03.' })

const ClaimLine = shape({
  id,
  ...claimLine('item_id', 'bill_number', 'scheme_code', 'code'),
  ...claimLine('description', 'department', 'service_date', 'quantity'),
  ...claimLine('unit_price', 'amount', 'preauth_reference', 'paid', 'denied'),
  pending: Money,
  ...claimLine('appealed', 'denial_reason_code', 'denial_note', 'decision'),
})

const fields = {
  id,
  ...claim('facility_id', 'number', 'status', 'scheme_id'),
  scheme_name: Text(0, 160),
  ...claim('membership_id', 'patient_id', 'visit_id'),
  visit_ids: listOf(id),
  ...claim('admission_id', 'folio_id', 'claim_year', 'claim_month', 'folio_no', 'serial_no'),
  card_no: tellsWho('patient_id', shown(60)),
  member_name: tellsWho('patient_id', Text(0, 200)),
  sex: tellsWho('patient_id', shown(20)),
  birth_date: tellsWho('patient_id', nullable(Day)),
  ...claim('file_no', 'authorisation_no', 'visit_type', 'referral_no'),
  ...claim('attendance_on', 'admitted_on', 'discharged_on', 'patient_type'),
  ...claim('practitioner_id', 'practitioner_name', 'practitioner_no'),
  diagnoses: listOf(
    shape({
      code: Text(1, 20),
      system: Text(0, 40),
      rank: Whole(1),
      status: choice(diagnosis_states),
    }),
  ),
  ...claim('signature_attachment_id', 'delay_reason', 'supplementary', 'claimed', 'paid', 'denied'),
  pending: Money,
  errors: listOf(
    shape({
      code: choice(claim_errors),
      message: Text(0, 400),
      line_id: optional(nullable(id)),
    }),
  ),
  ...claim('batch_id', 'submitted_at', 'due_on'),
  moves: listOf(choice(claim_life.names)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  ...claim('updated_at', 'version'),
}
export const Claim = named('InsuranceClaim', shape(fields))
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
  facility_id: optional(Id),
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
