// Pieces that the shapes of the register are made of.

import {
  optional,
  Decimal,
  form,
  Id,
  nullable,
  Reason,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'

/** Read by the rule, which has the sentences; any short text is let in. */
export const typed = optional(nullable(Text(0, 1000)))

export const number = optional(nullable(Decimal(-1e9, 1e9)))

export const text = (max: number) => optional(nullable(Text(0, max)))

export const out = (max: number) => nullable(Text(0, max))

export const At = Text(24, 24)

export const Age = shape({ years: Whole(), months: Whole(), days: Whole(), text: Text(1, 40) })

export const VisitBrief = shape({
  id: Id,
  number: Text(1, 40),
  status: Text(1, 40),
  service_point: out(120),
})

export const Warning = shape({
  gate: nullable(Text(1, 40)),
  level: Text(1, 10),
  message: Text(1, 500),
})

export const Why = form({ reason: Reason })
