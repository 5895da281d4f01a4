// Who approves what up to which amount, and who did (2.8, STK-120, STK-122).

import {
  choice,
  code,
  id,
  instant,
  integer,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { ruled_documents } from './words.ts'

export const approval_rules = table(
  'approval_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    document: choice(ruled_documents),
    facility_id: nullable(ref('facilities')),
    /** The branch, or `*` for all of them: one set of levels of each. */
    place: code(36),
    level: integer(),
    up_to: nullable(money()),
    role_id: ref('roles'),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'document', 'place', 'level'] }] },
)

export const purchase_approvals = table(
  'purchase_approvals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    document: choice(ruled_documents),
    record_id: uuid(),
    /** A document that was changed is approved anew. */
    round: integer(),
    level: integer(),
    role_name: nullable(text(60)),
    by_id: nullable(uuid()),
    by_name: text(160),
    at: instant(),
    note: nullable(text(300)),
  },
  { append_only: true, unique: [{ columns: ['record_id', 'document', 'round', 'level'] }] },
)
