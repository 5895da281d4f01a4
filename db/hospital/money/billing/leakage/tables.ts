// One row for each source and kind (BIL-138); what is over stays to be counted (BIL-139).

import {
  choice,
  code,
  day,
  id,
  instant,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { leakage_kinds, leakage_states } from './words.ts'

export const leakages = table(
  'leakages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    kind: choice(leakage_kinds),
    status: choice(leakage_states),
    source: code(40),
    source_id: code(300),
    patient_id: nullable(ref('patients')),
    visit_id: nullable(uuid()),
    bill_id: nullable(uuid()),
    department: nullable(text(120)),
    code: nullable(code(40)),
    description: nullable(text(300)),
    /** At the price of the general list. */
    value: money(),
    /** The day of the act. */
    found_on: day(),
    reason: nullable(text(300)),
    ended_by_name: nullable(text(160)),
    ended_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'kind', 'source', 'source_id'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'id'] },
      { columns: ['hospital_id', 'found_on', 'id'] },
    ],
  },
)
