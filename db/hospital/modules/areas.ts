// Parts that a branch switches on: theatre, mortuary, ambulance, TB and HIV care, maternity.
// The areas of this wing in order: one leans only on those above it.

export const names = ['parts', 'theatre', 'tb-ctc', 'maternity', 'mortuary', 'ambulance'] as const
