// What somebody shall see to by a day (commercial 2.7).

import { choice, code, day, id, nullable, ref, text, uuid } from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { follow_up_sources, follow_up_states } from './words.ts'

export const follow_ups = table(
  'follow_ups',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    status: choice(follow_up_states),
    subject: text(160),
    kind: code(40),
    due_on: day(),
    remind_on: nullable(day()),
    assigned_to_id: nullable(uuid()),
    assigned_to_name: nullable(text(160)),
    client_id: nullable(ref('clients')),
    patient_id: nullable(ref('patients')),
    detail: nullable(text(2000)),
    done_on: nullable(day()),
    outcome: nullable(text(1000)),
    source: choice(follow_up_sources),
    source_id: nullable(uuid()),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['subject', 'kind', 'assigned_to_name'],
    indexes: [
      { columns: ['hospital_id', 'due_on', 'id'] },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'assigned_to_id'], only_where: "status = 'OPEN'" },
    ],
  },
)

export const follow_up_moves = historyTable('follow_up_moves', 'follow_ups')
