import { answer } from '../../../core/question.ts'
import * as asked from '../../neighbours/patient-messages.ts'
import type { Brings } from '../../registry.ts'
import { messagePatient } from './message.ts'
import { textsEnded, unreachableOf } from './reach.ts'
import { repointPatient } from './repoint.ts'

export const brings: Brings = {
  area: 'patient-messages',
  repointPatient,
  reads: {
    patient_message: 'patient-message:read',
    patient_message_template: 'patient-message:read',
    patient_consent: 'patient:read',
  },
  answers: [
    answer(asked.messagePatient, messagePatient),
    answer(asked.textsEnded, textsEnded),
    answer(asked.unreachableOf, unreachableOf),
  ],
  notifications: [
    {
      kind: 'patient.unreachable',
      label: 'Telephones of patients that cannot be reached',
      area: 'patient-messages',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of patient:update, each morning',
    },
  ],
}
