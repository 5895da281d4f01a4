export const sequence_scopes = ['HOSPITAL', 'FACILITY'] as const
export const sequence_resets = ['NEVER', 'YEARLY', 'MONTHLY', 'DAILY'] as const
