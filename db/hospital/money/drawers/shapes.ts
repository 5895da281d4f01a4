// Drawers, shifts and cash, in and out (2.10).

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { shift_life } from './rows.ts'
import { shift_states, taking_kinds } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { drawers, shifts } from './tables.ts'

const drawer = fieldsOf(drawers)
const shift = fieldsOf(shifts)

const out = (max: number) => nullable(Text(0, max))

export const Drawer = named(
  'Drawer',
  shape({
    ...drawer('id', 'facility_id', 'name', 'store_id', 'account_id', 'active'),
    current_shift_id: out(36),
    ...drawer('last_left', 'created_at', 'updated_at', 'version'),
  }),
)
export type Drawer = Static<typeof Drawer>

export const DrawerInput = named(
  'DrawerInput',
  form({ name: Text(1, 120), facility_id: Id, store_id: optional(nullable(Id)) }),
)
export type DrawerInput = Static<typeof DrawerInput>
export const DrawerChange = partial({ name: Text(1, 120), store_id: nullable(Id), active: Flag })
export type DrawerChange = Static<typeof DrawerChange>

const Piece = shape({ value: Money, count: Whole(0, 1_000_000) })
export const Pieces = listOf(Piece, 40)
const Declared = shape({ method: Text(1, 40), amount: Money })

const shift_fields = {
  ...shift('id', 'facility_id', 'number', 'status', 'drawer_id', 'drawer_name', 'user_id'),
  ...shift('user_name', 'opened_at', 'closed_at', 'opening_float', 'opening_difference'),
  denominations_open: Pieces,
  denominations_close: nullable(Pieces),
  /** Null, like every sum of cash, while its owner counts blind (BIL-93). */
  totals: listOf(shape({ method: Text(1, 40), count: Whole(), amount: nullable(Money) })),
  receipts: nullable(Money),
  refunds: nullable(Money),
  reversals: nullable(Money),
  pay_ins: nullable(Money),
  pay_outs: nullable(Money),
  floats_in: nullable(Money),
  drops: nullable(Money),
  ...shift('expected', 'counted', 'difference'),
  declared: listOf(Declared, 20),
  /** Said and taken by other methods are not the same (BIL-97). */
  to_be_traced: listOf(shape({ method: Text(1, 40), declared: Money, recorded: Money })),
  ...shift('left_in_drawer', 'handed_over', 'difference_reason', 'z_number'),
  ...shift('closed_by_name', 'confirmed_at', 'confirmed_by_name'),
  ...shift('recounted', 'recount_reason', 'abandoned', 'abandon_reason'),
  first_number: AnyObject,
  last_number: AnyObject,
  moves: listOf(choice(shift_life.names)),
  ...shift('created_at', 'updated_at', 'version'),
}

export const Shift = named('Shift', shape(shift_fields))
export type Shift = Static<typeof Shift>
export const CurrentShift = nullable(Shift)

export const ShiftOpened = named(
  'ShiftOpened',
  shape({
    ...shift_fields,
    history: listOf(
      shape({
        at: Instant,
        by_name: Text(0, 160),
        move: Text(1, 40),
        from: nullable(choice(shift_states)),
        to: choice(shift_states),
        reason: out(300),
      }),
    ),
  }),
)

export type ShiftOpened = Static<typeof ShiftOpened>

/** What an X or Z report says, where it is asked for as data. */
export const ShiftReport = named(
  'ShiftReport',
  shape({
    kind: choice(['X', 'Z']),
    shift: Shift,
    movements: listOf(
      shape({
        kind: choice(taking_kinds),
        method: Text(1, 40),
        count: Whole(),
        amount: nullable(Money),
      }),
    ),
    series: listOf(
      shape({ prefix: Text(0, 10), first: Text(0, 60), last: Text(0, 60), count: Whole() }),
    ),
    voids: listOf(
      shape({
        reference: out(60),
        method: Text(1, 40),
        amount: nullable(Money),
        at: Instant,
        by_name: Text(0, 160),
      }),
    ),
  }),
)

export const OpenInput = named(
  'ShiftInput',
  form({
    drawer_id: Id,
    denominations: Pieces,
    counted: optional(nullable(Money)),
    reason: optional(nullable(Text(0, 300))),
  }),
)
export type OpenInput = Static<typeof OpenInput>

export const CloseInput = named(
  'ShiftCloseInput',
  form({
    denominations: Pieces,
    counted: optional(nullable(Money)),
    left_in_drawer: Money,
    declared: optional(nullable(listOf(Declared, 20))),
    difference_reason: optional(nullable(Text(0, 300))),
  }),
)
export type CloseInput = Static<typeof CloseInput>
export const ForceCloseInput = named(
  'ShiftForceCloseInput',
  form({
    denominations: Pieces,
    counted: optional(nullable(Money)),
    left_in_drawer: Money,
    reason: Reason,
  }),
)
export type ForceCloseInput = Static<typeof ForceCloseInput>
export const ConfirmInput = partial({ counted: nullable(Money), reason: nullable(Text(0, 300)) })
export type ConfirmInput = Static<typeof ConfirmInput>

export const ShiftFilters = {
  status: optional(choice(shift_states)),
  drawer_id: optional(Id),
  user_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
const filters = shape(ShiftFilters)
export type ShiftFilter = Static<typeof filters>
