import { read } from '../../../core/validate.ts'
import { answer } from '../../../core/question.ts'
import { lastVitalsAt, recordVitalsAtTriage, vitalsOn } from '../../neighbours/vitals.ts'
import type { Brings } from '../../registry.ts'
import { recordVitals } from './record-vitals.ts'
import { VitalsInput } from './shapes.ts'
import { canSee } from '../patients/privacy/privacy.ts'
import { repointVitals } from './repoint.ts'
import { vitals } from './tables.ts'

export const brings: Brings = {
  area: 'vitals',
  reads: { vital_table: 'clinical-table:read', vital_alert: 'vitals:read' },
  entities: [
    {
      type: 'vitals',
      read: 'vitals:read',
      write: 'vitals:write',
      async exists(caller, id) {
        const found = await vitals.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, taken_at } = found
        if (!(await canSee(caller, { patient_id, visit_id }))) return undefined
        return { label: `Vital signs of ${taken_at.slice(0, 16)}`, patient_id }
      },
    },
  ],
  answers: [
    answer(lastVitalsAt, async ({ hospital_id }, patient_id) => {
      const [last] = await vitals.all(
        { hospital_id, patient_id, voided_at: null },
        { order: ['-taken_at'], limit: 1 },
      )
      return last?.taken_at ?? null
    }),
    answer(vitalsOn, ({ hospital_id }, visit_id) =>
      vitals.count({ hospital_id, visit_id, voided_at: null }),
    ),
    answer(recordVitalsAtTriage, async (caller, { visit_id, vitals: measures }) => {
      const { triage_category: _known, ...input } = read(VitalsInput, measures)
      return (await recordVitals(caller, visit_id, input)).id
    }),
  ],
  repointPatient: repointVitals,
  notifications: [
    {
      kind: 'vitals.alert',
      label: 'Vital signs need a review',
      area: 'vitals',
      urgency: 'URGENT',
      default: { sms: true, whatsapp: false, email: false },
      locked: false,
      audience: 'Nurses on duty, the clinician, then who is on call and in charge',
    },
  ],
}
