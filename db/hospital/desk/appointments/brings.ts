import {
  appointmentAhead as ahead,
  appointmentAnswered as answered,
  appointmentById as byId,
  appointmentFreed as freed,
  appointmentKept as kept,
  bookFollowUp as followUp,
} from '../../neighbours/appointments.ts'
import { answer } from '../../../core/question.ts'
import { bookForReferral as forReferral } from '../../neighbours/transfers.ts'
import type { Brings } from '../../registry.ts'
import { appointmentAnswered } from './answered.ts'
import {
  appointmentAhead,
  appointmentById,
  appointmentFreed,
  appointmentKept,
  bookFollowUp,
  bookForReferral,
} from './answers.ts'
import { onDeath } from './deaths.ts'
import { gates } from './gates.ts'
import { repointPatient } from './repoint.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'appointments',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'appointments',
  sequences: [
    {
      kind: 'appointment',
      label: 'Appointment',
      area: 'appointments',
      pattern: 'AP-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  gates,
  notifications: [
    notice('appointment.today', 'Your appointments today', 'Each clinician, each morning'),
    notice('schedule.empty', 'Clinicians without a session ahead', 'Holders of schedule:manage'),
    notice('front_office.week', 'Waits and missed appointments of a week', 'Managers, on Monday'),
  ],
  onDeath,
  repointPatient,
  answers: [
    answer(answered, appointmentAnswered),
    answer(ahead, appointmentAhead),
    answer(byId, appointmentById),
    answer(freed, appointmentFreed),
    answer(kept, appointmentKept),
    answer(followUp, bookFollowUp),
    answer(forReferral, bookForReferral),
  ],
  reads: {
    appointment: 'appointment:read',
    appointment_waitlist: 'appointment:read',
    clinic_schedule: 'schedule:read',
    schedule_exception: 'schedule:read',
  },
}
