// Courses that people must have taken (people 2.4), and for whom each of them is.

import {
  choice,
  flag,
  id,
  integer,
  key,
  nullable,
  otherwise,
  ref,
  text,
  yes,
} from '../../../../../store/columns.ts'
import { searched, versioned } from '../../../../../store/stamps.ts'
import { table } from '../../../../../store/table.ts'

export const mandatory_courses = table(
  'mandatory_courses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(200),
    name_key: key(200),
    /** How long it lasts; null: for good. */
    valid_months: nullable(integer()),
    /** After the day of hiring. */
    within_days: otherwise(integer(), 90),
    /** In tenths of a point. */
    cpd_tenths: nullable(integer()),
    blocks_roster: flag(),
    active: yes(),
    ...searched,
    ...versioned,
  },
  {
    search: ['name'],
    unique: [{ columns: ['hospital_id', 'name_key'] }],
  },
)

export const aim_kinds = ['CADRE', 'GROUP', 'DEPARTMENT'] as const

/** Of a cadre by its id, of a group by its word, of a department by its folded name; none: of everybody. */
export const mandatory_course_aims = table(
  'mandatory_course_aims',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    course_id: ref('mandatory_courses'),
    kind: choice(aim_kinds),
    value_key: key(160),
    /** As it was written; a department is compared by it, which the catalogue spells. */
    value: text(120),
  },
  { unique: [{ columns: ['course_id', 'kind', 'value_key'] }] },
)
