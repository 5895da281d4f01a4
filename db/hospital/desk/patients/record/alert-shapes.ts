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
import { fieldsOf } from '../../../../store/fields-of.ts'
import { patient_alerts } from './hanging-tables.ts'

const patientAlert = fieldsOf(patient_alerts)

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
    ...patientAlert('id', 'kind', 'severity', 'text', 'starts_on'),
    ...patientAlert('ends_on', 'status', 'closed_reason'),
  }),
)

export type PatientAlert = Static<typeof PatientAlert>

export const AlertFilters = partial({ status: choice(alert_states) })
