import { refuseUnlicensedHouse } from '../../../core/licensed.ts'
import { licenceNow, refuseBeyondPlan, refuseUnlicensed } from '../../neighbours/licence.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { now, refuseEnded, refuseMore } from './licences.ts'

export const brings: Brings = {
  area: 'plans',
  reads: { plan_purchase: 'plan:read', licence: 'plan:read' },
  answers: [
    answer(refuseUnlicensed, refuseEnded),
    answer(refuseUnlicensedHouse, (hospital_id, what) => refuseEnded({ hospital_id }, what)),
    answer(refuseBeyondPlan, refuseMore),
    answer(licenceNow, now),
  ],
}
