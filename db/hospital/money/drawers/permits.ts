import { permit } from '../../permit.ts'

export const permits = {
  'shift:open': permit('Open, count and close your own drawer', 'U', ['cashier', 'pharmacist']),
  'shift:read': permit('See the shifts of others', 'R', ['supervisor', 'accountant', 'auditor']),
  'shift:confirm': permit('Confirm a closed shift', 'A', ['supervisor']),
  'shift:supervise': permit('Close another’s shift, pay out, settle differences', 'A', [
    'supervisor',
  ]),
  'drawer:manage': permit('Set up drawers', 'M', ['supervisor']),
  'safe:keep': permit('Send floats from the safe and take drops into it', 'M', [
    'supervisor',
    'accountant',
  ]),
} as const
