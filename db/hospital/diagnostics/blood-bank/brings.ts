import type { Brings, NotificationKind } from '../../registry.ts'
import { own_series } from './donations/din.ts'
import { openWork } from './open-work.ts'
import { repointPatient } from './for-areas.ts'

const notice = (
  kind: string,
  label: string,
  urgency: NotificationKind['urgency'],
  audience: string,
): NotificationKind => ({
  kind,
  label,
  area: 'blood-bank',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: urgency === 'URGENT',
  audience,
})

export const brings: Brings = {
  area: 'blood-bank',
  reads: {
    // What a donor was found with stands in these rows (BLD-12).
    donor: 'donor:results',
    donation: 'donor:results',
    blood_unit: 'bloodunit:read',
  },
  sequences: [
    {
      kind: 'donor',
      label: 'Blood donor',
      area: 'blood-bank',
      pattern: 'BD-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
  ],
  series: own_series,
  notifications: [
    notice('donor.reactive', 'A donation is rejected', 'WARNING', 'Who reads infection results'),
    notice(
      'donor.adverse',
      'A donor had a severe reaction',
      'WARNING',
      'The head of the laboratory',
    ),
    notice('blood.discrepancy', 'Blood groups differ', 'WARNING', 'The head of the laboratory'),
  ],
  openWork,
  repointPatient,
}
