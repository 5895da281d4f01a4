import { pricesNeedTwo } from '../../neighbours/billing.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { policyOf } from './policy.ts'

export const brings: Brings = {
  area: 'policy',
  reads: { billing_policy: 'bill:read' },
  answers: [answer(pricesNeedTwo, async (caller) => (await policyOf(caller)).two_person.tariff)],
}
