// The order of a list and when each of it begins (OT-3, OT-6). The session is locked by whoever moves
// something in it: of two who want one place the second finds it taken and comes after it.

import type { Caller } from '../../../../core/caller.ts'
import { minutes } from '../../../../core/clock.ts'
import { theatre_cases } from '../cases/tables.ts'
import type { CaseRow } from '../cases/record.ts'
import { hoursOf, type SessionRow } from './record.ts'

export const listOfSession = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  session_id: string,
): Promise<CaseRow[]> => theatre_cases.all({ hospital_id, session_id }, { order: ['position'] })

export interface Planned {
  id: string
  position: number
  planned_start: string
  planned_end: string
}

/** Start of the session + Σ over earlier cases of (estimated minutes + turnover). */
export function planned(
  start: string,
  turnover_minutes: number,
  list: readonly { id: string; estimated_minutes: number }[],
): Planned[] {
  let at = Date.parse(start)
  return list.map(({ id, estimated_minutes }, index) => {
    const begins = at
    at += minutes(estimated_minutes + turnover_minutes)
    return {
      id,
      position: index + 1,
      planned_start: new Date(begins).toISOString(),
      planned_end: new Date(begins + minutes(estimated_minutes)).toISOString(),
    }
  })
}

export const bookedMinutes = (
  list: readonly { estimated_minutes: number }[],
  turnover_minutes: number,
): number =>
  list.reduce((sum, { estimated_minutes }) => sum + estimated_minutes, 0) +
  turnover_minutes * Math.max(0, list.length - 1)

/** In this order from now on; who is moved is answered, so that they are told. */
export async function arrange(
  caller: Caller,
  session: SessionRow,
  turnover_minutes: number,
  list: readonly CaseRow[],
): Promise<CaseRow[]> {
  const { hospital_id } = caller
  const { from } = await hoursOf(caller, session)
  const changed = planned(from, turnover_minutes, list).filter((to, at) => {
    const was = list[at]
    return (
      was?.position !== to.position ||
      was.planned_start !== to.planned_start ||
      was.planned_end !== to.planned_end
    )
  })
  // Places are unique: they are all free before they are given anew.
  await theatre_cases.change({ hospital_id, id: changed.map(({ id }) => id) }, { position: null })
  for (const { id, ...to } of changed) {
    await theatre_cases.change(
      { hospital_id, id },
      { ...to, session_id: session.id, theatre_id: session.theatre_id },
    )
  }
  const ids = new Set(changed.map(({ id }) => id))
  return list.filter(({ id }) => ids.has(id))
}
