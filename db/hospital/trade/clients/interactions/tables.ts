// The log of calls, visits and letters with clients: rows are only ever added (COM-74).

import {
  choice,
  id,
  instant,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { clock } from '../../../../core/clock.ts'
import { searched } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { interaction_kinds } from './words.ts'

export const interactions = table(
  'interactions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('clients'),
    kind: choice(interaction_kinds),
    summary: text(4000),
    occurred_at: instant(),
    contact_id: nullable(ref('client_contacts')),
    /** As the contact was called then. */
    contact_name: nullable(text(120)),
    outcome: nullable(text(1000)),
    recorded_by_id: nullable(uuid()),
    recorded_by_name: text(160),
    corrects_id: nullable(ref('interactions')),
    follow_up_id: nullable(ref('follow_ups')),
    created_at: otherwise(instant(), () => clock.instant()),
    ...searched,
  },
  {
    append_only: true,
    search: ['summary', 'contact_name', 'outcome'],
    unique: [{ columns: ['corrects_id'], only_where: 'corrects_id is not null' }],
    indexes: [
      { columns: ['hospital_id', 'occurred_at', 'id'] },
      { columns: ['hospital_id', 'client_id', 'occurred_at'] },
    ],
  },
)
