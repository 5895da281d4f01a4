// What has waited too long is told as one list, each record once a day (section 7).

import type { Caller } from '../../../core/caller.ts'
import { rowsOf } from '../../desk/patients/rows.ts'
import { namedFew, untoldToday } from '../../office/notifications/once-today.ts'
import { notify, type To } from '../../office/notifications/notify.ts'

export interface Waiting {
  id: string
  /** As people call it; of a patient never more than a number. */
  called: string
}

/** How many were told of. In a transaction. */
export async function tellList(
  caller: Caller,
  { kind, to, title }: { kind: string; to: To; title: string },
  found: readonly Waiting[],
): Promise<number> {
  if (found.length === 0) return 0
  const ids = found.map(({ id }) => id)
  const untold = new Set(await untoldToday(caller, kind, ids))
  const named = found.filter(({ id }) => untold.has(id)).map(({ called }) => called)
  if (named.length === 0) return 0
  await notify(caller, { to, kind, title, body: `${namedFew(named)}.` })
  return named.length
}

/** Of patients nothing but their numbers is told: whoever may looks them up. */
export async function numbersOf(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<(patient_id: string) => string> {
  const found = await rowsOf(caller, [...new Set(patient_ids)])
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  return (patient_id) => numbers.get(patient_id) ?? ''
}
