// Pay profiles, in and out (people 2.9).

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { pay_bases, shown_profile_states } from '../words.ts'
import { pay_profiles } from './tables.ts'

const profile = fieldsOf(pay_profiles)
const Units = Decimal(0, 100_000)
const Percent = Decimal(0, 100)

const Flags = shape({ nhif: Flag, heslb: Flag, union: Flag, secondary_employment: Flag })
const SplitShown = listOf(shape({ facility_id: Id, department: Text(1, 120), pct: Percent }), 20)

export const PayProfile = named(
  'PayProfile',
  shape({
    ...profile('id', 'staff_id'),
    status: choice(shown_profile_states),
    ...profile('effective_from', 'pay_basis', 'basic_pay'),
    components: listOf(
      shape({
        code: Text(1, 40),
        value: Money,
        units: nullable(Units),
        from: nullable(Day),
        to: nullable(Day),
      }),
      50,
    ),
    flags: Flags,
    split: SplitShown,
    ...profile('note', 'entered_by_name', 'approved_by_name', 'approved_on', 'created_at'),
    ...profile('version'),
    moves: listOf(Text(1, 40), 10),
    history: History,
  }),
)
export type PayProfile = Static<typeof PayProfile>

export const PayProfileInput = named(
  'PayProfileInput',
  shape({
    effective_from: Day,
    pay_basis: optional(choice(pay_bases)),
    basic_pay: Money,
    components: optional(
      listOf(
        shape({
          code: Text(1, 40),
          value: Money,
          units: optional(nullable(Units)),
          from: optional(nullable(Day)),
          to: optional(nullable(Day)),
        }),
        50,
      ),
    ),
    flags: optional(partial({ nhif: Flag, heslb: Flag, union: Flag, secondary_employment: Flag })),
    split: optional(SplitShown),
    note: optional(nullable(Text(0, 300))),
  }),
)
export type PayProfileInput = Static<typeof PayProfileInput>
