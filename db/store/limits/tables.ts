// What each daemon counted of open requests in the running minute, for the others (PLT-7).

import { big, code, instant, json } from '../columns.ts'
import { table } from '../table.ts'

export const open_counts = table(
  'open_counts',
  {
    daemon: code(36),
    minute: big(),
    counts: json<Record<string, number>>(),
    noted_at: instant(),
  },
  { key: ['daemon', 'minute'], indexes: [{ columns: ['minute'] }] },
)
