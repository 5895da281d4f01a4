// What each ward held on each day, as it was counted and confirmed.

import {
  choice,
  day,
  id,
  instant,
  json,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { table } from '../../../../store/table.ts'
import { census_states } from '../words.ts'

export interface CensusCounts {
  beds: number
  occupied: number
  yesterday: number
  admitted: number
  transferred_in: number
  transferred_out: number
  discharged: number
  died: number
  absconded: number
  remaining: number
  extra: number
  with_mother: number
  on_leave: number
}

export const censuses = table(
  'censuses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    ward_id: ref('wards'),
    date: day(),
    status: otherwise(choice(census_states), 'OPEN' as const),
    counts: json<CensusCounts>(),
    taken_at: instant(),
    confirmed_at: nullable(instant()),
    confirmed_by_name: nullable(text(160)),
    note: nullable(text(500)),
    ...versioned,
  },
  {
    unique: [{ columns: ['ward_id', 'date'] }],
    indexes: [{ columns: ['hospital_id', 'date', 'status'] }],
  },
)

export const census_moves = historyTable('census_moves', 'censuses')
