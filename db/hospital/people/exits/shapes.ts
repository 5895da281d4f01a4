// Exits, in and out (people 2.10).

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
  Reason,
  Search,
  shape,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { languages } from '../../office/hospitals/words.ts'
import { exit_items, staff_exits } from './tables.ts'
import { exit_kinds, exit_states, item_answers } from './words.ts'

const row = fieldsOf(staff_exits)
const item = fieldsOf(exit_items)
const none = (max: number) => nullable(Text(0, max))

const short = {
  ...row('id'),
  reference: Text(1, 40),
  ...row('staff_id', 'staff_number', 'staff_name', 'department'),
  ...row('kind', 'by_hospital', 'status', 'notice_on', 'notice_days', 'last_day'),
  ...row('notice_short_days', 'reason', 'rehire_ok', 'created_by_name', 'created_at'),
  ...row('updated_at', 'version'),
}
export const Exit = named('Exit', shape(short))
export type Exit = Static<typeof Exit>

const Interview = shape({ held_on: optional(nullable(Day)), notes: Text(1, 2000) })
const Line = shape({ code: Text(1, 40), basis: Text(0, 300), amount: Money })

export const ExitOpened = named(
  'ExitOpened',
  shape({
    ...short,
    payee: listOf(
      shape({
        name: Text(1, 120),
        relationship: Text(0, 60),
        phone: Text(0, 40),
        share_pct: nullable(Decimal(0, 100)),
      }),
      20,
    ),
    interview: nullable(Interview),
    items: listOf(
      shape(
        item('id', 'area', 'title', 'automatic', 'status', 'amount', 'cleared_by_name', 'note'),
      ),
    ),
    /** Who sees no pay sees none here (HR-110). */
    terminal: listOf(Line, 100),
    ...row('calculated_at', 'calculated_by_name', 'run_id', 'completed_at'),
    payslip_id: nullable(Id),
    moves: listOf(Text(1, 40), 10),
    history: History,
  }),
)
export type ExitOpened = Static<typeof ExitOpened>

const Payee = shape({
  name: Text(1, 120),
  relationship: optional(none(60)),
  phone: optional(none(40)),
  share_pct: optional(nullable(Decimal(0, 100))),
})

export const ExitInput = named(
  'ExitInput',
  shape({
    staff_id: Id,
    kind: choice(exit_kinds),
    notice_on: Day,
    last_day: Day,
    reason: Reason,
    by_hospital: optional(nullable(Flag)),
    payee: optional(nullable(listOf(Payee, 20))),
  }),
)
export type ExitInput = Static<typeof ExitInput>

export const ExitChange = named(
  'ExitChange',
  partial({
    last_day: Day,
    reason: Reason,
    interview: nullable(Interview),
    rehire_ok: nullable(Flag),
  }),
)
export type ExitChange = Static<typeof ExitChange>

export const ItemInput = shape({ area: Text(1, 40), title: Text(1, 160) })
export type ItemInput = Static<typeof ItemInput>
export const ClearItem = shape({
  status: choice(item_answers),
  amount: optional(nullable(Money)),
  note: optional(none(300)),
})
export type ClearItem = Static<typeof ClearItem>
export const Waivers = partial({
  waive: nullable(listOf(shape({ item_id: Id, reason: Reason }), 200)),
})
export type Waivers = Static<typeof Waivers>
export const Terminal = partial({
  gratuity: nullable(Money),
  other: nullable(listOf(shape({ code: Text(1, 40), amount: Money, note: Text(1, 200) }), 20)),
})
export type Terminal = Static<typeof Terminal>
export const Withdraw = shape({ reason: Reason })

export const ExitFilters = {
  search: optional(Search),
  status: optional(choice(exit_states)),
  kind: optional(choice(exit_kinds)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(ExitFilters)
export type ExitFilter = Static<typeof filters>
export const CertificateAsked = partial({ lang: choice(languages) })
