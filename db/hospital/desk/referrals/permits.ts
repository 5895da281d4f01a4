import { permit } from '../../permit.ts'

export const permits = {
  'area:manage': permit('Change administrative areas and the directory of facilities', 'M', [
    'records',
  ]),
  'referral:read': permit('See referrals and their letters', 'R', [
    'clinician',
    'nurse',
    'reception',
  ]),
  'referral:create': permit('Write referrals', 'C', ['clinician']),
  'referral:send': permit('Send, amend and cancel referrals', 'C', ['clinician', 'reception']),
  'referral:respond': permit('Answer referrals, receive patients, send feedback', 'U', [
    'clinician',
    'nurse_in_charge',
  ]),
  'referral:override': permit('Let a referral depart without acceptance', 'X', [
    'medical_in_charge',
  ]),
} as const
