// What whoever comes to a bed must know first (care 2.12): of the chart, of the stay and of the desk.

import { capital } from '../../../../core/capital.ts'
import type { Caller } from '../../../../core/caller.ts'
import { hasConsent } from '../../../desk/patients/privacy/consents.ts'
import { standingAlerts } from '../../../desk/patients/record/alerts.ts'
import type { PatientAlert } from '../../../desk/patients/record/alert-shapes.ts'
import { lastSetsOf } from '../../../desk/vitals/last.ts'
import { allergiesOf } from '../../../neighbours/medicines.ts'
import type { Row } from './record.ts'

export async function alertsOf(caller: Caller, row: Row): Promise<string[]> {
  const { patient_id, isolation, code_status } = row
  const allergies = (await allergiesOf(caller, [patient_id])).get(patient_id) ?? []
  const desk = (await standingAlerts(caller, [patient_id])).get(patient_id) ?? []
  const consents = await hasConsent(caller, { patient_id, kind: 'TREATMENT' })
  return [
    ...allergies.map(({ substance }) => `Allergy: ${substance}`),
    ...(isolation === null || isolation.ended_at
      ? []
      : [`Isolation: ${isolation.kinds.join(', ')}`]),
    ...(code_status === 'FULL' ? [] : [`Treatment ${code_status}`]),
    ...(await highWatch(caller, patient_id)),
    ...desk.map(({ kind, text }) => `${saidOf(kind)}: ${text}`.slice(0, 200)),
    ...(consents ? [] : ['No consent to treatment']),
  ]
}

/** The last score was so high that somebody looks every half hour. */
async function highWatch(caller: Caller, patient_id: string): Promise<string[]> {
  const score = (await lastSetsOf(caller, [patient_id])).get(patient_id)?.score
  return score?.band === 'HIGH' ? [`High watch: ${score.code} ${score.value}`] : []
}

/** `INFECTION_CONTROL`: Infection control. */
export const saidOf = (kind: PatientAlert['kind']): string =>
  capital(kind.replaceAll('_', ' ').toLowerCase())
