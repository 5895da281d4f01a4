import { answer } from '../neighbours/question.ts'
import { messagePatient as asked } from '../neighbours/patient-messages.ts'
import type { Brings } from '../registry.ts'
import { messagePatient } from './message.ts'
import { repointPatient } from './repoint.ts'

export const brings: Brings = {
  area: 'patient-messages',
  repointPatient,
  reads: {
    patient_message: 'patient-message:read',
    patient_message_template: 'patient-message:read',
    patient_consent: 'patient:read',
  },
  answers: [answer(asked, messagePatient)],
}
