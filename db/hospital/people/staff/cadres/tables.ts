// What people are trained as, and whether a council licenses them (people 2.2).

import {
  choice,
  code,
  flag,
  id,
  integer,
  key,
  nullable,
  ref,
  text,
  yes,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { cadre_groups } from './words.ts'

export const cadres = table(
  'cadres',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(40),
    name: text(120),
    name_key: key(120),
    cadre_group: choice(cadre_groups),
    /** Sees patients. */
    clinical: flag(),
    /** Who licenses them. */
    board: nullable(text(160)),
    licence_required: flag(),
    /** In tenths of a point. */
    cpd_tenths_year: nullable(integer()),
    default_notice_days: nullable(integer()),
    active: yes(),
    ...searched,
    ...versioned,
  },
  {
    search: ['code', 'name'],
    unique: [{ columns: ['hospital_id', 'code'] }, { columns: ['hospital_id', 'name_key'] }],
  },
)
