// Specimens as they come in and go out (diagnostics 2.5, 5.3).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { Note, ReasonCode } from '../catalogue/shapes.ts'
import { conditions, identity_checks, label_sizes, specimen_states } from '../words.ts'
import { specimens } from './tables.ts'

const specimen = fieldsOf(specimens)

export const SpecimenShort = named(
  'SpecimenShort',
  shape({
    ...specimen('id', 'number', 'type_name', 'container', 'colour', 'status', 'collect_at'),
    ...specimen('collected_at', 'received_at', 'reject_code', 'replaces_id', 'replaced_by_id'),
  }),
)

const fields = {
  ...specimen('id', 'number', 'order_id', 'patient_id'),
  patient: PatientRow,
  ...specimen('type_id', 'type_name', 'container', 'colour', 'volume_ml', 'status'),
  items: listOf(
    shape({
      item_id: Id,
      order_reference: Text(1, 40),
      test_code: Text(1, 20),
      section: Text(1, 120),
    }),
  ),
  ...specimen('site', 'collect_at', 'collected_at', 'collected_by_name', 'collection_note'),
  ...specimen('identity_checked', 'fasting', 'received_at', 'received_by_name'),
  condition: listOf(choice(conditions)),
  ...specimen('place', 'reject_code', 'reject_note', 'replaces_id', 'replaced_by_id'),
  ...specimen('label_prints', 'expires_at'),
  /** Until when it is kept (DIA-52); nothing while a result of it is to come. */
  dispose_after: nullable(Instant),
  ...specimen('version'),
}
export const Specimen = named('Specimen', shape(fields))
export type Specimen = Static<typeof Specimen>
export const SpecimenWhole = named('SpecimenWhole', shape({ ...fields, chain: History }))

export const SpecimenFilters = {
  search: optional(Search),
  status: optional(choice(specimen_states)),
  type_id: optional(Id),
  place: optional(Text(1, 120)),
  section_id: optional(Id),
  patient_id: optional(Id),
  dispose: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(SpecimenFilters)
export type SpecimenFilter = Static<typeof filters>

const volume = optional(nullable(Decimal(0, 10_000)))
export const CollectInput = named(
  'SpecimenCollectInput',
  form({
    patient_number: optional(nullable(Text(0, 40))),
    identity_checked: choice(identity_checks),
    specimens: some(
      form({
        specimen_id: optional(nullable(Id)),
        number: optional(nullable(Text(0, 20))),
        collected_at: optional(nullable(Instant)),
        site: optional(nullable(Text(0, 120))),
        volume_ml: volume,
        fasting: optional(nullable(Flag)),
        note: Note,
      }),
      30,
    ),
    skip_unpaid: optional(nullAsAbsent(Flag)),
    brought: optional(nullAsAbsent(Flag)),
    overrides: Overrides,
  }),
)
export type CollectInput = Static<typeof CollectInput>

export const ReceiveInput = named(
  'SpecimenReceiveInput',
  form({
    specimens: some(
      form({
        number: Text(0, 20),
        condition: optional(nullAsAbsent(listOf(choice(conditions), 5))),
        volume_ml: volume,
        collected_at: optional(nullable(Instant)),
      }),
      200,
    ),
    place: optional(nullable(Text(0, 120))),
    overrides: Overrides,
  }),
)
export type ReceiveInput = Static<typeof ReceiveInput>

export const RejectInput = named(
  'SpecimenRejectInput',
  form({ reason_code: ReasonCode, note: Note, recollect: optional(nullable(Flag)) }),
)
export type RejectInput = Static<typeof RejectInput>
export const Rejected = named(
  'SpecimenRejected',
  shape({ specimen: SpecimenWhole, replacement: nullable(SpecimenWhole) }),
)

export const LabelsInput = named(
  'SpecimenLabelsInput',
  form({
    specimen_ids: some(Id, 100),
    copies: optional(nullAsAbsent(Whole(1, 10))),
    size: optional(nullAsAbsent(choice(label_sizes))),
  }),
)
export type LabelsInput = Static<typeof LabelsInput>
