// Which papers there are of a record, and how large labels are.

export const requisition_papers = ['request', 'issue'] as const
export const count_papers = ['sheet', 'variance'] as const
/** Millimetres: 50 by 25, 70 by 36. */
export const label_sizes = ['SMALL', 'LARGE'] as const
export type LabelSize = (typeof label_sizes)[number]
