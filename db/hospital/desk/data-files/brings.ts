import type { Brings } from '../../registry.ts'
import { data_file_job } from './making.ts'
import { repointPatient } from './repoint.ts'

export const brings: Brings = {
  area: 'data-files',
  jobs: [data_file_job],
  repointPatient,
  reads: { patient_export: 'patient:export' },
  notifications: [
    {
      kind: 'patient_export.ready',
      label: 'The copy of a record is ready',
      area: 'data-files',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Whoever asked for it',
    },
  ],
}
