// What anybody may know of a paper (BIL-161): no name, no service.

import {
  choice,
  Day,
  Flag,
  nullable,
  Money,
  named,
  optional,
  partial,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { languages } from '../hospitals/words.ts'
import { paper_states } from './words.ts'

export const Genuine = named(
  'Genuine',
  shape({
    genuine: Flag,
    kind: optional(Text(0, 80)),
    number: optional(nullable(Text(0, 40))),
    amount: optional(nullable(Money)),
    currency: optional(Text(3, 3)),
    date: optional(Day),
    status: optional(choice(paper_states)),
  }),
)
export type Genuine = Static<typeof Genuine>

export const GenuineAsked = partial({ lang: choice(languages) })
