// Batches of salaries, in and out (people 2.9).

import {
  choice,
  Day,
  Id,
  listOf,
  named,
  nullable,
  optional,
  partial,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { pay_methods } from '../../staff/banks/words.ts'
import { batch_states } from '../words.ts'
import { batch_moves } from './record.ts'
import { payment_batch_lines, payment_batches } from './tables.ts'

const batch = fieldsOf(payment_batches)
const line = fieldsOf(payment_batch_lines)

const fields = {
  ...batch('id', 'run_id'),
  reference: Text(1, 40),
  ...batch('status', 'method', 'funding_account_id', 'count', 'total', 'file_sha256'),
  ...batch('prepared_by_name', 'sent_by_name', 'paid_on', 'created_at', 'version'),
  /** As the bank calls the payment. */
  paid_reference: nullable(Text(0, 60)),
}
export const PaymentBatch = named('PaymentBatch', shape(fields))
export type PaymentBatch = Static<typeof PaymentBatch>
export const PaymentBatchOpened = named(
  'PaymentBatchOpened',
  shape({
    ...fields,
    lines: listOf(
      shape(
        line(
          'payslip_id',
          'payslip_number',
          'staff_number',
          'full_name',
          'amount',
          'status',
          'failure',
          'returned_on',
          'return_reason',
        ),
      ),
      100_000,
    ),
    moves: listOf(choice(batch_moves)),
    history: History,
  }),
)
export type PaymentBatchOpened = Static<typeof PaymentBatchOpened>

export const BatchFilters = {
  run_id: optional(Id),
  status: optional(choice(batch_states)),
  method: optional(choice(pay_methods)),
}
const filters = shape(BatchFilters)
export type BatchFilter = Static<typeof filters>
export const BatchInput = named(
  'PaymentBatchInput',
  shape({
    method: choice(pay_methods),
    funding_account_id: Id,
    payslip_ids: optional(listOf(Id, 5000, 1)),
  }),
)
export type BatchInput = Static<typeof BatchInput>
export const PaidInput = named(
  'PaymentBatchPaid',
  shape({
    paid_on: Day,
    reference: Text(1, 60),
    failed: optional(listOf(shape({ payslip_id: Id, failure: Text(1, 300) }), 5000)),
  }),
)
export type PaidInput = Static<typeof PaidInput>
export const ReturnInput = shape({ reason: Text(3, 300), date: Day })
export type ReturnInput = Static<typeof ReturnInput>

export const BatchFileAsked = partial({
  format: choice(['csv', 'pdf'] as const),
  lang: choice(languages),
})
