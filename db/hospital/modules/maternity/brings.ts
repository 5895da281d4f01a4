import { answer } from '../../../core/question.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import {
  antenatalCard as antenatal_card,
  deliveredOn as delivered_on,
  labourOf as labour_of,
  pregnancyInHand as pregnancy_in_hand,
  pregnancyOf as pregnancy_of,
} from '../../neighbours/maternity.ts'
import type { Brings, NotificationKind, SequenceKind } from '../../registry.ts'
import { genuineNotification } from './births/paper.ts'
import { antenatalCard } from './card.ts'
import {
  deliveredOn,
  labourOf,
  onDeath,
  openWork,
  performedServices,
  pregnancyInHand,
  pregnancyOf,
  readiness,
  repointPatient,
} from './for-areas.ts'
import { maternity_gates } from './gate-kinds.ts'
import { pregnancies } from './pregnancies/tables.ts'
import { searches } from './search.ts'

const series = (kind: string, label: string, pattern: string, gapless = false): SequenceKind => ({
  kind,
  label,
  area: 'maternity',
  pattern,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless,
})

const notice = (
  kind: string,
  label: string,
  urgency: NotificationKind['urgency'],
  audience: string,
): NotificationKind => ({
  kind,
  label,
  area: 'maternity',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: false,
  audience,
})

export const brings: Brings = {
  area: 'maternity',
  searches,
  reads: {
    labour: 'maternity:read',
    labour_alert: 'maternity:read',
    birth: 'maternity:read',
    birth_notification: 'maternity:read',
  },
  repointPatient,
  onDeath,
  openWork,
  readiness,
  performedServices,
  answers: [
    answer(pregnancy_of, pregnancyOf),
    answer(labour_of, labourOf),
    answer(antenatal_card, antenatalCard),
    answer(delivered_on, deliveredOn),
    answer(pregnancy_in_hand, pregnancyInHand),
  ],
  gates: maternity_gates,
  papers: [
    {
      kind: 'birth_notification',
      title: { en: 'Birth notification', sw: 'Taarifa ya kuzaliwa' },
      read: genuineNotification,
    },
  ],
  sequences: [
    series('pregnancy', 'Pregnancy', 'PG-{YYYY}-{SEQ:6}'),
    series('labour', 'Labour', 'LB-{YYYY}-{SEQ:6}'),
    series('newborn_band', 'Band of a newborn', 'NB-{YYYY}-{SEQ:6}'),
    series('birth_notification', 'Birth notification', 'BTN-{YYYY}-{SEQ:6}', true),
  ],
  notifications: [
    notice(
      'maternity.danger',
      'A pregnancy to look at now',
      'URGENT',
      'Who is on call in maternity',
    ),
    notice('maternity.alert', 'An alert in labour', 'URGENT', 'Midwives on duty, who is on call'),
    notice(
      'maternity.late',
      'Nobody has looked in labour',
      'WARNING',
      'Midwives on duty, the in-charge',
    ),
    notice('maternity.death', 'A death in maternity', 'URGENT', 'The medical officer in charge'),
    notice(
      'maternity.not_notified',
      'Births not notified in time',
      'WARNING',
      'Who signs in maternity',
    ),
  ],
  entities: [
    {
      type: 'pregnancy',
      read: 'maternity:read',
      write: 'maternity:write',
      async exists(caller, id) {
        const found = await pregnancies.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, number } = found
        return (await canSee(caller, { patient_id })) ? { label: number, patient_id } : undefined
      },
    },
  ],
}
