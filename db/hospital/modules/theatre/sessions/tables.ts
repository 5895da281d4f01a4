// Sessions: one theatre, one day, and the cases on its list.

import {
  choice,
  code,
  day,
  id,
  instant,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { session_kinds, session_states } from '../words.ts'

export const theatre_sessions = table(
  'theatre_sessions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    theatre_id: ref('theatres'),
    date: day(),
    starts_at: code(5),
    ends_at: code(5),
    kind: otherwise(choice(session_kinds), 'ELECTIVE' as const),
    department: text(120),
    surgeon_id: nullable(uuid()),
    surgeon_name: nullable(text(160)),
    anaesthetist_id: nullable(uuid()),
    anaesthetist_name: nullable(text(160)),
    status: choice(session_states),
    published_at: nullable(instant()),
    note: nullable(text(500)),
    created_by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'date'] },
      { columns: ['theatre_id', 'date'] },
    ],
  },
)
export const theatre_session_moves = historyTable('theatre_session_moves', 'theatre_sessions')
