import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

export const permits = {
  'expense:read': permit('See all expenses', 'R', ['accountant', 'manager', 'cashier']),
  'expense:create': permit('Ask for expenses and see your own', 'C', staff_roles),
  'expense:approve': permit('Approve and reject expenses', 'A', ['manager']),
  'expense:pay': permit('Pay approved expenses', 'P', ['cashier', 'accountant']),
  'expense:reverse': permit('Cancel approved expenses and take payments back', 'X', ['accountant']),
} as const
