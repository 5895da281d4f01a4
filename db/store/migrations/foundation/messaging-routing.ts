// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_link_log: {
    columns: {
      id: 'code 36',
      link_id: 'ref msg_links',
      at: 'code 24',
      from_state: 'code 20?',
      to_state: 'code 20?',
      cause: 'text 300',
      actor: 'text 160',
    },
    indexes: [
      {
        columns: ['link_id', 'id'],
      },
    ],
  },
  msg_links: {
    columns: {
      id: 'code 36',
      code: 'code 40',
      name: 'text 80',
      kind: 'choice smpp|http|simulator',
      state: 'choice stopped|connecting|up|throttled|down|refused',
      enabled: 'boolean',
      throughput_per_second: 'integer',
      resend_on_unknown: 'choice never|otp|always',
      receipts: 'choice every_part|first_part|last_part|none',
      error_map: 'json',
      learn_portability: 'boolean',
      options: 'json',
      secrets: 'text 4000?',
      token: 'code 64',
      last_error: 'text 300?',
      last_up_at: 'code 24?',
      state_since: 'code 24?',
      alarmed_at: 'code 24?',
      lease_owner: 'code 64?',
      lease_until: 'code 24?',
      fence: 'bigint',
      removed_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['code'],
      },
    ],
  },
  msg_number_overrides: {
    columns: {
      phone: 'code 15',
      operator_code: 'code 20',
      source: 'choice manual|learned',
      expires_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['phone'],
    indexes: [
      {
        columns: ['expires_at'],
        only_where: 'expires_at is not null',
      },
    ],
  },
  msg_operators: {
    columns: {
      code: 'code 20',
      name: 'text 60',
      status: 'choice active|paused',
      paused_reason: 'text 300?',
      throughput_per_second: 'integer?',
      approval_required: 'boolean',
      required_documents: 'json',
      refund_rejected: 'boolean',
      refund_unknown: 'boolean',
      refund_failed: 'boolean',
      refund_expired: 'boolean',
      place: 'integer',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['code'],
  },
  msg_prefixes: {
    columns: {
      prefix: 'code 2',
      operator_code: 'code 20?',
      state: 'choice allocated|unallocated|refused',
      note: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['prefix'],
  },
  msg_routes: {
    columns: {
      id: 'code 36',
      operator_code: 'code 20',
      link_id: 'ref msg_links',
      position: 'integer',
      classes: 'json',
      enabled: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['operator_code', 'position'],
      },
      {
        columns: ['link_id'],
      },
    ],
  },
}
