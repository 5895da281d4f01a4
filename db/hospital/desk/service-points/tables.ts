// Service points: where a patient is called to. Their queues are the visits' own tables.

import {
  choice,
  code,
  flag,
  id,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { point_kinds, point_states } from './words.ts'

export const service_points = table(
  'service_points',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    code: code(12),
    name: text(80),
    name_sw: nullable(text(80)),
    kind: choice(point_kinds),
    department: nullable(text(120)),
    location: nullable(text(120)),
    counters: json<string[]>(),
    clinician_ids: otherwise(json<string[]>(), () => []),
    token_prefix: code(3),
    target_wait_minutes: otherwise(integer(), 30),
    target_service_minutes: otherwise(integer(), 15),
    max_calls: otherwise(integer(), 3),
    no_show_after_minutes: otherwise(integer(), 10),
    skip_places: otherwise(integer(), 3),
    opens_at: nullable(code(5)),
    closes_at: nullable(code(5)),
    restricted: otherwise(flag(), false),
    status: otherwise(choice(point_states), 'OPEN' as const),
    status_reason: nullable(text(300)),
    active: otherwise(flag(), true),
    ...versioned,
  },
  {
    unique: [{ columns: ['facility_id', 'code'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'kind', 'status'] }],
  },
)
