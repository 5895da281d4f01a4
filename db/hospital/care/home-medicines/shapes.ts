// What a patient takes at home, as it comes in and goes out (2.3, 5.2).

import {
  choice,
  Day,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { home_medicines } from './tables.ts'
import { adherences, home_moves, home_sources, home_states } from './words.ts'

const medicine = fieldsOf(home_medicines)
const day = optional(nullable(Day))
const adherence = optional(nullable(choice(adherences)))

export const HomeMedicineInput = named(
  'HomeMedicineInput',
  form({
    id: optional(Id),
    patient_id: Id,
    medicine_id: optional(nullable(Id)),
    name: optional(nullAsAbsent(Text(2, 200))),
    dose_text: Text(1, 200),
    since: day,
    source: optional(nullAsAbsent(choice(home_sources))),
    adherence,
  }),
)
export type HomeMedicineInput = Static<typeof HomeMedicineInput>

export const HomeMedicineChange = form({
  dose_text: optional(Text(1, 200)),
  since: day,
  adherence,
})
export type HomeMedicineChange = Static<typeof HomeMedicineChange>

export const StopInput = form({ stopped_on: day, reason: optional(nullAsAbsent(Reason)) })
export type StopInput = Static<typeof StopInput>
export const VoidInput = form({ reason: Reason })

const fields = {
  ...medicine('id', 'patient_id', 'medicine_id', 'name', 'dose_text', 'since', 'stopped_on'),
  ...medicine('source', 'status', 'adherence', 'staff_id', 'staff_name', 'created_at'),
  ...medicine('updated_at', 'version'),
  moves: listOf(choice(home_moves)),
}
export const HomeMedicine = named('HomeMedicine', shape(fields))
export const HomeMedicineWhole = named('HomeMedicineWhole', shape({ ...fields, history: History }))
export const HomeMedicineFilters = { status: optional(choice(home_states)) }
