// Alerts of a patient.

import {
  optional,
  choice,
  Day,
  form,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { alert_kinds, alert_severities, alert_states } from '../words.ts'
import { out } from '../shape-parts.ts'

export const AlertInput = form({
  kind: choice(alert_kinds),
  severity: choice(alert_severities),
  text: Text(1, 200),
  starts_on: optional(Day),
  ends_on: optional(nullable(Day)),
})

export type AlertInput = Static<typeof AlertInput>

export const PatientAlert = named(
  'PatientAlert',
  shape({
    id: Text(1, 36),
    kind: choice(alert_kinds),
    severity: choice(alert_severities),
    text: Text(1, 200),
    starts_on: Day,
    ends_on: nullable(Day),
    status: choice(alert_states),
    closed_reason: out(300),
  }),
)

export type PatientAlert = Static<typeof PatientAlert>

export const AlertFilters = partial({ status: choice(alert_states) })
