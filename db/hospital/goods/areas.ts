// Stock, controlled drugs, purchasing.
// The areas of this wing in order: one leans only on those above it.

export const names = ['stock'] as const
