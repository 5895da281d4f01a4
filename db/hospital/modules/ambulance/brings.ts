import { answer } from '../../../core/question.ts'
import { requestTrip as request_trip } from '../../neighbours/ambulance.ts'
import type { Brings, NotificationKind } from '../../registry.ts'
import {
  onDeath,
  openWork,
  performedServices,
  readiness,
  repointPatient,
  requestTrip,
} from './for-areas.ts'
import { ambulance_gates } from './gate-kinds.ts'
import { ambulance_trips } from './tables.ts'
import { searches } from './search.ts'

const notice = (
  kind: string,
  label: string,
  audience: string,
  urgency: NotificationKind['urgency'] = 'INFO',
): NotificationKind => ({
  kind,
  label,
  area: 'ambulance',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: false,
  audience,
})

const yearly = (kind: string, label: string, prefix: string) =>
  ({
    kind,
    label,
    area: 'ambulance',
    pattern: `${prefix}-{YYYY}-{SEQ:6}`,
    scope: 'HOSPITAL',
    reset: 'YEARLY',
    gapless: false,
  }) as const

export const brings: Brings = {
  area: 'ambulance',
  searches,
  sequences: [
    yearly('ambulance_request', 'Request for an ambulance', 'AR'),
    yearly('ambulance_trip', 'Trip of an ambulance', 'TP'),
  ],
  entities: [
    {
      type: 'ambulance_trip',
      read: 'ambulance:read',
      write: 'ambulance:update',
      module: 'ambulance',
      async exists({ hospital_id }, id) {
        const found = await ambulance_trips.find({ hospital_id, id })
        return found === undefined ? undefined : { label: found.number, patient_id: null }
      },
    },
  ],
  reads: { ambulance_vehicle: 'ambulance:read', ambulance_request: 'ambulance:read' },
  gates: ambulance_gates,
  notifications: [
    notice('ambulance.asked', 'An ambulance is asked for', 'Holders of ambulance:assign'),
    notice('ambulance.urgent', 'An ambulance is needed', 'Holders of ambulance:assign', 'URGENT'),
    notice('ambulance.dispatched', 'An ambulance is sent out', 'Holders of ambulance:update'),
    notice(
      'ambulance.arriving',
      'An ambulance comes here',
      'Holders of emergency:create',
      'WARNING',
    ),
    notice('ambulance.cancelled', 'A request was cancelled by somebody else', 'Who asked'),
    notice('ambulance.late', 'An ambulance is awaited', 'Medical in charge', 'WARNING'),
    notice('ambulance.long', 'An ambulance is out for long', 'Holders of ambulance:assign'),
    notice('ambulance.papers', 'Papers of ambulances end', 'Holders of ambulance:manage'),
  ],
  onDeath,
  openWork,
  readiness,
  repointPatient,
  performedServices,
  answers: [answer(request_trip, requestTrip)],
}
