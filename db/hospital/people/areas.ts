// Staff, their time and their pay.
// The areas of this wing in order: one leans only on those above it.

export const names = ['staff', 'payroll'] as const
