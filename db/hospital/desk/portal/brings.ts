import { portalRefused as refused, wordsBySms as bySms } from '../../neighbours/portal.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { wordsBySms } from './by-sms.ts'
import { repointPatient } from './repoint.ts'
import { onDeath, portalRefused } from './standing.ts'

export const brings: Brings = {
  area: 'portal',
  repointPatient,
  onDeath,
  answers: [answer(refused, portalRefused), answer(bySms, wordsBySms)],
  notifications: [
    {
      kind: 'portal.unanswered',
      label: 'Patients who wait for an answer in the portal',
      area: 'portal',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of portal:messages',
    },
  ],
  reads: {
    portal_settings: 'portal:manage',
    portal_account: 'portal:codes',
    portal_code: 'portal:codes',
    portal_proxy: 'portal:decide',
    portal_thread: 'portal:messages',
    portal_document: 'portal:messages',
  },
}
