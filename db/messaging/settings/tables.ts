// Deployment-wide settings of messaging (MSG 2.23): only what was changed has a row.

import { code, instant, json, text } from '../../store/columns.ts'
import { table } from '../../store/table.ts'

export const msg_settings = table(
  'msg_settings',
  {
    name: code(60),
    value: json<unknown>(),
    changed_at: instant(),
    changed_by: text(160),
  },
  { key: ['name'] },
)
