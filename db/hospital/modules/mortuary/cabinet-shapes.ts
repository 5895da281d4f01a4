// Cabinets as they come in and go out.

import {
  choice,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { mortuary_cabinets } from './tables.ts'
import { cabinet_kinds, set_space_states, space_states } from './words.ts'

const cabinet = fieldsOf(mortuary_cabinets)

const fields = {
  code: Text(1, 20),
  name: Text(1, 80),
  kind: choice(cabinet_kinds),
  cold_unit_id: optional(nullable(Id)),
}
export const CabinetInput = named(
  'MortuaryCabinetInput',
  form({ ...fields, spaces: some(form({ label: Text(1, 20) }), 200) }),
)
export type CabinetInput = Static<typeof CabinetInput>

export const CabinetChange = named(
  'MortuaryCabinetChange',
  partial({
    ...fields,
    active: Flag,
    spaces: listOf(
      form({
        label: Text(1, 20),
        state: optional(nullAsAbsent(choice(set_space_states))),
        reason: optional(nullable(Text(0, 300))),
      }),
      200,
    ),
  }),
)
export type CabinetChange = Static<typeof CabinetChange>

export const Cabinet = named(
  'MortuaryCabinet',
  shape({
    ...cabinet('id', 'facility_id', 'code', 'name', 'kind', 'cold_unit_id', 'active'),
    capacity: Whole(),
    occupied: Whole(),
    free: Whole(),
    temperature: nullable(shape({ celsius: Whole(-100, 100), at: Text(24, 24), alarm: Flag })),
    spaces: listOf(
      shape({
        label: Text(1, 20),
        state: choice(space_states),
        reason: nullable(Text(0, 300)),
        body_references: listOf(Text(1, 40)),
      }),
    ),
    ...cabinet('created_at', 'updated_at', 'version'),
  }),
)
export type Cabinet = Static<typeof Cabinet>
export const CabinetFilters = form({
  active: optional(QueryFlag),
  facility_id: optional(Text(1, 64)),
})
