// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_inbound_pieces: {
    columns: {
      id: 'code 36',
      link_id: 'code 36',
      phone: 'code 64',
      to_number: 'code 20',
      reference: 'integer',
      total: 'integer',
      number: 'integer',
      text: 'text 1000',
      encoding: 'code 10',
      received_at: 'code 24',
    },
    unique: [
      {
        columns: ['link_id', 'phone', 'to_number', 'reference', 'total', 'number'],
      },
    ],
    indexes: [
      {
        columns: ['received_at'],
      },
    ],
  },
}
