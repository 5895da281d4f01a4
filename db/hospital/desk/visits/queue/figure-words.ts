/** What waiting times are counted by (QUE-13). */
export const figure_groups = [
  'point',
  'kind',
  'hour',
  'weekday',
  'clinician',
  'priority',
  'visit_kind',
] as const
export type FigureGroup = (typeof figure_groups)[number]
