// How sensitive a record is, opening one with a reason, and who looked at it.

import {
  asked,
  choice,
  Day,
  form,
  Id,
  listOf,
  maybe,
  named,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { PatientRow } from '../register/row-shapes.ts'
import { At } from '../shape-parts.ts'
import { break_glass_reasons, break_glass_verdicts, grant_states, sensitivities } from '../words.ts'

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
    id: Text(1, 36),
    patient: PatientRow,
    user_id: Text(1, 36),
    user_name: Text(1, 160),
    reason_code: choice(break_glass_reasons),
    reason: Text(1, 300),
    opened_at: At,
    until: At,
    ended_at: maybe(At),
    status: choice(grant_states),
    verdict: maybe(choice(break_glass_verdicts)),
    review_note: maybe(Text(0, 300)),
    reviewed_by: maybe(Text(0, 160)),
    reviewed_at: maybe(At),
  }),
)
export type Grant = Static<typeof Grant>

/** One reading of a patient's record, as its privacy officer sees it (PRV-7). */
export const AccessRow = named(
  'AccessRow',
  shape({
    at: At,
    user_id: maybe(Text(1, 36)),
    user_name: maybe(Text(0, 160)),
    facility_id: maybe(Text(1, 36)),
    device_id: maybe(Text(1, 36)),
    ip: maybe(Text(0, 45)),
    action: Text(1, 80),
    reason: maybe(Text(0, 300)),
    /** The reason that was given when the glass was broken for this reading. */
    break_glass: maybe(shape({ id: Text(1, 36), reason: Text(1, 300) })),
  }),
)
export type AccessRow = Static<typeof AccessRow>

export const OpenGrant = named(
  'OpenBreakGlassGrant',
  shape({ ...Grant.properties, reads: listOf(AccessRow) }),
)
export type OpenGrant = Static<typeof OpenGrant>

export const GrantFilters = {
  status: asked(choice(grant_states)),
  user_id: asked(Id),
  patient_id: asked(Id),
  from: asked(Day),
  to: asked(Day),
}
export const ReviewInput = form({ verdict: choice(break_glass_verdicts), note: Text(3, 300) })
export type ReviewInput = Static<typeof ReviewInput>
export const AccessFilters = {
  from: asked(Day),
  to: asked(Day),
  user_id: asked(Id),
  action: asked(Text(1, 80)),
}
