// Vulnerable groups that somebody recorded; those of age and pregnancy follow from the record.

import { choice, day, id, instant, maybe, ref, text, uuid } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { evidence_types, group_bases, group_states, vulnerable_tags } from './words.ts'

export const vulnerable_groups = table(
  'vulnerable_groups',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    /** The `group` of the wire, which is a word of SQL. */
    tag: choice(vulnerable_tags),
    basis: choice(group_bases),
    evidence_type: choice(evidence_types),
    evidence_no: maybe(text(60)),
    attachment_id: maybe(uuid()),
    notes: maybe(text(500)),
    valid_from: day(),
    valid_until: maybe(day()),
    status: choice(group_states),
    requested_by: text(160),
    requested_by_id: maybe(uuid()),
    decided_by: maybe(text(160)),
    decided_at: maybe(instant()),
    decision_reason: maybe(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'status'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
    ],
  },
)
