import { permit } from '../../permit.ts'

export const permits = {
  'plan:licence': permit('Record a licence', 'M', ['system_administrator']),
  'plan:purchase': permit('Order a plan', 'M', ['system_administrator']),
  'plan:read': permit('See plans, orders and the licence', 'R', [
    'system_administrator',
    'director',
    'manager',
    'auditor',
  ]),
} as const
