// Numbers that people read. A counter per hospital, kind, branch and period.

import { big, choice, code, instant, json, nullable, ref, text } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { LostNumbers } from '../../registry.ts'
import type { Form } from './patterns.ts'
import { sequence_resets, sequence_scopes } from './words.ts'

/** What a hospital changed; a kind without a row is as shipped. */
export const sequences = table(
  'sequences',
  {
    hospital_id: ref('hospitals'),
    kind: code(40),
    pattern: text(60),
    scope: choice(sequence_scopes),
    reset: choice(sequence_resets),
    /** Of a gapless kind: works from the first period after this one (PLT-71). */
    pending: nullable(json<Form>()),
    pending_after: nullable(code(10)),
    /** Every form there was before: none of their references may come back. */
    past: json<Form[]>(),
    ...versioned,
  },
  { key: ['hospital_id', 'kind'] },
)

export const sequence_counters = table(
  'sequence_counters',
  {
    hospital_id: ref('hospitals'),
    kind: code(40),
    /** The branch, or `*` where the scope is the hospital. */
    place: code(36),
    /** `2027`, `2027-03`, `2027-03-09`, or `*` for one that never starts again. */
    period: code(10),
    next_value: big(),
    /** With which it begins, where somebody said so before the first one was taken. */
    first_value: nullable(big()),
    /** Given, and left behind by a restore (OPS-129). */
    lost: nullable(json<LostNumbers[]>()),
    last_reference: nullable(text(40)),
    last_taken_at: nullable(instant()),
  },
  { key: ['hospital_id', 'kind', 'place', 'period'] },
)
