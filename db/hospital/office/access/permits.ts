import { permit } from '../../permit.ts'

/** Held by every active staff account; never given, taken or put into a role (PLT-36). */
export const base_codes = ['self:use'] as const

export const permits = {
  'user:read': permit('See accounts, their roles and sessions', 'R', [
    'system_administrator',
    'auditor',
    'privacy_officer',
    'hr_officer',
    'hr_manager',
  ]),
  'user:create': permit('Open accounts and send invitations', 'C', ['system_administrator']),
  'user:update': permit('Change an account and its branches', 'U', ['system_administrator']),
  'user:grant': permit('Give and take roles', 'M', ['system_administrator']),
  'user:suspend': permit('Suspend and reinstate accounts, close their sessions', 'M', [
    'system_administrator',
  ]),
  'user:close': permit('Close an account for good', 'P', ['system_administrator']),
  'user:reset': permit('Unlock, reset a password or second factor', 'M', ['system_administrator']),
  'role:read': permit('See roles and the permissions there are', 'R', [
    'system_administrator',
    'auditor',
    'privacy_officer',
  ]),
  'role:manage': permit('Make and change roles', 'M', ['system_administrator']),
} as const
