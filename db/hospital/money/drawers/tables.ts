// Drawers, the shifts at them, and every movement of cash (2.10). Money is in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  money,
  nought,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import type { LostNumbers } from '../../registry.ts'
import { table } from '../../../store/table.ts'
import {
  difference_states,
  directions,
  shift_states,
  taking_kinds,
  transfer_kinds,
  transfer_states,
  treatments,
} from './words.ts'

/** So many pieces of one note or coin. */
export interface Pieces {
  value: number
  count: number
}
export interface Declared {
  method: string
  amount: number
}

export const drawers = table(
  'drawers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    name: text(120),
    name_key: key(120),
    store_id: nullable(uuid()),
    account_id: ref('accounts'),
    active: otherwise(flag(), true),
    /** What the last shift left in it: the next one begins with that. */
    last_left: nought(),
    /** How many Z reports it has had (BIL-98). */
    last_z: otherwise(integer(), 0),
    /** Given, and left behind by a restore (OPS-129). */
    lost_z: nullable(json<LostNumbers[]>()),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'facility_id', 'name_key'] }] },
)

export const shifts = table(
  'shifts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(shift_states),
    drawer_id: ref('drawers'),
    drawer_name: text(120),
    user_id: uuid(),
    user_name: text(160),
    opened_at: instant(),
    closed_at: nullable(instant()),
    opening_float: nought(),
    denominations_open: json<Pieces[]>(),
    denominations_close: nullable(json<Pieces[]>()),
    /** What should lie in the drawer now: kept with every movement (BIL-90). */
    cash: nought(),
    receipts: nought(),
    refunds: nought(),
    reversals: nought(),
    pay_ins: nought(),
    pay_outs: nought(),
    floats_in: nought(),
    drops: nought(),
    expected: nullable(money()),
    counted: nullable(money()),
    difference: nullable(money()),
    declared: otherwise(json<Declared[]>(), () => []),
    left_in_drawer: nullable(money()),
    handed_over: nullable(money()),
    difference_reason: nullable(text(300)),
    opening_difference: nought(),
    z_number: nullable(integer()),
    closed_by_id: nullable(uuid()),
    closed_by_name: nullable(text(160)),
    confirmed_at: nullable(instant()),
    confirmed_by_name: nullable(text(160)),
    /** What the second person counted, where it was something else. */
    recounted: nullable(money()),
    recount_reason: nullable(text(300)),
    abandoned: otherwise(flag(), false),
    abandon_reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'drawer_id'], only_where: "status in ('OPEN', 'COUNTING')" },
      { columns: ['hospital_id', 'user_id'], only_where: "status in ('OPEN', 'COUNTING')" },
    ],
    indexes: [
      { columns: ['hospital_id', 'id'] },
      { columns: ['hospital_id', 'opened_at', 'id'] },
      { columns: ['hospital_id', 'drawer_id', 'opened_at'] },
      { columns: ['hospital_id', 'user_id', 'opened_at'] },
    ],
  },
)

/** One row for whatever was taken or given at a drawer: its amounts add up to the cash in it. */
export const shift_takings = table(
  'shift_takings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    shift_id: ref('shifts'),
    facility_id: ref('facilities'),
    kind: choice(taking_kinds),
    method: code(40),
    /** Above nought: into the drawer. */
    amount: money(),
    source: code(40),
    source_id: code(80),
    reference: nullable(code(40)),
    at: instant(),
    by_name: text(160),
  },
  {
    append_only: true,
    unique: [{ columns: ['hospital_id', 'shift_id', 'kind', 'source', 'source_id'] }],
    indexes: [
      { columns: ['shift_id', 'at'] },
      { columns: ['hospital_id', 'at'] },
      { columns: ['hospital_id', 'source', 'source_id'] },
    ],
  },
)

export const shift_moves = table(
  'shift_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    shift_id: ref('shifts'),
    at: instant(),
    by_name: text(160),
    move: code(40),
    from_state: nullable(choice(shift_states)),
    to_state: choice(shift_states),
    reason: nullable(text(300)),
  },
  { append_only: true, indexes: [{ columns: ['shift_id', 'at'] }] },
)

export const float_transfers = table(
  'float_transfers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    kind: choice(transfer_kinds),
    status: choice(transfer_states),
    from_drawer_id: nullable(ref('drawers')),
    from_account_id: nullable(ref('accounts')),
    to_drawer_id: nullable(ref('drawers')),
    to_account_id: nullable(ref('accounts')),
    amount: money(),
    denominations: nullable(json<Pieces[]>()),
    sent_by_id: nullable(uuid()),
    sent_by_name: text(160),
    received_by_name: nullable(text(160)),
    received_at: nullable(instant()),
    reason: nullable(text(300)),
    /** Of the drawer it leaves, or that it comes to where it comes from a safe. */
    shift_id: nullable(ref('shifts')),
    /** Made by closing: the confirmation accepts it and nothing else does (BIL-96). */
    of_close: otherwise(flag(), false),
    entry_reference: nullable(code(40)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status'] },
      { columns: ['shift_id'], only_where: 'shift_id is not null' },
    ],
  },
)

export const cash_movements = table(
  'cash_movements',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    shift_id: ref('shifts'),
    direction: choice(directions),
    amount: money(),
    reason: text(300),
    contra_account_id: ref('accounts'),
    entry_reference: nullable(code(40)),
    made_by_name: text(160),
    ...versioned,
  },
  { indexes: [{ columns: ['shift_id'] }] },
)

export const cash_differences = table(
  'cash_differences',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    shift_id: ref('shifts'),
    shift_number: code(40),
    user_id: uuid(),
    user_name: text(160),
    /** open, close or confirm: when it was found. */
    found_at: code(10),
    /** Below nought: short. */
    amount: money(),
    treatment: choice(treatments),
    settled: nought(),
    status: choice(difference_states),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'user_id'] },
      { columns: ['shift_id'] },
    ],
  },
)

/** How a shortage was made good; its id is the source of its entry (P-67). */
export const difference_settlements = table(
  'difference_settlements',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    difference_id: ref('cash_differences'),
    amount: money(),
    /** The drawer that took it, and its branch; null: from the pay of who was short. */
    shift_id: nullable(ref('shifts')),
    account_id: nullable(ref('accounts')),
    account_facility_id: nullable(ref('facilities')),
    settled_on: day(),
    note: nullable(text(300)),
    made_by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['difference_id'] }] },
)
