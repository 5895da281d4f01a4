export const audit_outcomes = ['DONE', 'REFUSED'] as const
