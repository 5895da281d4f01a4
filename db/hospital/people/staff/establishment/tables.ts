// Posts (people 2.2): how many of a cadre a department of a branch has, and may pay.

import { id, integer, nullable, ref, text } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export const establishments = table(
  'establishments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    department: text(120),
    cadre_id: ref('cadres'),
    posts: integer(),
    funded: nullable(integer()),
    minimum: nullable(integer()),
    notes: nullable(text(500)),
    ...versioned,
  },
  { unique: [{ columns: ['facility_id', 'department', 'cadre_id'] }] },
)
