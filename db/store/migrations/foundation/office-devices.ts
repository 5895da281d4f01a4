// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  device_activations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      label: 'text 60',
      station_role: 'choice reception|cashier|pharmacy|laboratory|ward|admin',
      allowed_cidrs: 'json',
      never_expires: 'boolean',
      lease_days: 'integer',
      replaces_device_id: 'code 36?',
      status: 'choice PENDING|CLAIMED|EXPIRED|CANCELLED',
      code_hash: 'code 64',
      code_hint: 'code 2',
      expires_in_hours: 'integer?',
      expires_at: 'code 24?',
      claimed_at: 'code 24?',
      device_id: 'code 36?',
      created_by: 'code 36?',
      created_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['code_hash'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'created_at'],
      },
      {
        columns: ['status', 'expires_at'],
        only_where: "status = 'PENDING'",
      },
    ],
  },
  device_certificates: {
    columns: {
      serial: 'code 40',
      hospital_id: 'ref hospitals',
      device_id: 'ref devices',
      authority: 'code 64',
      not_after: 'code 24',
      revoked_at: 'code 24?',
      reason: 'choice LOST|STOLEN|REPLACED|RETIRED|OTHER?',
    },
    key: ['serial'],
    indexes: [
      {
        columns: ['device_id'],
      },
      {
        columns: ['authority', 'not_after'],
        only_where: 'revoked_at is not null',
      },
    ],
  },
  device_challenges: {
    columns: {
      challenge_hash: 'code 64',
      hospital_id: 'ref hospitals',
      device_id: 'ref devices',
      ends_at: 'code 24',
    },
    key: ['challenge_hash'],
    indexes: [
      {
        columns: ['ends_at'],
      },
    ],
  },
  device_events: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      device_id: 'ref devices',
      at: 'code 24',
      kind: 'choice ACTIVATED|RENEWED|SIGNED_IN|REFUSED|LAPSED|EXTENDED|REVOKED|CHANGED',
      ip: 'code 45?',
      user_name: 'text 160?',
      detail: 'text 300?',
      created_at: 'code 24',
    },
    indexes: [
      {
        columns: ['device_id', 'at'],
      },
    ],
    append_only: true,
  },
  device_wrong_codes: {
    columns: {
      id: 'code 36',
      ip: 'code 45',
      at: 'code 24',
    },
    indexes: [
      {
        columns: ['ip', 'at'],
      },
    ],
  },
  devices: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      label: 'text 60',
      label_key: 'text 60',
      station_role: 'choice reception|cashier|pharmacy|laboratory|ward|admin',
      allowed_cidrs: 'json',
      lease_days: 'integer',
      status: 'choice ACTIVE|LAPSED|REVOKED',
      lease_until: 'code 24',
      renew_after: 'code 24',
      warned_days: 'integer?',
      hostname: 'text 120',
      os_version: 'text 120',
      app_version: 'text 60',
      fingerprint: 'code 64',
      key_scope: 'choice dpapi|cng',
      public_key: 'text 200',
      public_key_sha256: 'code 64',
      certificate: 'text 4000',
      certificate_serial: 'code 40',
      certificate_not_after: 'code 24',
      activated_at: 'code 24',
      activated_by: 'code 36?',
      activated_by_name: 'text 160',
      activated_ip: 'code 45?',
      proved_at: 'code 24?',
      last_seen_at: 'code 24?',
      last_ip: 'code 45?',
      revoked_at: 'code 24?',
      revoked_by_name: 'text 160?',
      revoke_reason: 'choice LOST|STOLEN|REPLACED|RETIRED|OTHER?',
      revoke_note: 'text 300?',
      search_text: 'text 400',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['public_key_sha256'],
      },
      {
        columns: ['facility_id', 'label_key'],
        only_where: "status <> 'REVOKED'",
      },
      {
        columns: ['hospital_id', 'fingerprint'],
        only_where: "status = 'ACTIVE'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'label'],
      },
      {
        columns: ['status', 'lease_until'],
      },
    ],
    search: true,
  },
  revocation_lists: {
    columns: {
      authority: 'code 64',
      number: 'integer',
      number_floor: 'integer',
      this_update: 'code 24',
      next_update: 'code 24',
      entries: 'integer',
      built_ms: 'integer',
      der: 'text 4000000',
    },
    key: ['authority'],
  },
}
