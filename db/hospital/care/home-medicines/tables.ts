// What a patient takes at home, as it was told.

import { choice, day, id, key, nullable, ref, text, uuid } from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { adherences, home_sources, home_states } from './words.ts'

export const home_medicines = table(
  'home_medicines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    medicine_id: nullable(ref('medicines')),
    name: text(200),
    name_key: key(200),
    dose_text: text(200),
    since: nullable(day()),
    stopped_on: nullable(day()),
    source: choice(home_sources),
    status: choice(home_states),
    adherence: nullable(choice(adherences)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    // For two who write it down at the same moment too.
    unique: [{ columns: ['patient_id', 'name_key'], only_where: "status = 'TAKING'" }],
    indexes: [{ columns: ['hospital_id', 'patient_id'] }, { columns: ['medicine_id'] }],
  },
)

export const home_medicine_history = historyTable('home_medicine_history', 'home_medicines')
