import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

const desk = ['reception', 'nurse', 'clinician'] as const

export const permits = {
  'appointment:read': permit('See appointments and free times', 'R', desk),
  'appointment:create': permit('Book appointments', 'C', desk),
  'appointment:update': permit('Accept, confirm and move appointments', 'U', desk),
  'appointment:cancel': permit('Cancel appointments', 'X', desk),
  'appointment:overbook': permit('Book into a full session', 'M', ['clinician', 'manager']),
  'schedule:read': permit('See clinic schedules', 'R', staff_roles),
  'schedule:manage': permit('Set clinic schedules and their exceptions', 'M', [
    'manager',
    'nurse_in_charge',
  ]),
} as const
