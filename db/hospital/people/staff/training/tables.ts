// Courses that people took or will take (people 2.4).

import { day, flag, id, integer, key, nullable, ref, text } from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export const training_records = table(
  'training_records',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    course: text(200),
    course_key: key(200),
    mandatory: flag(),
    provider: nullable(text(160)),
    completed_on: nullable(day()),
    expires_on: nullable(day()),
    /** In tenths of a point. */
    cpd_tenths: nullable(integer()),
    certificate_url: nullable(text(500)),
    notes: nullable(text(2000)),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['course', 'provider'],
    indexes: [
      { columns: ['staff_id', 'course_key'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)
