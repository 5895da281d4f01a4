// The words of reorder rules (2.3).

export const reorder_methods = ['AMC', 'FIXED'] as const
export const reorder_states = ['below', 'out', 'all'] as const
