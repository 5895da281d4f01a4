import type { Brings, NotificationKind } from '../../registry.ts'
import { own_series } from './donations/din.ts'
import { blood_gates } from './gate-kinds.ts'
import { openWork } from './open-work.ts'
import { performedServices, repointPatient } from './for-areas.ts'

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
    blood_request: 'blood:read',
    blood_sample: 'blood:read',
    look_back: 'haemovigilance:manage',
    transfusion: 'blood:read',
    blood_reaction: 'blood:read',
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
    {
      kind: 'look_back',
      label: 'Look-back',
      area: 'blood-bank',
      pattern: 'LK-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'blood_request',
      label: 'Request for blood',
      area: 'blood-bank',
      pattern: 'BR-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  gates: blood_gates,
  series: own_series,
  notifications: [
    notice('donor.reactive', 'A donation is rejected', 'WARNING', 'Who reads infection results'),
    notice(
      'donor.adverse',
      'A donor had a severe reaction',
      'WARNING',
      'The head of the laboratory',
    ),
    notice('blood.request', 'Blood is asked for', 'INFO', 'Who issues blood'),
    notice('blood.ready', 'Blood is ready', 'INFO', 'Who asked for it'),
    notice('blood.sample', 'A sample was refused', 'WARNING', 'Who asked for blood'),
    notice('blood.wrong_sample', 'Wrong blood in tube', 'URGENT', 'The head of the laboratory'),
    notice('blood.mismatch', 'Blood does not match', 'URGENT', 'Who asked for it, the blood bank'),
    notice('blood.reaction', 'A reaction to blood', 'URGENT', 'The blood bank, the manager'),
    notice('blood.observation', 'Who gets blood is to be looked at', 'INFO', 'The ward'),
    notice('blood.unaccounted', 'A unit is out and not accounted for', 'WARNING', 'The ward'),
    notice(
      'blood.retrospective',
      'Emergency blood was not cross-matched',
      'WARNING',
      'The head of the laboratory',
    ),
    notice(
      'blood.uninvestigated',
      'A reaction to blood waits',
      'WARNING',
      'Who looks into reactions',
    ),
    notice('blood.expiring', 'Blood ends soon', 'INFO', 'Who issues blood'),
    notice('blood.look_back', 'A look-back is open', 'WARNING', 'Who concludes reactions'),
    notice('blood.discrepancy', 'Blood groups differ', 'WARNING', 'The head of the laboratory'),
  ],
  openWork,
  repointPatient,
  performedServices,
}
