// Authorisations and what is known of a member's cover (2.9).

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
  type Static,
  shape,
  Text,
  Whole,
  tellsWho,
} from '../../../core/kinds/kinds.ts'
import { membership_fields } from '../tariff/scheme-shapes.ts'
import { verify_results } from '../tariff/words.ts'
import { authorisation_states, periods } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { authorisations } from './tables.ts'

const authorisation = fieldsOf(authorisations)
const VisitType = Object.assign({}, Whole(1, 4), { complaint: 'must be between 1 and 4.' })

export const AuthorisationInput = named(
  'AuthorisationInput',
  form({
    membership_id: Id,
    visit_id: Id,
    visit_type: VisitType,
    referral_no: optional(nullable(Text(0, 60))),
    number: optional(nullable(Text(0, 60))),
  }),
)
export type AuthorisationInput = Static<typeof AuthorisationInput>

export const Authorisation = named(
  'Authorisation',
  shape({
    ...authorisation('id', 'facility_id', 'number', 'membership_id', 'scheme_id'),
    scheme_name: Text(0, 160),
    patient_id: Text(1, 36),
    patient_name: tellsWho('patient_id', Text(0, 200)),
    ...authorisation('visit_id', 'visit_type', 'referral_no', 'status'),
    ...authorisation('valid_to', 'given_at', 'message', 'cancel_reason'),
    moves: listOf(Text(1, 20)),
    created_at: Instant,
    created_by_name: Text(0, 160),
    ...authorisation('updated_at', 'version'),
  }),
)
export type Authorisation = Static<typeof Authorisation>
export const AuthorisationFilters = {
  facility_id: optional(Id),
  patient_id: optional(Id),
  visit_id: optional(Id),
  scheme_id: optional(Id),
  status: optional(choice(authorisation_states)),
  from: optional(Day),
  to: optional(Day),
}

export const VerifyInput = named(
  'MembershipVerifyInput',
  form({
    result: optional(nullable(choice(verify_results))),
    message: optional(nullable(Text(0, 300))),
  }),
)
export type VerifyInput = Static<typeof VerifyInput>

export const MembershipOpened = named(
  'MembershipOpened',
  shape({
    ...membership_fields,
    balances: shape({
      year_used: Money,
      year_left: nullable(Money),
      visit_left: nullable(Money),
      by_rule: listOf(
        shape({
          code: nullable(Text(0, 40)),
          category: nullable(Text(0, 40)),
          used: Money,
          left: Money,
          per: choice(periods),
        }),
      ),
    }),
  }),
)
export type MembershipOpened = Static<typeof MembershipOpened>
