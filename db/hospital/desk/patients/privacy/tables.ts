// Restricted records that were opened with a reason.

import { choice, id, instant, nullable, ref, text, uuid } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { break_glass_reasons, break_glass_verdicts } from '../words.ts'

export const break_glass_grants = table(
  'break_glass_grants',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    patient_id: ref('patients'),
    user_id: uuid(),
    user_name: text(160),
    reason_code: choice(break_glass_reasons),
    reason: text(300),
    opened_at: instant(),
    until: instant(),
    ended_at: nullable(instant()),
    verdict: nullable(choice(break_glass_verdicts)),
    review_note: nullable(text(300)),
    reviewed_by: nullable(text(160)),
    reviewed_at: nullable(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'user_id', 'until'] },
      { columns: ['hospital_id', 'opened_at'] },
    ],
  },
)
