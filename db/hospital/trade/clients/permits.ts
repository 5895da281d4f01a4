import { permit } from '../../permit.ts'

export const permits = {
  'client:read': permit('See clients, their people and their contracts', 'R', [
    'corporate',
    'accountant',
    'cashier',
    'manager',
    'storekeeper',
  ]),
  'client:write': permit('Open clients and change them and their people', 'C', [
    'corporate',
    'manager',
  ]),
  'client:status': permit('Activate, suspend, close and reopen clients', 'M', [
    'manager',
    'accountant',
  ]),
  'client:credit': permit(
    'Set limits, discounts and terms of clients, hold and release them',
    'M',
    ['accountant'],
  ),
  'client:statement': permit('See what clients owe, and print statements', 'R', [
    'accountant',
    'corporate',
    'manager',
  ]),
  'followup:read': permit('See follow-ups', 'R', ['corporate', 'accountant', 'manager', 'cashier']),
  'followup:write': permit('Open follow-ups and say what came of them', 'C', [
    'corporate',
    'accountant',
    'manager',
    'cashier',
  ]),
  'interaction:read': permit('See the log of calls and visits', 'R', [
    'corporate',
    'accountant',
    'manager',
  ]),
  'interaction:write': permit('Write calls and visits into the log', 'C', [
    'corporate',
    'accountant',
    'manager',
  ]),
  'commercial:settings': permit('Set how the hospital deals with its clients', 'M', ['manager']),
} as const
