// How sensitive a record is, and opening one with a reason.

import { choice, form, Reason, type Static, shape, Text } from '../../kinds/kinds.ts'
import { break_glass_reasons, sensitivities } from './words.ts'
import { At } from './shape-parts.ts'

export const SensitivityInput = form({ sensitivity: choice(sensitivities), reason: Reason })

export const BreakGlassInput = form({
  reason_code: choice(break_glass_reasons),
  reason: Text(10, 300),
})

export type BreakGlassInput = Static<typeof BreakGlassInput>

export const BreakGlass = shape({ id: Text(1, 36), until: At })
