// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  cash_differences: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      shift_id: 'ref shifts',
      shift_number: 'code 40',
      user_id: 'code 36',
      user_name: 'text 160',
      found_at: 'code 10',
      amount: 'bigint',
      treatment: 'choice EXPENSE|CASHIER|INCOME',
      settled: 'bigint',
      status: 'choice OPEN|SETTLED',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['hospital_id', 'user_id'],
      },
      {
        columns: ['shift_id'],
      },
    ],
  },
  cash_movements: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      shift_id: 'ref shifts',
      direction: 'choice IN|OUT',
      amount: 'bigint',
      reason: 'text 300',
      contra_account_id: 'ref accounts',
      entry_reference: 'code 40?',
      made_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['shift_id'],
      },
    ],
  },
  difference_settlements: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      difference_id: 'ref cash_differences',
      amount: 'bigint',
      shift_id: 'ref shifts?',
      account_id: 'ref accounts?',
      account_facility_id: 'ref facilities?',
      settled_on: 'code 10',
      note: 'text 300?',
      made_by_name: 'text 160',
    },
    indexes: [
      {
        columns: ['difference_id'],
      },
    ],
    append_only: true,
  },
  drawers: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      name: 'text 120',
      name_key: 'code 120',
      store_id: 'code 36?',
      account_id: 'ref accounts',
      active: 'boolean',
      last_left: 'bigint',
      last_z: 'integer',
      lost_z: 'json?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'facility_id', 'name_key'],
      },
    ],
  },
  float_transfers: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      kind: 'choice FLOAT|DROP|HANDOVER',
      status: 'choice PENDING|ACCEPTED|DECLINED|CANCELLED',
      from_drawer_id: 'ref drawers?',
      from_account_id: 'ref accounts?',
      to_drawer_id: 'ref drawers?',
      to_account_id: 'ref accounts?',
      amount: 'bigint',
      denominations: 'json?',
      sent_by_id: 'code 36?',
      sent_by_name: 'text 160',
      received_by_name: 'text 160?',
      received_at: 'code 24?',
      reason: 'text 300?',
      shift_id: 'ref shifts?',
      of_close: 'boolean',
      entry_reference: 'code 40?',
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
        columns: ['hospital_id', 'status'],
      },
      {
        columns: ['shift_id'],
        only_where: 'shift_id is not null',
      },
    ],
  },
  shift_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      shift_id: 'ref shifts',
      at: 'code 24',
      by_name: 'text 160',
      move: 'code 40',
      from_state: 'choice OPEN|COUNTING|CLOSED|CONFIRMED?',
      to_state: 'choice OPEN|COUNTING|CLOSED|CONFIRMED',
      reason: 'text 300?',
    },
    indexes: [
      {
        columns: ['shift_id', 'at'],
      },
    ],
    append_only: true,
  },
  shift_takings: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      shift_id: 'ref shifts',
      facility_id: 'ref facilities',
      kind: 'choice RECEIPT|REFUND|REVERSAL|EXPENSE|EXPENSE_REVERSAL|PAY_IN|PAY_OUT|FLOAT|DROP|HANDOVER|SETTLEMENT',
      method: 'code 40',
      amount: 'bigint',
      source: 'code 40',
      source_id: 'code 80',
      reference: 'code 40?',
      at: 'code 24',
      by_name: 'text 160',
    },
    unique: [
      {
        columns: ['hospital_id', 'shift_id', 'kind', 'source', 'source_id'],
      },
    ],
    indexes: [
      {
        columns: ['shift_id', 'at'],
      },
      {
        columns: ['hospital_id', 'at'],
      },
      {
        columns: ['hospital_id', 'source', 'source_id'],
      },
    ],
    append_only: true,
  },
  shifts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      status: 'choice OPEN|COUNTING|CLOSED|CONFIRMED',
      drawer_id: 'ref drawers',
      drawer_name: 'text 120',
      user_id: 'code 36',
      user_name: 'text 160',
      opened_at: 'code 24',
      closed_at: 'code 24?',
      opening_float: 'bigint',
      denominations_open: 'json',
      denominations_close: 'json?',
      cash: 'bigint',
      receipts: 'bigint',
      refunds: 'bigint',
      reversals: 'bigint',
      pay_ins: 'bigint',
      pay_outs: 'bigint',
      floats_in: 'bigint',
      drops: 'bigint',
      expected: 'bigint?',
      counted: 'bigint?',
      difference: 'bigint?',
      declared: 'json',
      left_in_drawer: 'bigint?',
      handed_over: 'bigint?',
      difference_reason: 'text 300?',
      opening_difference: 'bigint',
      z_number: 'integer?',
      closed_by_id: 'code 36?',
      closed_by_name: 'text 160?',
      confirmed_at: 'code 24?',
      confirmed_by_name: 'text 160?',
      recounted: 'bigint?',
      recount_reason: 'text 300?',
      abandoned: 'boolean',
      abandon_reason: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
      {
        columns: ['hospital_id', 'drawer_id'],
        only_where: "status in ('OPEN', 'COUNTING')",
      },
      {
        columns: ['hospital_id', 'user_id'],
        only_where: "status in ('OPEN', 'COUNTING')",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'id'],
      },
      {
        columns: ['hospital_id', 'opened_at', 'id'],
      },
      {
        columns: ['hospital_id', 'drawer_id', 'opened_at'],
      },
      {
        columns: ['hospital_id', 'user_id', 'opened_at'],
      },
    ],
  },
}
