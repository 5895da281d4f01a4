// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_price_lists: {
    columns: {
      id: 'code 36',
      name: 'text 80',
      currency: 'code 3',
      is_default: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['name'],
      },
      {
        columns: ['is_default'],
        only_where: 'is_default',
      },
    ],
  },
  msg_prices: {
    columns: {
      id: 'code 36',
      price_list_id: 'ref msg_price_lists',
      channel: 'choice sms|whatsapp',
      item: 'code 20',
      unit_price: 'bigint',
      valid_from: 'code 24',
      created_by: 'text 160',
      created_at: 'code 24',
    },
    unique: [
      {
        columns: ['price_list_id', 'channel', 'item', 'valid_from'],
      },
    ],
  },
  msg_top_ups: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      amount: 'bigint',
      currency: 'code 3',
      method: 'choice mobile_money|bank_transfer|cash|cheque|other',
      payment_reference: 'text 80',
      note: 'text 300?',
      status: 'choice pending|confirmed|rejected',
      asked_by: 'text 160',
      decided_by: 'text 160?',
      decided_at: 'code 24?',
      reject_reason: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['payment_reference'],
        only_where: "status = 'confirmed'",
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['status', 'id'],
      },
    ],
  },
  msg_wallet_entries: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      seq: 'bigint',
      kind: 'choice top_up|charge|refund|reserve|release|adjustment',
      amount: 'bigint',
      reserved_change: 'bigint',
      balance_after: 'bigint',
      reserved_after: 'bigint',
      reason: 'text 300?',
      batch_id: 'code 36?',
      message_id: 'code 36?',
      campaign_id: 'code 36?',
      top_up_id: 'code 36?',
      actor: 'text 160',
      created_at: 'code 24',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'seq'],
      },
      {
        columns: ['message_id'],
        only_where: "kind = 'refund'",
      },
      {
        columns: ['top_up_id'],
        only_where: 'top_up_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['batch_id'],
        only_where: 'batch_id is not null',
      },
      {
        columns: ['campaign_id'],
        only_where: 'campaign_id is not null',
      },
    ],
    append_only: true,
  },
  msg_wallets: {
    columns: {
      account_id: 'code 36',
      mode: 'choice live|test',
      hospital_id: 'code 36',
      currency: 'code 3',
      balance: 'bigint',
      reserved: 'bigint',
      threshold: 'bigint?',
      armed: 'boolean',
      low_told_at: 'code 24?',
      seq: 'bigint',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['account_id', 'mode'],
  },
}
