import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  shape,
  type Static,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import {
  known_markers,
  look_back_line_states,
  look_back_states,
  look_back_triggers,
} from '../words.ts'
import { look_back_life } from './record.ts'
import { look_back_lines, look_backs } from './tables.ts'

const column = fieldsOf(look_backs)
const line = fieldsOf(look_back_lines)

export const LookBack = named(
  'LookBack',
  shape({
    ...column('id', 'facility_id', 'number', 'trigger', 'marker', 'donation_id', 'transfusion_id'),
    ...column('from_date', 'status', 'close_note', 'version'),
    lines: listOf(
      shape({
        ...line('id', 'donation_id', 'din', 'unit_id', 'unit_number', 'fate', 'state', 'note'),
        ...line('by_name', 'at'),
        patient: nullable(PatientRow),
      }),
    ),
    moves: listOf(choice(look_back_life.names)),
    history: History,
  }),
)
export type LookBack = Static<typeof LookBack>

export const LookBackFilters = {
  status: optional(choice(look_back_states)),
  trigger: optional(choice(look_back_triggers)),
  marker: optional(choice(known_markers)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(LookBackFilters)
export type LookBackFilter = Static<typeof filters>

const note = optional(nullable(LongText(0, 500)))
export const LookBackChange = named(
  'LookBackChange',
  form({
    lines: optional(
      nullAsAbsent(listOf(form({ id: Id, state: choice(look_back_line_states), note }), 500)),
    ),
    close: optional(nullAsAbsent(Flag)),
    close_note: note,
  }),
)
export type LookBackChange = Static<typeof LookBackChange>
