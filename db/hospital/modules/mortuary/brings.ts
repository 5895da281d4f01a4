import { answer } from '../../../core/question.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import { receiveBody as receive_body } from '../../neighbours/emergencies.ts'
import { bodyOf as body_of } from '../../neighbours/mortuary.ts'
import type { Brings, NotificationKind } from '../../registry.ts'
import { receiveBody } from './expecting.ts'
import { bodyOf, openWork, performedServices, readiness, repointPatient } from './for-areas.ts'
import { mortuary_gates } from './gate-kinds.ts'
import { genuinePass } from './papers.ts'
import { bodies } from './tables.ts'
import { searches } from './search.ts'

const notice = (
  kind: string,
  label: string,
  audience: string,
  urgency: NotificationKind['urgency'] = 'INFO',
): NotificationKind => ({
  kind,
  label,
  area: 'mortuary',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: false,
  audience,
})

export const brings: Brings = {
  area: 'mortuary',
  sequences: [
    {
      kind: 'body',
      label: 'Body',
      area: 'mortuary',
      pattern: 'BD-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'body_service',
      label: 'Service at a body',
      area: 'mortuary',
      pattern: 'BS-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'body_gate_pass',
      label: 'Gate pass of a body',
      area: 'mortuary',
      pattern: 'GP-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
    },
  ],
  papers: [
    {
      kind: 'body_gate_pass',
      title: { en: 'Gate pass of a body', sw: 'Kibali cha kutoa mwili' },
      read: genuinePass,
    },
  ],
  entities: [
    {
      type: 'body',
      read: 'mortuary:read',
      write: 'mortuary:update',
      module: 'mortuary',
      photo: true,
      async exists(caller, id) {
        const found = await bodies.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, number } = found
        return (await canSee(caller, { patient_id })) ? { label: number, patient_id } : undefined
      },
    },
  ],
  searches,
  reads: { mortuary_cabinet: 'mortuary:read', body_service: 'mortuary:read' },
  gates: mortuary_gates,
  notifications: [
    notice('mortuary.expected', 'A body is expected', 'Holders of mortuary:register'),
    notice('mortuary.late', 'Bodies wait in the wards', 'Holders of mortuary:register', 'WARNING'),
    notice('mortuary.not_out', 'A gate pass was not used', 'Holders of mortuary:release'),
    notice('mortuary.debt', 'A body is held for money', 'Cashiers, welfare', 'WARNING'),
    notice('mortuary.police', 'A police case came to the mortuary', 'Managers', 'WARNING'),
    notice('mortuary.post_mortem', 'A post-mortem is done', 'Holders of mortuary:certify'),
    notice('mortuary.unclaimed', 'Nobody came for a body', 'Holders of mortuary:update'),
  ],
  openWork,
  readiness,
  repointPatient,
  performedServices,
  answers: [answer(receive_body, receiveBody), answer(body_of, bodyOf)],
}
