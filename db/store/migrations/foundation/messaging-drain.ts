// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_joint_paces: {
    columns: {
      key: 'code 100',
      seq: 'bigint',
      spent: 'json',
      used_ms: 'bigint',
    },
    key: ['key'],
  },
  msg_simulated: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      link_id: 'code 36',
      part_id: 'code 36',
      message_id: 'code 36',
      due_at: 'code 24',
      kind: 'choice receipt|answer|inbound',
      word: 'code 20?',
      error_code: 'code 20?',
      operator_message_id: 'code 65',
      phone: 'code 64',
      sender_id: 'code 20',
      text: 'text 160?',
      place: 'integer',
    },
    indexes: [
      {
        columns: ['link_id', 'due_at', 'id'],
      },
      {
        columns: ['account_id', 'mode', 'due_at'],
      },
    ],
  },
}
