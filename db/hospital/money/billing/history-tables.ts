// Every move of what stands beside bills: credit notes, deposits, refunds, waivers, exemptions,
// write-offs.

import { code, id, instant, nullable, ref, text, uuid } from '../../../store/columns.ts'
import { table } from '../../../store/table.ts'

export const billing_moves = table(
  'billing_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    thing: code(40),
    thing_id: uuid(),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    move: code(40),
    from_state: nullable(code(40)),
    to_state: code(40),
    reason: nullable(text(300)),
  },
  { append_only: true, indexes: [{ columns: ['thing_id', 'at'] }] },
)
