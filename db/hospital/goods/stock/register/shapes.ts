import {
  choice,
  Day,
  Id,
  Money,
  named,
  nullable,
  optional,
  shape,
  type Static,
  tellsWho,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { controlled_entries } from './tables.ts'
import { register_kinds } from './words.ts'

const entry = fieldsOf(controlled_entries)

export const ControlledEntry = named(
  'ControlledEntry',
  shape({
    ...entry('id', 'store_id', 'product_id', 'page_no', 'line_no', 'at', 'kind'),
    quantity_in: Money,
    quantity_out: Money,
    balance: Money,
    ...entry('lot', 'patient_id'),
    patient_name: tellsWho('patient_id', nullable(Text(0, 160))),
    patient_number: tellsWho('patient_id', nullable(Text(0, 40))),
    ...entry('prescriber_name', 'prescription_no', 'from_to', 'by_name', 'by_licence'),
    ...entry('witness_name', 'witness_licence', 'reason', 'corrects_line', 'hash'),
  }),
)
export type ControlledEntry = Static<typeof ControlledEntry>

export const RegisterFilters = {
  store_id: optional(Id),
  product_id: optional(Id),
  kind: optional(choice(register_kinds)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(RegisterFilters)
export type RegisterFilter = Static<typeof filters>

export const RegisterPrinted = shape({
  store_id: Id,
  product_id: Id,
  from: optional(Day),
  to: optional(Day),
  lang: optional(choice(languages)),
})
export type RegisterPrinted = Static<typeof RegisterPrinted>
