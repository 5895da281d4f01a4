// Vulnerable groups: what goes in and what comes out (2.3).

import {
  AnyObject,
  asked,
  choice,
  Day,
  form,
  Id,
  maybe,
  named,
  partial,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { evidence_types, group_bases, group_states, vulnerable_tags } from './words.ts'
import { PatientRow } from '../register/row-shapes.ts'
import { At } from '../shape-parts.ts'

export const GroupInput = named(
  'VulnerableGroupInput',
  form({
    group: choice(vulnerable_tags),
    evidence_type: asked(choice(evidence_types)),
    evidence_no: asked(maybe(Text(0, 60))),
    attachment_id: asked(maybe(Id)),
    notes: asked(maybe(Text(0, 500))),
    valid_from: Day,
    valid_until: asked(maybe(Day)),
  }),
)
export type GroupInput = Static<typeof GroupInput>

const fields = {
  id: Text(1, 60),
  patient_id: Text(1, 36),
  /** One of the groups, or EXEMPT_PROGRAMME for who may not know which (VUL-6). */
  group: Text(1, 40),
  basis: choice(group_bases),
  evidence_type: choice(evidence_types),
  evidence_no: maybe(Text(0, 60)),
  attachment_id: maybe(Text(0, 36)),
  notes: maybe(Text(0, 500)),
  valid_from: Day,
  valid_until: maybe(Day),
  status: choice(group_states),
  requested_by: Text(1, 160),
  decided_by: maybe(Text(0, 160)),
  decided_at: maybe(At),
  decision_reason: maybe(Text(0, 300)),
}
export const VulnerableGroup = named('VulnerableGroup', shape(fields))
export type VulnerableGroup = Static<typeof VulnerableGroup>
export const Confirmed = named(
  'ConfirmedGroup',
  shape({ ...fields, exemption_draft: asked(AnyObject) }),
)
export type Confirmed = Static<typeof Confirmed>
export const ListedGroup = named('ListedGroup', shape({ ...fields, patient: PatientRow }))
export type ListedGroup = Static<typeof ListedGroup>

export const GroupWords = partial({ status: choice(group_states), on: Day })
export const GroupFilters = {
  status: asked(choice(group_states)),
  group: asked(choice(vulnerable_tags)),
  from: asked(Day),
  to: asked(Day),
}
export const ConfirmInput = form({
  valid_until: asked(maybe(Day)),
  note: asked(maybe(Text(0, 300))),
})
export type ConfirmInput = Static<typeof ConfirmInput>
export const GroupWhy = form({ reason: Reason })
