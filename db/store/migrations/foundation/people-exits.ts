// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  exit_items: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      exit_id: 'ref staff_exits',
      position: 'integer',
      area: 'code 40',
      title: 'text 160',
      automatic: 'boolean',
      found_by: 'code 80?',
      status: 'choice OPEN|CLEARED|OWING',
      amount: 'bigint?',
      cleared_by_name: 'text 160?',
      note: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['exit_id', 'found_by'],
        only_where: 'found_by is not null',
      },
    ],
    indexes: [
      {
        columns: ['exit_id', 'position'],
      },
    ],
  },
  staff_exit_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref staff_exits',
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
  staff_exits: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      staff_id: 'ref staff',
      number: 'code 40',
      staff_number: 'code 40',
      staff_name: 'text 190',
      department: 'text 120',
      status: 'choice OPEN|CLEARING|CLEARED|SETTLED|COMPLETED|WITHDRAWN',
      kind: 'choice RESIGNATION|CONTRACT_END|RETIREMENT|REDUNDANCY|DISMISSAL|MEDICAL|DEATH|ABSCONDED|MUTUAL',
      by_hospital: 'boolean',
      notice_on: 'code 10',
      notice_days: 'integer',
      last_day: 'code 10',
      notice_short_days: 'integer',
      reason: 'text 300',
      payees: 'json',
      interview: 'json?',
      rehire_ok: 'boolean?',
      staff_status_before: 'choice PROBATION|ACTIVE|SUSPENDED|NOTICE|EXITED',
      closed_account: 'boolean',
      terminal: 'json?',
      said: 'json',
      calculated_at: 'code 24?',
      calculated_by_id: 'code 36?',
      calculated_by_name: 'text 160?',
      run_id: 'code 36?',
      completed_at: 'code 24?',
      created_by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
      {
        columns: ['staff_id'],
        only_where: "status in ('OPEN', 'CLEARING', 'CLEARED', 'SETTLED')",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'last_day', 'id'],
      },
    ],
    search: true,
  },
}
