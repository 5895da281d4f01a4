// What anybody may know of a paper (BIL-161): no name, no service.

import {
  choice,
  Day,
  Flag,
  maybe,
  Money,
  named,
  asked,
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
    kind: asked(Text(0, 80)),
    number: asked(maybe(Text(0, 40))),
    amount: asked(maybe(Money)),
    currency: asked(Text(3, 3)),
    date: asked(Day),
    status: asked(choice(paper_states)),
  }),
)
export type Genuine = Static<typeof Genuine>

export const GenuineAsked = partial({ lang: choice(languages) })
