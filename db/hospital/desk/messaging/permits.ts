import { permit } from '../../permit.ts'

export const permits = {
  'messaging:read': permit('See the hospital’s messages, balance and replies', 'R', [
    'manager',
    'auditor',
    'reception',
  ]),
  'messaging:send': permit('Write text messages for the hospital', 'C', [
    'manager',
    'medical_in_charge',
    'doctor',
    'clinician',
    'intern',
    'nurse',
    'nurse_in_charge',
    'midwife',
    'theatre_nurse',
    'reception',
  ]),
  'messaging:manage': permit('Decide on sender, quiet hours and money of the messages', 'M', [
    'system_administrator',
    'manager',
  ]),
  'gateway:read': permit('See every messaging account, queue and link', 'R', []),
  'gateway:manage': permit(
    'Open and change messaging accounts, keys, operators and links',
    'M',
    [],
  ),
  'gateway:money': permit('Confirm messaging top-ups and set prices', 'M', []),
  'gateway:operate': permit('Pause, resume and settle what messaging sends', 'M', []),
  'gateway:review': permit('Decide on sender IDs', 'A', []),
} as const
