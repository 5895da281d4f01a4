export const suspend_reasons = ['SECURITY', 'LEGAL', 'OWN_REQUEST', 'UNPAID'] as const
