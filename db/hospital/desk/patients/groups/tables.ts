// Vulnerable groups that somebody recorded; those of age and pregnancy follow from the record.

import { choice, day, id, instant, nullable, ref, text, uuid } from '../../../../store/columns.ts'
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
    evidence_no: nullable(text(60)),
    attachment_id: nullable(uuid()),
    notes: nullable(text(500)),
    valid_from: day(),
    valid_until: nullable(day()),
    status: choice(group_states),
    requested_by: text(160),
    requested_by_id: nullable(uuid()),
    decided_by: nullable(text(160)),
    decided_at: nullable(instant()),
    decision_reason: nullable(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'status'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
    ],
  },
)
