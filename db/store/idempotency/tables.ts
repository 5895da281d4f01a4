// The first answer to a keyed write, kept so that a retry gets the same one (MSG-181…189).

import { code, instant, integer, text } from '../columns.ts'
import { table } from '../table.ts'

export const idempotency_keys = table(
  'idempotency_keys',
  {
    /** The hospital with the user, or the messaging account with its mode. */
    scope: code(80),
    key: text(255),
    fingerprint: code(64),
    request_id: code(64),
    status: integer(),
    body: text(2_000_000),
    created_at: instant(),
  },
  { key: ['scope', 'key'], indexes: [{ columns: ['created_at'] }] },
)
