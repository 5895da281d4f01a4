// Once a day (job 10): orders nobody paid end, and holders of `plan:read` hear how the plan stands.

import type { Caller } from '../../../core/caller.ts'
import { tell } from '../../neighbours/telling.ts'
import { inWords } from './days.ts'
import { expireUnpaid } from './purchases.ts'
import { standing } from './standing.ts'

const said = {
  ENDING: { kind: 'licence.ending', title: 'The plan ends soon', verb: 'ends on' },
  GRACE: { kind: 'licence.grace', title: 'The plan has ended', verb: 'ended on' },
  ENDED: { kind: 'licence.ended', title: 'The plan has ended', verb: 'ended on' },
} as const

export async function watchPlan(caller: Caller): Promise<{ expired: number; told: number }> {
  const { status, ends_on, day } = await standing(caller)
  const expired = await expireUnpaid(caller, day)
  if (ends_on === null || !(status in said)) return { expired, told: 0 }
  const { kind, title, verb } = said[status as keyof typeof said]
  await tell(caller, {
    to: { permission: 'plan:read' },
    kind,
    title,
    body: `The licence ${verb} ${inWords(ends_on)}. Patients are cared for and records stay open as ever.`,
  })
  return { expired, told: 1 }
}
