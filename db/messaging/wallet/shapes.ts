import {
  Money,
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  partial,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Sum, Words } from '../../core/kinds/strict.ts'
import { billings } from '../accounts/words.ts'
import { price_channels } from './tables.ts'
import { entry_kinds, top_up_methods, top_up_states } from './words.ts'

const At = Words(0, 24)

export const Wallet = named(
  'Wallet',
  form({
    currency: Words(0, 3),
    balance: Money,
    reserved: Money,
    threshold: nullable(Money),
    armed: Flag,
    lowBalance: Flag,
    billing: choice(billings),
    updatedAt: At,
  }),
)
export type Wallet = Static<typeof Wallet>

export const WalletChange = partial({
  threshold: nullable(Object.assign({ ...Money }, { minimum: 0 }) as typeof Money),
})

export const Entry = named(
  'LedgerEntry',
  form({
    id: Id,
    seq: Count(),
    kind: choice(entry_kinds),
    amount: Money,
    reservedChange: Money,
    balanceAfter: Money,
    reservedAfter: Money,
    reason: nullable(Words(0, 300)),
    batchId: nullable(Id),
    messageId: nullable(Id),
    campaignId: nullable(Id),
    topUpId: nullable(Id),
    actor: Words(0, 160),
    createdAt: At,
  }),
)
export type Entry = Static<typeof Entry>

export const TopUp = named(
  'TopUp',
  form({
    id: Id,
    amount: Money,
    currency: Words(0, 3),
    method: choice(top_up_methods),
    paymentReference: Words(0, 80),
    note: nullable(Words(0, 300)),
    status: choice(top_up_states),
    decidedBy: nullable(Words(0, 160)),
    decidedAt: nullable(At),
    rejectReason: nullable(Words(0, 300)),
    moves: list(Words(0, 20)),
    createdAt: At,
    updatedAt: At,
  }),
)
export type TopUp = Static<typeof TopUp>

export const TopUpInput = form({
  amount: Sum,
  method: choice(top_up_methods),
  paymentReference: Words(1, 80),
  note: optional(nullable(Words(0, 300))),
})
export type TopUpInput = Static<typeof TopUpInput>

export const Prices = form({
  data: list(
    form({
      channel: choice(price_channels),
      operator: optional(Words(0, 20)),
      category: optional(Words(0, 20)),
      unitPrice: Money,
      validFrom: At,
    }),
  ),
})
