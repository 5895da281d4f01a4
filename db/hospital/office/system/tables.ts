// What the system check found last, so that a change is told once (job 17).

import { choice, code, instant, otherwise, text } from '../../../store/columns.ts'
import { table } from '../../../store/table.ts'
import { check_states } from './words.ts'

export const system_checks = table(
  'system_checks',
  {
    /** Of the system check, or of the doctor, whose names hold a dot. */
    name: code(60),
    /** A hospital's id, or empty for what belongs to the whole deployment. */
    place: otherwise(code(36), ''),
    state: choice(check_states),
    message: text(500),
    since: instant(),
    looked_at: instant(),
  },
  { key: ['name', 'place'] },
)
