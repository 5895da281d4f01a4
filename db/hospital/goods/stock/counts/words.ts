// The words of counts (2.4, 3.3).

export const count_kinds = ['FULL', 'CYCLE', 'SPOT', 'CONTROLLED'] as const
export const count_states = [
  'PLANNED',
  'COUNTING',
  'RECOUNT',
  'REVIEW',
  'APPROVED',
  'CANCELLED',
] as const
export const count_line_states = ['open', 'counted', 'recount', 'variance'] as const

/** Which products of the store are counted; nothing said: all. */
export interface CountFilter {
  category_id?: string | null | undefined
  class?: string | null | undefined
  abc?: string | null | undefined
  bins?: readonly string[] | null | undefined
  product_ids?: readonly string[] | null | undefined
  controlled?: boolean | null | undefined
}

/** What somebody had counted before the figure that stands now. */
export interface Earlier {
  counted: number
  by_name: string
  at: string
}
