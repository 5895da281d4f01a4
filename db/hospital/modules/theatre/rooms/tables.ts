// Theatres: the rooms in which is operated, and what each is doing now.

import {
  choice,
  code,
  id,
  integer,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { room_states, theatre_kinds } from '../words.ts'

export const theatres = table(
  'theatres',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    code: code(20),
    name: text(80),
    location_id: nullable(ref('locations')),
    kind: choice(theatre_kinds),
    store_id: nullable(ref('stores')),
    has_recovery: yes(),
    turnover_minutes: otherwise(integer(), 20),
    emergency_room: no(),
    active: yes(),
    state: otherwise(choice(room_states), 'FREE' as const),
    closed_reason: nullable(text(300)),
    /** Who is on the table: one case at a time. */
    case_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['facility_id', 'code'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'active'] }],
  },
)
