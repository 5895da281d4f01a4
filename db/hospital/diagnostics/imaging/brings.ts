import { answer } from '../../../core/question.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import {
  studiesCancelled as studies_cancelled,
  studiesOfItems as studies_of_items,
  safetyQuestionsOf as safety_questions_of,
  studiesOrdered as studies_ordered,
} from '../../neighbours/imaging.ts'
import type { Brings, NotificationKind } from '../../registry.ts'
import { bookedIn, performedServices, repointPatient, workLeftBy } from './for-areas.ts'
import { imaging_gates } from './gate-kinds.ts'
import { safetyQuestionsOf } from './safety/before-ordering.ts'
import { studiesCancelled, studiesOrdered } from './studies/ordered.ts'
import { studiesOfItems } from './studies/view.ts'
import { imaging_studies } from './tables.ts'

const notice = (
  kind: string,
  label: string,
  urgency: NotificationKind['urgency'],
): NotificationKind => ({
  kind,
  label,
  area: 'imaging',
  urgency,
  default: { sms: false, whatsapp: false, email: false },
  locked: false,
  audience: 'The orderer',
})

export const brings: Brings = {
  area: 'imaging',
  gates: imaging_gates,
  notifications: [
    notice('study.final', 'An image was reported', 'INFO'),
    notice('study.changed', 'The report of an image changed', 'WARNING'),
  ],
  entities: [
    {
      type: 'imaging_study',
      read: 'diagnostic:read',
      write: 'imaging:perform',
      async exists(caller, id) {
        const found = await imaging_studies.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, accession } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        return (await canSee(caller, of)) ? { label: accession, patient_id } : undefined
      },
    },
  ],
  searches: [
    {
      type: 'imaging_study',
      permission: 'diagnostic:read',
      async find(caller, words, limit) {
        const accession = words.trim().toUpperCase()
        const { hospital_id } = caller
        const found = await imaging_studies.all({ hospital_id, accession }, { limit })
        const seen = await Promise.all(
          found.map(async ({ patient_id, visit_id }) =>
            canSee(caller, visit_id === null ? { patient_id } : { patient_id, visit_id }),
          ),
        )
        return found
          .filter((one, at) => seen[at] === true && !one.restricted)
          .map((one) => ({
            type: 'imaging_study',
            id: one.id,
            title: one.accession,
            subtitle: one.test_name,
            reference: one.order_number,
            patient_id: one.patient_id,
            status: one.status,
            path: `/diagnostics/imaging/studies/${one.id}`,
          }))
      },
    },
  ],
  placeWork: async (caller, { kind, id }) =>
    kind === 'location' ? [{ label: 'images booked', count: await bookedIn(caller, id) }] : [],
  repointPatient,
  performedServices,
  workLeftBy,
  answers: [
    answer(safety_questions_of, safetyQuestionsOf),
    answer(studies_ordered, studiesOrdered),
    answer(studies_cancelled, studiesCancelled),
    answer(studies_of_items, studiesOfItems),
  ],
}
