// Screens of waiting rooms (2.5). The key is shown once and kept as a hash.

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { display_languages } from './words.ts'

export const queue_displays = table(
  'queue_displays',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    name: text(80),
    service_point_ids: json<string[]>(),
    language: choice(display_languages),
    columns: integer(),
    announce: otherwise(flag(), false),
    ticker: nullable(text(200)),
    key_hash: code(64),
    last_seen_at: nullable(instant()),
    active: otherwise(flag(), true),
    ...versioned,
  },
  {
    unique: [{ columns: ['key_hash'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'name'] }],
  },
)
