// What every record with a life shows beside its own fields (2).

import { Instant, listOf, nullable, shape, Text } from '../../../core/kinds/kinds.ts'

export const History = listOf(
  shape({
    at: Instant,
    by_name: Text(0, 160),
    move: Text(1, 40),
    from: nullable(Text(0, 40)),
    to: Text(1, 40),
    reason: nullable(Text(0, 300)),
  }),
)
