// Vulnerable groups: what goes in and what comes out (2.3).

import {
  AnyObject,
  optional,
  choice,
  Day,
  form,
  Id,
  nullable,
  named,
  partial,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { evidence_types, group_states, vulnerable_tags } from './words.ts'
import { PatientRow } from '../register/row-shapes.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { vulnerable_groups } from './tables.ts'

const vulnerableGroup = fieldsOf(vulnerable_groups)

export const GroupInput = named(
  'VulnerableGroupInput',
  form({
    group: choice(vulnerable_tags),
    evidence_type: optional(choice(evidence_types)),
    evidence_no: optional(nullable(Text(0, 60))),
    attachment_id: optional(nullable(Id)),
    notes: optional(nullable(Text(0, 500))),
    valid_from: Day,
    valid_until: optional(nullable(Day)),
  }),
)
export type GroupInput = Static<typeof GroupInput>

const fields = {
  id: Text(1, 60),
  patient_id: Text(1, 36),
  /** One of the groups, or EXEMPT_PROGRAMME for who may not know which (VUL-6). */
  group: Text(1, 40),
  ...vulnerableGroup('basis', 'evidence_type', 'evidence_no', 'attachment_id'),
  ...vulnerableGroup('notes', 'valid_from', 'valid_until', 'status'),
  ...vulnerableGroup('requested_by', 'decided_by', 'decided_at', 'decision_reason'),
}
export const VulnerableGroup = named('VulnerableGroup', shape(fields))
export type VulnerableGroup = Static<typeof VulnerableGroup>
export const Confirmed = named(
  'ConfirmedGroup',
  shape({ ...fields, exemption_draft: optional(AnyObject) }),
)
export type Confirmed = Static<typeof Confirmed>
export const ListedGroup = named('ListedGroup', shape({ ...fields, patient: PatientRow }))
export type ListedGroup = Static<typeof ListedGroup>

export const GroupWords = partial({ status: choice(group_states), on: Day })
export const GroupFilters = {
  status: optional(choice(group_states)),
  group: optional(choice(vulnerable_tags)),
  from: optional(Day),
  to: optional(Day),
}
export const ConfirmInput = form({
  valid_until: optional(nullable(Day)),
  note: optional(nullable(Text(0, 300))),
})
export type ConfirmInput = Static<typeof ConfirmInput>
export const GroupWhy = form({ reason: Reason })
