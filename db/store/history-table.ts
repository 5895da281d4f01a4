// The table of what happened to the records of one kind, move by move.

import { code, id, instant, json, nullable, ref, text, uuid } from './columns.ts'
import { table } from './table.ts'

/** `historyTable('requisition_moves', 'requisitions')`: one row for each move, never changed. */
export const historyTable = (name: string, of: string) =>
  table(
    name,
    {
      id: id(),
      hospital_id: ref('hospitals'),
      record_id: ref(of),
      at: instant(),
      by_id: nullable(uuid()),
      by_name: text(160),
      move: code(40),
      from_state: nullable(code(40)),
      to_state: code(40),
      reason: nullable(text(500)),
      /** Field by field, before and after. */
      changes: nullable(json<Record<string, [unknown, unknown]>>()),
    },
    { append_only: true, indexes: [{ columns: ['record_id', 'at', 'id'] }] },
  )
