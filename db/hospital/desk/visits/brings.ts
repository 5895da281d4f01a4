import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { answer } from '../../../core/question.ts'
import {
  caredForBy as cared_for_by,
  isRestrictedVisit,
  openVisitsOf,
  patientOfVisit,
  queuesAt,
} from '../../neighbours/visits.ts'
import { canSee } from '../patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { visits_dataset } from './dataset.ts'
import { visit_gates } from './moves/gate-kinds.ts'
import { onDeath } from './deaths.ts'
import { repointPatient } from './repoint.ts'
import { visitRecord } from './rows.ts'
import { visit_search } from './search.ts'
import { visits } from './tables.ts'
import { caredForBy } from './moves/team.ts'
import { briefsOf } from './view.ts'

export const brings: Brings = {
  area: 'visits',
  sequences: [
    {
      kind: 'visit',
      label: 'Visit',
      area: 'visits',
      pattern: 'VS-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'visit',
      read: 'visit:read',
      write: 'visit:update',
      async exists(caller, id) {
        const found = await visits.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, number } = found
        const seen = await canSee(caller, { patient_id, visit_id: id })
        return seen ? { label: number, patient_id } : undefined
      },
    },
  ],
  gates: visit_gates,
  searches: [visit_search],
  datasets: [visits_dataset],
  repointPatient,
  onDeath,
  notifications: [
    {
      kind: 'visit.died',
      label: 'A patient with an open visit has died',
      area: 'visits',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'The clinician of the visit',
    },
    {
      kind: 'visit.stale',
      label: 'Visits that nobody has touched',
      area: 'visits',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Ward in-charges',
    },
  ],
  reads: { queue_entry: 'queue:read' },
  answers: [
    answer(openVisitsOf, async (caller, ids) =>
      ids.length === 0 ? new Map() : briefsOf(caller, ids),
    ),
    answer(cared_for_by, caredForBy),
    answer(patientOfVisit, async ({ hospital_id }, number) => {
      const found = await visits.find({ hospital_id, number: number.toUpperCase() })
      return found?.patient_id
    }),
    answer(isRestrictedVisit, async (caller, id) => (await visitRecord.get(caller, id)).restricted),
    answer(queuesAt, async ({ hospital_id }, ids) => {
      const found = await rows<{ service_point_id: string; status: string; n: number }>(
        sql`select service_point_id, status, count(*) as n from queue_entries
          where hospital_id = ${hospital_id} and service_point_id${oneOf(ids)}
            and status in ('WAITING', 'CALLED', 'SERVING') group by service_point_id, status`,
      )
      const counts = new Map(ids.map((id) => [id, { waiting: 0, called: 0, serving: 0 }]))
      for (const { service_point_id, status, n } of found) {
        const count = counts.get(service_point_id)
        if (count === undefined) continue
        count[status.toLowerCase() as keyof typeof count] = Number(n)
      }
      return counts
    }),
  ],
}
