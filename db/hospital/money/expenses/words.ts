// The words of expenses (2.11).

export const expense_states = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'PAID',
  'CANCELLED',
  'REVERSED',
] as const
export const expense_categories = [
  'Operating',
  'Utilities',
  'Supplies',
  'Maintenance',
  'Transport',
  'Staff',
  'Rent',
  'Other',
] as const
