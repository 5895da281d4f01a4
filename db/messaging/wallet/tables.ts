// Prepaid money: a wallet per account and mode, its ledger, top-ups, and what messages cost.

import {
  big,
  choice,
  code,
  flag,
  id,
  instant,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../store/columns.ts'
import { stamps } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { modes } from '../caller.ts'
import { owned } from '../owned.ts'
import { entry_kinds, top_up_methods, top_up_states } from './words.ts'

export const msg_wallets = table(
  'msg_wallets',
  {
    account_id: uuid(),
    mode: choice(modes),
    hospital_id: uuid(),
    currency: code(3),
    balance: otherwise(money(), 0),
    reserved: otherwise(money(), 0),
    threshold: nullable(money()),
    armed: otherwise(flag(), false),
    /** When people were told of the last crossing (MSG-268); null: not yet. */
    low_told_at: nullable(instant()),
    /** Of the last entry: entries are numbered without gaps under the lock of this row. */
    seq: otherwise(big(), 0),
    ...stamps,
  },
  { key: ['account_id', 'mode'] },
)

export const msg_wallet_entries = table(
  'msg_wallet_entries',
  {
    ...owned,
    seq: big(),
    kind: choice(entry_kinds),
    amount: money(),
    reserved_change: otherwise(money(), 0),
    balance_after: money(),
    reserved_after: money(),
    reason: nullable(text(300)),
    batch_id: nullable(uuid()),
    message_id: nullable(uuid()),
    campaign_id: nullable(uuid()),
    top_up_id: nullable(uuid()),
    actor: text(160),
    created_at: instant(),
  },
  {
    append_only: true,
    unique: [
      { columns: ['account_id', 'mode', 'seq'] },
      { columns: ['message_id'], only_where: "kind = 'refund'" },
      { columns: ['top_up_id'], only_where: 'top_up_id is not null' },
    ],
    indexes: [
      { columns: ['batch_id'], only_where: 'batch_id is not null' },
      { columns: ['campaign_id'], only_where: 'campaign_id is not null' },
    ],
  },
)

export const msg_top_ups = table(
  'msg_top_ups',
  {
    ...owned,
    amount: money(),
    currency: code(3),
    method: choice(top_up_methods),
    payment_reference: text(80),
    note: nullable(text(300)),
    status: otherwise(choice(top_up_states), 'pending'),
    asked_by: text(160),
    decided_by: nullable(text(160)),
    decided_at: nullable(instant()),
    reject_reason: nullable(text(300)),
    ...stamps,
  },
  {
    unique: [{ columns: ['payment_reference'], only_where: "status = 'confirmed'" }],
    indexes: [{ columns: ['account_id', 'mode', 'id'] }, { columns: ['status', 'id'] }],
  },
)

export const msg_price_lists = table(
  'msg_price_lists',
  {
    id: id(),
    name: text(80),
    currency: code(3),
    is_default: otherwise(flag(), false),
    ...stamps,
  },
  { unique: [{ columns: ['name'] }, { columns: ['is_default'], only_where: 'is_default' }] },
)

export const price_channels = ['sms', 'whatsapp'] as const

export const msg_prices = table(
  'msg_prices',
  {
    id: id(),
    price_list_id: ref('msg_price_lists'),
    channel: choice(price_channels),
    /** An operator's code, or a category of WhatsApp templates. */
    item: code(20),
    unit_price: money(),
    valid_from: instant(),
    created_by: text(160),
    created_at: instant(),
  },
  { unique: [{ columns: ['price_list_id', 'channel', 'item', 'valid_from'] }] },
)
