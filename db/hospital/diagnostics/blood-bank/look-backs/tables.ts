// Look-backs (blood-bank 2.7): what became of every unit that a finding casts doubt on.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  known_markers,
  look_back_line_states,
  look_back_states,
  look_back_triggers,
  unit_states,
} from '../words.ts'

export const look_backs = table(
  'look_backs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    trigger: choice(look_back_triggers),
    marker: nullable(choice(known_markers)),
    donation_id: nullable(ref('donations')),
    transfusion_id: nullable(ref('blood_transfusions')),
    from_date: day(),
    status: choice(look_back_states),
    close_note: nullable(text(500)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'from_date'] },
      { columns: ['donation_id'] },
      { columns: ['transfusion_id'] },
    ],
  },
)

export const look_back_history = historyTable('look_back_history', 'look_backs')

export const look_back_lines = table(
  'look_back_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    look_back_id: ref('look_backs'),
    position: integer(),
    donation_id: ref('donations'),
    din: code(40),
    unit_id: ref('blood_units'),
    unit_number: code(60),
    /** Where the unit was when the line was written. */
    fate: choice(unit_states),
    /** Who got it: for haemovigilance:manage alone (BLD-91). */
    patient_id: nullable(ref('patients')),
    state: choice(look_back_line_states),
    note: nullable(text(500)),
    by_id: nullable(uuid()),
    by_name: nullable(text(160)),
    at: nullable(instant()),
    ...stamps,
  },
  {
    unique: [{ columns: ['look_back_id', 'unit_id'] }],
    indexes: [{ columns: ['unit_id'] }, { columns: ['patient_id'] }],
  },
)
