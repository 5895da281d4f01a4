// The people of a client (commercial 2.2).

import { code, flag, id, json, nullable, otherwise, ref, text } from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { Receiving } from '../words.ts'

export const client_contacts = table(
  'client_contacts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('clients'),
    full_name: text(120),
    is_primary: flag(),
    email: nullable(text(254)),
    job_title: nullable(text(120)),
    notes: nullable(text(2000)),
    phone: nullable(code(20)),
    active: otherwise(flag(), true),
    receives: json<Receiving[]>(),
    ...searched,
    ...versioned,
  },
  {
    search: ['full_name', 'phone', 'email', 'job_title'],
    unique: [
      { columns: ['client_id'], only_where: 'is_primary' },
      { columns: ['client_id', 'phone'], only_where: 'active and phone is not null' },
      { columns: ['client_id', 'email'], only_where: 'active and email is not null' },
    ],
    indexes: [{ columns: ['hospital_id', 'client_id', 'id'] }],
  },
)
