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
import { shift_moves_known } from './rows.ts'
import { shift_states } from './words.ts'

const out = (max: number) => nullable(Text(0, max))

export const Drawer = named(
  'Drawer',
  shape({
    id: Text(1, 36),
    facility_id: Text(1, 36),
    name: Text(1, 120),
    store_id: out(36),
    account_id: Text(1, 36),
    active: Flag,
    current_shift_id: out(36),
    last_left: Money,
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type Drawer = Static<typeof Drawer>
export const Drawers = listOf(Drawer, 1000)

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
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: Text(1, 40),
  status: choice(shift_states),
  drawer_id: Text(1, 36),
  drawer_name: Text(0, 120),
  user_id: Text(1, 36),
  user_name: Text(0, 160),
  opened_at: Instant,
  closed_at: nullable(Instant),
  opening_float: Money,
  opening_difference: Money,
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
  expected: nullable(Money),
  counted: nullable(Money),
  difference: nullable(Money),
  declared: listOf(Declared, 20),
  /** Said and taken by other methods are not the same (BIL-97). */
  to_be_traced: listOf(shape({ method: Text(1, 40), declared: Money, recorded: Money })),
  left_in_drawer: nullable(Money),
  handed_over: nullable(Money),
  difference_reason: out(300),
  z_number: nullable(Whole(1)),
  closed_by_name: out(160),
  confirmed_at: nullable(Instant),
  confirmed_by_name: out(160),
  recounted: nullable(Money),
  recount_reason: out(300),
  abandoned: Flag,
  abandon_reason: out(300),
  first_number: AnyObject,
  last_number: AnyObject,
  moves: listOf(choice(shift_moves_known)),
  created_at: Instant,
  updated_at: Instant,
  version: Whole(1),
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
