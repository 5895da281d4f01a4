// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  sales_return_items: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      return_id: 'ref sales_returns',
      position: 'integer',
      description: 'text 300',
      quantity: 'bigint',
      unit_price: 'bigint',
      product_id: 'code 36?',
      order_item_id: 'ref sales_order_items?',
      restocked_good: 'bigint',
      restocked_quarantine: 'bigint',
      destroyed: 'bigint',
      batch_id: 'code 36?',
      lot: 'text 60?',
    },
    unique: [
      {
        columns: ['return_id', 'position'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'lot'],
        only_where: 'lot is not null',
      },
    ],
  },
  sales_return_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref sales_returns',
      at: 'code 24',
      by_id: 'code 36?',
      by_name: 'text 160',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      reason: 'text 500?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['record_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  sales_returns: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      status: 'choice REQUESTED|APPROVED|COMPLETED|REJECTED|CANCELLED',
      party_name: 'text 160?',
      reason: 'text 300',
      reason_code: 'choice WRONG_ITEM|DAMAGED|EXPIRED|ADVERSE_REACTION|NOT_NEEDED|OVERSUPPLY|OTHER',
      refund_amount: 'bigint',
      restock: 'boolean',
      restock_status: 'choice NOT_NEEDED|PENDING|DONE',
      refund_status: 'choice NOT_NEEDED|PENDING|SETTLED',
      bill_id: 'ref bills?',
      bill_number: 'code 40?',
      sold_on: 'code 10?',
      client_id: 'ref clients?',
      patient_id: 'ref patients?',
      order_id: 'ref sales_orders?',
      delivery_id: 'ref deliveries?',
      store_id: 'ref stores?',
      notes: 'text 2000?',
      adverse_reaction: 'json?',
      credit_note_id: 'code 36?',
      credit_note_number: 'code 40?',
      refund_id: 'code 36?',
      requested_by_id: 'code 36?',
      requested_by_name: 'text 160',
      decided_by_id: 'code 36?',
      decided_by_name: 'text 160?',
      decided_at: 'code 24?',
      decision_note: 'text 300?',
      late_reason: 'text 300?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['bill_id'],
        only_where: 'bill_id is not null',
      },
      {
        columns: ['order_id'],
        only_where: 'order_id is not null',
      },
      {
        columns: ['hospital_id', 'client_id'],
        only_where: 'client_id is not null',
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
    ],
    search: true,
  },
}
