import { answer } from '../../../core/question.ts'
import { branchOpened, pointsIn } from '../../neighbours/visits.ts'
import type { Brings } from '../../registry.ts'
import { pointsSomewhere } from './service-points.ts'
import { shipPoints } from './shipped.ts'

export const brings: Brings = {
  area: 'service-points',
  reads: { service_point: 'queue:read' },
  answers: [
    answer(branchOpened, (caller, facility_id, modules) =>
      shipPoints(caller, facility_id, modules.includes('maternity')),
    ),
    answer(pointsIn, pointsSomewhere),
  ],
}
