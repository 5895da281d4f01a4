// What the simulator still owes: receipts, late answers and replies, as rows, so that a restart
// forgets none and a test clock can work through them (MSG-311, MSG-582); and what daemons count together.

import {
  big,
  choice,
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  text,
  uuid,
} from '../../store/columns.ts'
import { table } from '../../store/table.ts'
import { modes } from '../caller.ts'

export const happening_kinds = ['receipt', 'answer', 'inbound'] as const

export const msg_simulated = table(
  'msg_simulated',
  {
    id: id(),
    hospital_id: uuid(),
    account_id: uuid(),
    mode: choice(modes),
    link_id: uuid(),
    part_id: uuid(),
    message_id: uuid(),
    due_at: instant(),
    kind: choice(happening_kinds),
    word: nullable(code(20)),
    error_code: nullable(code(20)),
    operator_message_id: code(65),
    phone: code(64),
    sender_id: code(20),
    text: nullable(text(160)),
    place: integer(),
  },
  {
    indexes: [
      { columns: ['link_id', 'due_at', 'id'] },
      { columns: ['account_id', 'mode', 'due_at'] },
    ],
  },
)

/** Its number in its row, when, how many, and the end of the daemon's id. */
export type Spent = readonly [seq: number, at_ms: number, count: number, daemon: string]

/** What left lately under a rate that daemons share (db/messaging/drain/joint-paces.ts). */
export const msg_joint_paces = table(
  'msg_joint_paces',
  {
    key: code(100),
    seq: big(),
    spent: json<Spent[]>(),
    used_ms: big(),
  },
  { key: ['key'] },
)
