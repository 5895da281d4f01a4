// What stands over the whole house until somebody lifts it (operations 2.4); it survives a restart.

import { choice, instant, nullable, text } from '../../store/columns.ts'
import { table } from '../../store/table.ts'

export const hold_kinds = ['MAINTENANCE', 'READ_ONLY', 'ALONE'] as const

export const house_holds = table(
  'house_holds',
  {
    kind: choice(hold_kinds),
    reason: text(300),
    by_name: text(160),
    since: instant(),
    until: nullable(instant()),
  },
  { key: ['kind'] },
)
