import {
  Flag,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { Move } from '../pool/shapes.ts'
import { WitnessToken } from '../witness/shapes.ts'

const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const WardUseLine = form({
  product_id: Id,
  quantity: Money,
  /** Of a controlled drug, what was drawn up beside it and wasted (STK-76). */
  wasted: may(Money),
  unit: may(Text(0, 20)),
  batch_id: may(Id),
})

export const WardUseInput = named(
  'WardUseInput',
  form({
    store_id: may(Id),
    department: may(Text(0, 120)),
    patient_id: may(Id),
    admission_id: may(Id),
    charge: may(Flag),
    lines: some(WardUseLine, 200),
    note: may(Text(0, 300)),
    occurred_at: may(Instant),
    witness_token: WitnessToken,
  }),
)
export type WardUseInput = Static<typeof WardUseInput>

export const WardUse = named(
  'WardUse',
  shape({
    moves: listOf(Move),
    charges: listOf(
      shape({
        bill_id: Text(1, 36),
        item_id: Text(1, 36),
        product_id: Text(1, 36),
        description: Text(0, 300),
        quantity: Money,
        unit_price: nullable(Money),
        amount: Money,
      }),
    ),
  }),
)
export type WardUse = Static<typeof WardUse>
