// Second persons who proved themselves and were not taken yet (STK-74).

import { choice, code, id, instant, nullable, ref, text, uuid } from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { witness_purposes } from './words.ts'

export const stock_witnesses = table(
  'stock_witnesses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** SHA-256; the token itself is never kept. */
    token_hash: code(64),
    /** Of whoever asked: for nobody else the token is worth anything. */
    session_id: nullable(uuid()),
    asked_by_id: nullable(uuid()),
    user_id: ref('users'),
    staff_id: nullable(uuid()),
    name: text(160),
    licence_no: nullable(text(60)),
    purpose: choice(witness_purposes),
    expires_at: instant(),
    used_at: nullable(instant()),
    created_at: stamps.created_at,
  },
  {
    unique: [{ columns: ['token_hash'] }],
    indexes: [{ columns: ['hospital_id', 'expires_at'] }],
  },
)
