import { permit } from '../../permit.ts'

export const permits = {
  'clinical:settings': permit('Change clinical settings and adopt clinical tables', 'M', [
    'clinical_admin',
  ]),
  'override:bed': permit('Give a bed that does not fit', 'M', ['nurse_in_charge']),
  'override:money': permit('Let somebody in or out of a ward who has not paid', 'M', [
    'manager',
    'welfare',
  ]),
} as const
