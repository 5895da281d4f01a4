// The words of recalls (2.5).

export const recall_states = ['OPEN', 'CLOSED'] as const
export const recall_levels = ['I', 'II', 'III'] as const
export const recall_sources = ['AUTHORITY', 'MANUFACTURER', 'SUPPLIER', 'OWN'] as const
export const recall_instructions = ['QUARANTINE', 'RETURN', 'DESTROY'] as const
export const trace_kinds = ['holdings', 'patients', 'departments', 'clients', 'receipts'] as const
export type TraceKind = (typeof trace_kinds)[number]

/** By which messages to patients about recalls are known. */
export const recall_notice = 'GOODS_RECALL'
