// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  accepted_conflicts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      first_code: 'code 80',
      second_code: 'code 80',
      reason: 'text 300',
      accepted_by: 'text 160',
      at: 'code 24',
    },
    indexes: [
      {
        columns: ['user_id'],
      },
    ],
  },
  account_codes: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      purpose: 'choice RESET|INVITATION|CONTACT',
      code_hash: 'code 64',
      contact: 'text 254?',
      tries: 'integer',
      ends_at: 'code 24',
      used_at: 'code 24?',
      created_at: 'code 24',
    },
    indexes: [
      {
        columns: ['user_id', 'purpose', 'created_at'],
      },
    ],
  },
  lockouts: {
    columns: {
      account_key: 'code 64',
      wrong_at: 'json',
      locked_until: 'code 24?',
      updated_at: 'code 24',
    },
    key: ['account_key'],
    indexes: [
      {
        columns: ['updated_at'],
      },
    ],
  },
  recovery_codes: {
    columns: {
      id: 'code 36',
      user_id: 'ref users',
      code_hash: 'code 64',
      used_at: 'code 24?',
    },
    indexes: [
      {
        columns: ['user_id'],
      },
    ],
  },
  roles: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      code: 'code 60',
      name: 'text 60',
      name_key: 'code 60',
      description: 'text 300?',
      system: 'boolean',
      active: 'boolean',
      permissions: 'json?',
      added: 'json?',
      removed: 'json?',
      two_factor_required: 'boolean',
      device_required: 'boolean',
      deleted_at: 'code 24?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
      },
      {
        columns: ['hospital_id', 'name_key'],
        only_where: 'deleted_at is null',
      },
    ],
    search: true,
  },
  sessions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      method: 'choice PASSWORD|PASSWORD_2FA|PIN|SUPPORT',
      access_hash: 'code 64',
      access_ends_at: 'code 24',
      refresh_hash: 'code 64',
      refresh_ends_at: 'code 24',
      ends_at: 'code 24',
      last_seen_at: 'code 24',
      ip: 'code 45?',
      user_agent: 'text 300?',
      device_id: 'code 36?',
      facility_id: 'code 36?',
      closed_at: 'code 24?',
      close_reason: 'code 40?',
      created_at: 'code 24',
    },
    unique: [
      {
        columns: ['access_hash'],
      },
      {
        columns: ['refresh_hash'],
      },
    ],
    indexes: [
      {
        columns: ['user_id', 'created_at'],
        only_where: 'closed_at is null',
      },
      {
        columns: ['device_id'],
        only_where: 'device_id is not null and closed_at is null',
      },
      {
        columns: ['hospital_id', 'created_at'],
      },
    ],
  },
  sign_in_challenges: {
    columns: {
      token_hash: 'code 64',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      ends_at: 'code 24',
      wrong: 'integer',
      device_id: 'code 36?',
    },
    key: ['token_hash'],
    indexes: [
      {
        columns: ['ends_at'],
      },
    ],
  },
  sign_ins: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      user_id: 'code 36?',
      account_key: 'code 64',
      at: 'code 24',
      outcome: 'choice OK|WRONG_PASSWORD|WRONG_CODE|WRONG_PIN|LOCKED|REFUSED',
      ip: 'code 45?',
      user_agent: 'text 300?',
      reason: 'text 120?',
    },
    indexes: [
      {
        columns: ['account_key', 'at'],
      },
      {
        columns: ['user_id', 'at'],
      },
    ],
  },
  used_refresh_tokens: {
    columns: {
      refresh_hash: 'code 64',
      session_id: 'ref sessions',
      used_at: 'code 24',
    },
    key: ['refresh_hash'],
    indexes: [
      {
        columns: ['session_id'],
      },
    ],
  },
  user_facilities: {
    columns: {
      user_id: 'ref users',
      facility_id: 'code 36',
      hospital_id: 'ref hospitals',
    },
    key: ['user_id', 'facility_id'],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id'],
      },
    ],
  },
  user_roles: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      role_id: 'ref roles',
      until: 'code 10?',
      given_by: 'code 36?',
      given_at: 'code 24',
    },
    unique: [
      {
        columns: ['user_id', 'role_id'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'role_id'],
      },
    ],
  },
  users: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      kind: 'choice STAFF|PATIENT|PLATFORM',
      username: 'code 40',
      full_name: 'text 120',
      email: 'text 254?',
      phone: 'code 20?',
      staff_id: 'code 36?',
      patient_id: 'code 36?',
      status: 'choice INVITED|ACTIVE|SUSPENDED|CLOSED',
      default_facility_id: 'code 36?',
      language: 'choice en|sw',
      valid_until: 'code 10?',
      notes: 'text 1000?',
      suspend_reason: 'text 300?',
      close_reason: 'text 300?',
      created_by_name: 'text 160',
      invited_by: 'code 36?',
      password: 'text 300?',
      password_changed_at: 'code 24?',
      must_change_password: 'boolean',
      temporary_until: 'code 24?',
      totp_secret: 'text 300?',
      totp_enabled_at: 'code 24?',
      totp_pending: 'text 300?',
      totp_pending_until: 'code 24?',
      totp_last_step: 'bigint?',
      locked_until: 'code 24?',
      last_sign_in_at: 'code 24?',
      last_sign_in_ip: 'code 45?',
      platform_permissions: 'json?',
      preferences: 'json?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'username'],
      },
      {
        columns: ['hospital_id', 'email'],
        only_where: "email is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
      },
      {
        columns: ['hospital_id', 'phone'],
        only_where: "phone is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
      },
      {
        columns: ['hospital_id', 'staff_id'],
        only_where: "staff_id is not null and status <> 'CLOSED'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'kind', 'full_name', 'id'],
      },
      {
        columns: ['hospital_id', 'patient_id'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['phone', 'hospital_id'],
        only_where: "kind = 'PATIENT' and phone is not null",
      },
      {
        columns: ['email', 'hospital_id'],
        only_where: "kind = 'PATIENT' and email is not null",
      },
    ],
    search: true,
  },
}
