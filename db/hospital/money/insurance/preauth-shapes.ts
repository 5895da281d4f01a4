// Pre-authorisations as they come in and go out (2.9).

import {
  optional,
  choice,
  Day,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  nullable,
  Money,
  named,
  partial,
  some,
  type Static,
  shape,
  Text,
  Whole,
  tellsWho,
} from '../../../core/kinds/kinds.ts'
import { Quantity } from '../../../core/kinds/quantity.ts'
import { preauth_life } from './preauth-life.ts'
import { preauth_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { preauthorisations, preauthorisation_items } from './tables.ts'

const preauthorisation = fieldsOf(preauthorisations)
const preauthorisationItem = fieldsOf(preauthorisation_items)

const shown = (max: number) => nullable(Text(0, max))
/** Judged by the rule, in its own words. */

const Item = form({
  code: Text(1, 40),
  description: optional(nullable(Text(0, 300))),
  quantity: optional(Quantity),
  amount: optional(nullable(Money)),
})
export type ItemInput = Static<typeof Item>
const rest = {
  visit_id: optional(nullable(Id)),
  admission_id: optional(nullable(Id)),
  diagnosis_codes: optional(listOf(Text(1, 20), 50)),
  justification: optional(nullable(LongText(0, 2000))),
}
export const PreauthInput = named(
  'PreAuthInput',
  form({ membership_id: Id, items: some(Item, 100), ...rest }),
)
export type PreauthInput = Static<typeof PreauthInput>
export const PreauthChange = named('PreAuthChange', partial({ items: some(Item, 100), ...rest }))
export type PreauthChange = Static<typeof PreauthChange>

export const results = ['APPROVED', 'PARTLY_APPROVED', 'DECLINED'] as const
export const RespondInput = named(
  'PreAuthRespondInput',
  form({
    result: choice(results),
    reference: optional(nullable(Text(0, 60))),
    items: optional(
      listOf(
        form({
          id: optional(Id),
          code: optional(Text(1, 40)),
          approved_quantity: optional(nullable(Quantity)),
          approved_amount: optional(nullable(Money)),
        }),
        100,
      ),
    ),
    valid_from: optional(nullable(Day)),
    valid_to: optional(nullable(Day)),
    note: optional(nullable(Text(0, 500))),
  }),
)
export type RespondInput = Static<typeof RespondInput>

const fields = {
  ...preauthorisation('id', 'facility_id', 'number', 'status', 'membership_id', 'patient_id'),
  patient_name: tellsWho('patient_id', Text(0, 200)),
  scheme_id: Text(1, 36),
  scheme_name: Text(0, 160),
  ...preauthorisation('visit_id', 'admission_id'),
  items: listOf(
    shape({
      ...preauthorisationItem('id', 'code', 'description', 'quantity'),
      ...preauthorisationItem('amount', 'approved_quantity', 'approved_amount'),
      ...preauthorisationItem('used_quantity', 'used_amount'),
    }),
  ),
  diagnosis_codes: listOf(Text(1, 20)),
  justification: shown(2000),
  amount: Money,
  approved_amount: Money,
  used_amount: Money,
  ...preauthorisation('reference', 'valid_from', 'valid_to', 'response_note', 'requested_at'),
  ...preauthorisation('requested_by_name', 'answered_at', 'answered_by_name'),
  moves: listOf(choice(preauth_life.names)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  ...preauthorisation('updated_at', 'version'),
}
export const Preauth = named('PreAuth', shape(fields))
export type Preauth = Static<typeof Preauth>
export const PreauthOpened = named(
  'PreAuthOpened',
  shape({
    ...fields,
    history: listOf(
      shape({
        at: Instant,
        by_name: Text(0, 160),
        move: Text(1, 40),
        from: nullable(choice(preauth_states)),
        to: choice(preauth_states),
        reason: shown(500),
      }),
    ),
  }),
)
export type PreauthOpened = Static<typeof PreauthOpened>

const Expiring = Object.assign({}, Whole(0, 365), { complaint: 'must be between 0 and 365.' })
export const PreauthFilters = {
  facility_id: optional(Id),
  status: optional(choice(preauth_states)),
  scheme_id: optional(Id),
  patient_id: optional(Id),
  expiring: optional(Expiring),
}
