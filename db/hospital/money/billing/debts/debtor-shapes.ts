// Who owes, and one patient's account, as they go out (5.14).

import {
  optional,
  choice,
  Day,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  Search,
  type Static,
  shape,
  Text,
  tellsWho,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { suppressed_reasons } from '../../../desk/patient-messages/words.ts'

export const buckets = ['not_due', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over_180'] as const
export type Bucket = (typeof buckets)[number]

const ages = {
  not_due: Money,
  d1_30: Money,
  d31_60: Money,
  d61_90: Money,
  d91_180: Money,
  over_180: Money,
}

export const Debtor = named(
  'Debtor',
  shape({
    patient: shape({
      id: Text(1, 36),
      number: nullable(Text(0, 40)),
      name: tellsWho('id', Text(0, 200)),
    }),
    ...ages,
    balance: Money,
    deposits: Money,
    last_payment: nullable(Instant),
    last_reminder: nullable(Instant),
  }),
)
export type Debtor = Static<typeof Debtor>

export const DebtorFilters = {
  as_of: optional(Day),
  min_amount: optional(Money),
  bucket: optional(choice(buckets)),
  department: optional(Text(0, 120)),
  held: optional(QueryFlag),
  facility_id: optional(Id),
  search: optional(Search),
  sort: optional(choice(['-balance', '-oldest'])),
}
const filters = shape(DebtorFilters)
export type DebtorFilter = Static<typeof filters>

export const Ages = shape(ages)

export const AccountLine = shape({
  date: Day,
  number: nullable(Text(0, 60)),
  description: Text(0, 300),
  debit: Money,
  credit: Money,
  balance: Money,
})
export const PatientAccount = named(
  'PatientAccount',
  shape({
    opening: Money,
    lines: listOf(AccountLine, 100_000),
    closing: Money,
    deposits: shape({ lines: listOf(AccountLine, 100_000), held: Money }),
    ageing: Ages,
  }),
)
export type PatientAccount = Static<typeof PatientAccount>

export const AccountAsked = partial({ from: Day, to: Day })

export const remind_channels = ['SMS', 'WHATSAPP', 'EMAIL'] as const
export const not_reminded = [
  'NOT_OWING',
  'IN_DISPUTE',
  'WALK_IN',
  'REMINDED_LATELY',
  'SWITCHED_OFF',
  ...suppressed_reasons,
] as const

export const RemindDebtors = named(
  'RemindDebtors',
  shape({
    patient_ids: listOf(Id, 200),
    channel: optional(nullable(choice(remind_channels))),
  }),
)
export type RemindDebtors = Static<typeof RemindDebtors>

export const DebtorsReminded = named(
  'DebtorsReminded',
  shape({
    sent: Whole(0),
    skipped: listOf(shape({ patient_id: Id, why: choice(not_reminded) })),
  }),
)
export type DebtorsReminded = Static<typeof DebtorsReminded>
