// What comes to one month's pay, in and out (people 2.9).

import {
  choice,
  Decimal,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { input_sources } from '../words.ts'
import { pay_inputs } from './tables.ts'

const input = fieldsOf(pay_inputs)
const Units = Decimal(0, 100_000)

export const PayInput = named(
  'PayInput',
  shape({
    ...input('id', 'staff_id'),
    staff_number: Text(1, 40),
    staff_name: Text(1, 190),
    ...input('period_year', 'period_month', 'component_code', 'source'),
    units: nullable(Units),
    ...input('amount', 'note', 'entered_by_name', 'updated_at'),
  }),
)
export type PayInput = Static<typeof PayInput>

export const PayInputFilters = {
  period_year: optional(Whole(1900, 2999)),
  period_month: optional(Whole(1, 12)),
  staff_id: optional(Id),
  component_code: optional(Text(0, 40)),
  source: optional(choice(input_sources)),
}
const filters = shape(PayInputFilters)
export type PayInputFilter = Static<typeof filters>

export const PayInputs = named(
  'PayInputs',
  shape({
    period_year: Whole(1900, 2999),
    period_month: Whole(1, 12),
    rows: listOf(
      shape({
        staff_id: Id,
        component_code: Text(1, 40),
        units: optional(nullable(Units)),
        amount: optional(nullable(Money)),
        note: optional(nullable(Text(0, 300))),
      }),
      2000,
      1,
    ),
  }),
)
export type PayInputs = Static<typeof PayInputs>
export const InputsSet = shape({ set: Whole(0), removed: Whole(0) })
