// Cases that the health authority is told of.

import { choice, code, id, instant, nullable, ref, text, uuid } from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { classifications, disease_levels, notice_states, sent_ways } from './words.ts'

export const case_notices = table(
  'case_notices',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    number: code(40),
    disease_key: code(40),
    level: choice(disease_levels),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    /** The diagnosis, or the order whose result said so: of areas below. */
    record_id: nullable(uuid()),
    order_id: nullable(uuid()),
    status: choice(notice_states),
    classification: choice(classifications),
    opened_at: instant(),
    due_at: instant(),
    sent_at: nullable(instant()),
    sent_to: nullable(text(160)),
    sent_how: nullable(choice(sent_ways)),
    sent_by_name: nullable(text(160)),
    /** When somebody was last told that it is late. */
    late_told_at: nullable(instant()),
    note: nullable(text(1000)),
    outcome: nullable(text(300)),
    /** The number that the authority gave the case. */
    epid_no: nullable(text(40)),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'due_at'] },
      { columns: ['hospital_id', 'patient_id', 'opened_at'] },
      { columns: ['record_id'] },
    ],
  },
)
export const case_notice_history = historyTable('case_notice_history', 'case_notices')
