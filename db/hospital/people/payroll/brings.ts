import type { Brings } from '../../registry.ts'

export const brings: Brings = {
  area: 'payroll',
  reads: {
    pay_component: 'payroll:read',
    statutory_table: 'payroll:read',
    pay_profile: 'payroll:read',
    pay_input: 'payroll:read',
  },
}
