// Of whom an order's paper is, as old as when it was ordered, and in whose language it speaks.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import type { OrderRow } from '../orders/record.ts'

/** What is wanted of an order's paper. */
export interface PaperAsked {
  language?: Language | undefined
  /** One test of it, and nothing of the rest. */
  item_id?: string | undefined
  /** Ids of what may stand on it, where the reader is the patient (DIA-155). */
  open?: ReadonlySet<string> | undefined
}

/** Those of an order that were asked for: all, or the one that was named. */
export function namedOf<T extends { item_id: string }>(
  found: readonly T[],
  { item_id }: PaperAsked,
): T[] {
  if (item_id === undefined) return [...found]
  const named = found.filter((one) => one.item_id === item_id)
  if (named.length === 0) throw noSuch('item')
  return named
}

export async function personOnPaper(
  caller: Caller,
  { patient_id, ordered_at }: Pick<OrderRow, 'patient_id' | 'ordered_at'>,
  asked: Language | undefined,
) {
  const found = await patientRecord.get(caller, patient_id)
  const { number, full_name, sex, birth_date } = found
  const language = asked ?? found.language
  const { timezone } = await hospitalOf(caller)
  const age = ageOn(birth_date, dayIn(timezone, new Date(ordered_at)), language).text
  return {
    language,
    patient: { number, full_name, sex, birth_date, age },
    age_estimated: found.birth_date_estimated,
  }
}
