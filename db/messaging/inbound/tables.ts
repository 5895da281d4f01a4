// Parts of people's long messages, until the last one is there (MSG-570).

import { code, id, instant, integer, text, uuid } from '../../store/columns.ts'
import { table } from '../../store/table.ts'

export const msg_inbound_pieces = table(
  'msg_inbound_pieces',
  {
    id: id(),
    link_id: uuid(),
    phone: code(64),
    to_number: code(20),
    reference: integer(),
    total: integer(),
    number: integer(),
    text: text(1000),
    encoding: code(10),
    received_at: instant(),
  },
  {
    unique: [{ columns: ['link_id', 'phone', 'to_number', 'reference', 'total', 'number'] }],
    indexes: [{ columns: ['received_at'] }],
  },
)
