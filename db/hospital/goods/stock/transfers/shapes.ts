import {
  choice,
  Day,
  Decimal,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { stock_transfers } from './tables.ts'
import { short_reasons, transfer_states } from './words.ts'

const transfer = fieldsOf(stock_transfers)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))
const Temperature = may(Decimal(-90, 80))

const written = {
  from_store_id: Id,
  to_store_id: Id,
  carrier: may(Text(0, 120)),
  note: may(Text(0, 300)),
  lines: some(
    form({
      product_id: Id,
      batch_id: may(Id),
      quantity: Money,
      unit: may(Text(0, 20)),
    }),
    500,
  ),
}
export const TransferInput = named('StockTransferInput', form(written))
export type TransferInput = Static<typeof TransferInput>
/** Of a draft. */
export const TransferChange = named('StockTransferChange', partial(written))
export type TransferChange = Static<typeof TransferChange>

const fields = {
  ...transfer('id'),
  reference: Text(1, 40),
  ...transfer('from_store_id'),
  from_store_name: Text(0, 120),
  ...transfer('to_store_id'),
  to_store_name: Text(0, 120),
  ...transfer('status', 'carrier', 'seal_no', 'temperature_out', 'temperature_in', 'note'),
  value: nullable(Money),
  ...transfer('made_by_name', 'sent_at', 'sent_by_name', 'received_at', 'received_by_name'),
  ...transfer('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['send', 'receive', 'cancel'])),
}
export const Transfer = named('StockTransfer', shape(fields))
export type Transfer = Static<typeof Transfer>

export const TransferOpened = named(
  'StockTransferOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        id: Text(1, 36),
        product_id: Text(1, 36),
        product_name: Text(0, 230),
        quantity: Money,
        batches: listOf(
          shape({
            batch_id: Text(1, 36),
            lot: nullable(Text(0, 60)),
            expiry: nullable(Day),
            sent: Money,
            received: nullable(Money),
            reason: nullable(choice(short_reasons)),
          }),
        ),
      }),
    ),
    /** What was sent and did not come. */
    differences: Money,
    history: History,
  }),
)
export type TransferOpened = Static<typeof TransferOpened>

export const TransferFilters = {
  search: optional(Search),
  from_store_id: optional(Id),
  to_store_id: optional(Id),
  status: optional(choice(transfer_states)),
  late: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(TransferFilters)
export type TransfersAsked = Static<typeof filters>

export const Sending = form({
  temperature_out: Temperature,
  seal_no: may(Text(0, 60)),
  witness_token: WitnessToken,
})
export type Sending = Static<typeof Sending>
export const Arriving = form({
  lines: may(
    listOf(form({ batch_id: Id, received: Money, reason: may(choice(short_reasons)) }), 1000),
  ),
  temperature_in: Temperature,
  witness_token: WitnessToken,
})
export type Arriving = Static<typeof Arriving>
export const TransferCancel = form({
  reason: may(Text(0, 300)),
  witness_token: WitnessToken,
})
export type TransferCancel = Static<typeof TransferCancel>
