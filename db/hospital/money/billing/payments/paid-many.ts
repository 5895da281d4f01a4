// What a payment of several bills answers (5.3).

import { listOf, nullable, Money, named, type Static, shape } from '../../../../core/kinds/kinds.ts'
import { Deposit } from '../deposits/shapes.ts'
import { Payment } from './shapes.ts'
import { BillOpened } from '../bills/shapes.ts'

export const PaidMany = named(
  'PaidMany',
  shape({ payment: Payment, bills: listOf(BillOpened), deposit: nullable(Deposit), change: Money }),
)
export type PaidMany = Static<typeof PaidMany>
