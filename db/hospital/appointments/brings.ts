import type { Brings } from '../registry.ts'

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
  reads: {
    appointment: 'appointment:read',
    clinic_schedule: 'schedule:read',
    schedule_exception: 'schedule:read',
  },
}
