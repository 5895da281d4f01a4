import { permit } from '../../../permit.ts'

const readers = [
  'reception',
  'cashier',
  'billing',
  'insurance',
  'accountant',
  'manager',
  'supervisor',
] as const

export const credit_permits = {
  'creditnote:read': permit('See credit notes', 'R', readers),
  'creditnote:create': permit('Write credit notes and throw drafts away', 'C', [
    'billing',
    'cashier',
  ]),
  'creditnote:issue': permit('Issue credit notes', 'U', ['billing', 'supervisor']),
  'refund:read': permit('See refunds', 'R', readers),
  'refund:request': permit('Ask for refunds', 'C', ['billing', 'cashier']),
  'refund:approve': permit('Approve, decline and cancel refunds', 'A', ['manager']),
  'refund:pay': permit('Pay out approved refunds', 'P', ['cashier']),
  'waiver:read': permit('See waivers and exemptions', 'R', [...readers, 'welfare']),
  'waiver:request': permit('Ask for waivers and exemptions', 'C', [
    'cashier',
    'welfare',
    'billing',
  ]),
  'waiver:approve': permit('Decide on waivers and exemptions', 'A', ['manager']),
  'writeoff:request': permit('Ask that debts be written off', 'C', ['billing', 'accountant']),
  'debtor:read': permit('See who owes', 'R', ['billing', 'accountant', 'manager']),
  'debtor:remind': permit('Write to patients who owe', 'U', ['billing']),
  'writeoff:approve': permit('Decide on write-offs', 'A', ['manager']),
} as const
