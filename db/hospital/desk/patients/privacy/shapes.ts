// How sensitive a record is, opening one with a reason, and who looked at it.

import {
  optional,
  choice,
  Day,
  form,
  Id,
  listOf,
  nullable,
  named,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { PatientRow } from '../register/row-shapes.ts'
import { At } from '../shape-parts.ts'
import { break_glass_grants } from './tables.ts'
import { break_glass_reasons, break_glass_verdicts, grant_states, sensitivities } from '../words.ts'

const grant = fieldsOf(break_glass_grants)

export const SensitivityInput = form({ sensitivity: choice(sensitivities), reason: Reason })

export const BreakGlassInput = form({
  reason_code: choice(break_glass_reasons),
  /** Ten characters at least; the rule says so. */
  reason: Text(0, 300),
})

export type BreakGlassInput = Static<typeof BreakGlassInput>

export const BreakGlass = shape({ id: Text(1, 36), until: At })

export const Grant = named(
  'BreakGlassGrant',
  shape({
    ...grant('id'),
    patient: PatientRow,
    ...grant('user_id', 'user_name', 'reason_code', 'reason', 'opened_at', 'until', 'ended_at'),
    status: choice(grant_states),
    ...grant('verdict', 'review_note', 'reviewed_by', 'reviewed_at'),
  }),
)
export type Grant = Static<typeof Grant>

/** One reading of a patient's record, as its privacy officer sees it (PRV-7). */
export const AccessRow = named(
  'AccessRow',
  shape({
    at: At,
    user_id: nullable(Text(1, 36)),
    user_name: nullable(Text(0, 160)),
    /** Of the staff record that the account is linked to; null for who has none. */
    cadre: nullable(Text(1, 120)),
    facility_id: nullable(Text(1, 36)),
    device_id: nullable(Text(1, 36)),
    ip: nullable(Text(0, 45)),
    action: Text(1, 80),
    /** The action in words. */
    did: Text(1, 120),
    reason: nullable(Text(0, 300)),
    /** The reason that was given when the glass was broken for this reading. */
    break_glass: nullable(shape({ id: Text(1, 36), reason: Text(1, 300) })),
  }),
)
export type AccessRow = Static<typeof AccessRow>

export const OpenGrant = named(
  'OpenBreakGlassGrant',
  shape({ ...Grant.properties, reads: listOf(AccessRow) }),
)
export type OpenGrant = Static<typeof OpenGrant>

export const GrantFilters = {
  status: optional(choice(grant_states)),
  user_id: optional(Id),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
export const ReviewInput = form({ verdict: choice(break_glass_verdicts), note: Text(3, 300) })
export type ReviewInput = Static<typeof ReviewInput>
export const AccessFilters = {
  from: optional(Day),
  to: optional(Day),
  user_id: optional(Id),
  action: optional(Text(1, 80)),
}
