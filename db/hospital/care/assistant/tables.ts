// The assistant's switch, and everything it was asked and said: without anybody's name or number.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { AssistNote, Suggestion } from './shapes.ts'
import { assist_states, providers } from './words.ts'

export const assist_settings = table(
  'assist_settings',
  {
    hospital_id: ref('hospitals'),
    enabled: no(),
    provider: otherwise(choice(providers), 'BUILT_IN' as const),
    timeout_ms: otherwise(integer(), 10_000),
    max_per_hour: otherwise(integer(), 30),
    fallback: yes(),
    /** Null: everywhere. */
    facilities: nullable(json<string[]>()),
    ...versioned,
  },
  { key: ['hospital_id'] },
)

export const assist_log = table(
  'assist_log',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    at: instant(),
    user_id: nullable(uuid()),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    provider: code(40),
    /** After masking; no patient stands in it (CAR-189). */
    input: json<AssistNote>(),
    removed: integer(),
    reply: json<Suggestion>(),
    status: choice(assist_states),
    took_ms: integer(),
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'user_id', 'at'] }] },
)
