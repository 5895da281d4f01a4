// Every front-office row of a visit tried (section 8), at the point where the patient is or goes next.

import type { Caller } from '../../../../core/caller.ts'
import { noneCalled } from '../../../../core/refusal.ts'
import { type GateTried, tryOut } from '../../gates/try-out.ts'
import * as points from '../../service-points/service-points.ts'
import { askedOf, type VisitAction } from './gating.ts'
import { nextStep } from './go.ts'
import { isOpen } from '../rows.ts'
import { visits } from '../tables.ts'

const actions: readonly VisitAction[] = ['visit.open', 'visit.queue', 'visit.serve', 'visit.close']

export async function tryGates(caller: Caller, number: string): Promise<GateTried[]> {
  const { hospital_id } = caller
  const visit = await visits.find({ hospital_id, number: number.toUpperCase() })
  if (visit === undefined) throw noneCalled('visit', number)
  const at = visit.wanted_point_id ?? visit.service_point_id
  const here = at === null ? undefined : await points.servicePointRecord.get(caller, at)
  const point = here ?? (isOpen(visit) ? (await nextStep(caller, visit)).point : undefined) ?? null
  const tried: GateTried[] = []
  for (const action of actions) {
    tried.push(...(await tryOut(caller, await askedOf(caller, action, visit, point, undefined))))
  }
  return tried
}
