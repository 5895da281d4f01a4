// What schemes paid and denied, as it comes in and goes out (2.9).

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
  QueryFlag,
  some,
  type Static,
  shape,
  Text,
  Whole,
  tellsWho,
} from '../../../core/kinds/kinds.ts'
import { remittance_life } from './remittance-life.ts'
import { decisions, reason_kinds, remittance_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { remittances, remittance_lines, denial_reasons } from './tables.ts'

const remittance = fieldsOf(remittances)
const remittanceLine = fieldsOf(remittance_lines)
const denialReason = fieldsOf(denial_reasons)

const shown = (max: number) => nullable(Text(0, max))
const id = Text(1, 36)

const Line = form({
  claim_id: Id,
  line_id: optional(nullable(Id)),
  paid: Money,
  denied: optional(Money),
  reason_code: optional(nullable(Text(0, 20))),
  note: optional(nullable(Text(0, 300))),
})
export type LineInput = Static<typeof Line>
const rest = {
  withheld_tax: optional(nullable(Money)),
  certificate_no: optional(nullable(Text(0, 60))),
  statement_line_id: optional(nullable(Id)),
  lines: optional(listOf(Line, 5000)),
}
export const RemittanceInput = named(
  'RemittanceInput',
  form({
    scheme_id: Id,
    reference: Text(1, 60),
    received_on: Day,
    account_id: Id,
    amount: Money,
    ...rest,
  }),
)
export type RemittanceInput = Static<typeof RemittanceInput>
export const RemittanceChange = named(
  'RemittanceChange',
  partial({ reference: Text(1, 60), received_on: Day, account_id: Id, amount: Money, ...rest }),
)
export type RemittanceChange = Static<typeof RemittanceChange>

const fields = {
  id,
  ...remittance('facility_id', 'number', 'status', 'scheme_id'),
  scheme_name: Text(0, 160),
  ...remittance('reference', 'received_on', 'account_id'),
  account_name: Text(0, 160),
  ...remittance('amount', 'withheld_tax', 'certificate_no', 'statement_line_id'),
  allocated: Money,
  unallocated: Money,
  ...remittance('entry_reference', 'posted_at', 'reverse_reason'),
  moves: listOf(choice(remittance_life.names)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  ...remittance('updated_at', 'version'),
}
export const Remittance = named('Remittance', shape(fields))
export type Remittance = Static<typeof Remittance>
export const RemittanceOpened = named(
  'RemittanceOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        claim_id: id,
        claim_number: Text(0, 40),
        line_id: nullable(id),
        ...remittanceLine('paid', 'denied', 'reason_code', 'note'),
      }),
      5000,
    ),
  }),
)
export type RemittanceOpened = Static<typeof RemittanceOpened>
export const RemittanceFilters = {
  status: optional(choice(remittance_states)),
  scheme_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const Denial = named(
  'Denial',
  shape({
    claim: shape({
      id,
      number: Text(1, 40),
      scheme_id: id,
      patient_id: id,
      member_name: tellsWho('patient_id', Text(0, 200)),
    }),
    line: shape({ id, description: Text(0, 300), scheme_code: shown(40), department: shown(120) }),
    denied: Money,
    undecided: Money,
    reason: shown(160),
    reason_code: shown(20),
    decision: choice(decisions),
    denied_on: nullable(Day),
    days: nullable(Whole()),
  }),
)
export type Denial = Static<typeof Denial>
const Age = Object.assign({}, Whole(0, 10_000), { complaint: 'must be a whole number.' })
export const DenialFilters = {
  decided: optional(QueryFlag),
  scheme_id: optional(Id),
  reason_code: optional(Text(0, 20)),
  department: optional(Text(0, 120)),
  practitioner_id: optional(Id),
  age_over: optional(Age),
}

export const Reason = named(
  'DenialReason',
  shape({
    ...denialReason('code', 'name', 'kind', 'default_decision', 'active'),
  }),
)
export type Reason = Static<typeof Reason>
export const Reasons = listOf(Reason)
export const ReasonsInput = named(
  'DenialReasonsInput',
  form({
    reasons: some(
      form({
        code: Text(1, 20),
        name: Text(1, 160),
        kind: choice(reason_kinds),
        default_decision: optional(choice(decisions)),
        active: optional(Flag),
      }),
      500,
    ),
  }),
)
export type ReasonsInput = Static<typeof ReasonsInput>
