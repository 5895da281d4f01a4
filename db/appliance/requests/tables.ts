// Grave commands that wait for a second person (OPS-68). They belong to the deployment: some are about
// no hospital in particular.

import { choice, id, instant, json, nullable, text, uuid } from '../../store/columns.ts'
import { table } from '../../store/table.ts'
import { request_states } from './words.ts'

export const command_requests = table(
  'command_requests',
  {
    id: id(),
    command: text(80),
    args: json<Record<string, unknown>>(),
    flags: json<Record<string, unknown>>(),
    /** What the plan said it would do. */
    steps: json<string[]>(),
    permission: text(80),
    asked_by: text(160),
    asked_by_user: nullable(uuid()),
    asked_at: instant(),
    expires_at: instant(),
    reason: text(300),
    state: choice(request_states),
    decided_by: nullable(text(160)),
    decided_at: nullable(instant()),
    decision_reason: nullable(text(300)),
    /** Which process carries out what was approved (house/holder.ts). */
    process: nullable(text(160)),
  },
  { indexes: [{ columns: ['state', 'expires_at'] }] },
)
