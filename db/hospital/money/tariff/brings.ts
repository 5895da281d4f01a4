import * as asked from '../../neighbours/billing.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { membershipsOf, membersUnder, repointPatient } from './members-answers.ts'

export const brings: Brings = {
  area: 'tariff',
  reads: { tariff: 'tariff:read', scheme: 'scheme:read', membership: 'membership:read' },
  repointPatient,
  answers: [answer(asked.membershipsOf, membershipsOf), answer(asked.membersUnder, membersUnder)],
}
