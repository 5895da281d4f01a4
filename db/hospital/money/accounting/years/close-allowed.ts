// Whether a close may go on (ACC-68 to ACC-70): the plan still holds, nothing fails, every
// warning is accepted.

import { conflict, Refusal } from '../../../../core/refusal.ts'
import type { Looked } from './close-plan.ts'

/** 64 hex, or as many of the first as somebody copied, twelve at least. */
export const samePlan = (now: string, given: string): boolean =>
  given.length >= 12 && now.startsWith(given.toLowerCase())

export const moved = (): Refusal =>
  conflict('The books moved since that plan: read close-plan again.', 'plan.moved')

export function mayClose({ year, checks, warnings, figures }: Looked, plan: string): void {
  if (!samePlan(figures.plan, plan)) throw moved()
  const failed = checks.find(({ state }) => state === 'FAIL')
  if (failed !== undefined) {
    const said = failed.message.replace('in the year', `in ${year.name}`)
    throw conflict(`${said} (${failed.code}).`, 'check.failed')
  }
  const open = warnings.find(({ accepted }) => !accepted)
  if (open !== undefined) {
    throw conflict(
      `Accept ${open.code} or mend it: ${open.said ?? `${open.message}.`}`,
      'check.failed',
    )
  }
}
