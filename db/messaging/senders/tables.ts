// Sender IDs, what each operator said of them, and the papers that go with a request (MSG 2.13).

import {
  big,
  choice,
  code,
  flag,
  instant,
  nullable,
  otherwise,
  text,
  uuid,
} from '../../store/columns.ts'
import { stamps } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { owned } from '../owned.ts'
import { document_kinds } from '../routing/words.ts'
import { sender_states } from './words.ts'

export const msg_sender_ids = table(
  'msg_sender_ids',
  {
    ...owned,
    /** Compared exactly. */
    sender_id: code(11),
    /** Without case and blanks: reserved names, and who else holds it. */
    name_key: code(11),
    status: otherwise(choice(sender_states), 'pending'),
    purpose: text(500),
    sample_message: text(480),
    /** Given with the account: approved while an operator's first route is a simulator (MSG-601). */
    built_in: otherwise(flag(), false),
    /** Since the last decision something was changed: it may be asked for again. */
    changed_since: otherwise(flag(), false),
    removed_at: nullable(instant()),
    ...stamps,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'sender_id'], only_where: 'removed_at is null' }],
    indexes: [{ columns: ['name_key'] }, { columns: ['status', 'id'] }],
  },
)

export const msg_sender_operators = table(
  'msg_sender_operators',
  {
    ...owned,
    sender_row_id: uuid(),
    operator_code: code(20),
    status: otherwise(choice(sender_states), 'pending'),
    reason: nullable(text(300)),
    submitted_at: nullable(instant()),
    decided_at: nullable(instant()),
    ...stamps,
  },
  { unique: [{ columns: ['sender_row_id', 'operator_code'] }] },
)

export const msg_sender_documents = table(
  'msg_sender_documents',
  {
    ...owned,
    sender_row_id: uuid(),
    kind: choice(document_kinds),
    file_name: text(200),
    content_type: code(60),
    size: big(),
    sha256: code(64),
    removed_at: nullable(instant()),
    uploaded_at: instant(),
  },
  { indexes: [{ columns: ['sender_row_id', 'id'] }, { columns: ['sha256'] }] },
)
