export const version_kinds = ['SIGNED', 'AMENDED', 'VOIDED'] as const
