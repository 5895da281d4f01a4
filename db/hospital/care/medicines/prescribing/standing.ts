// What a patient takes already, as the checks hold it against what is asked (CAR-61): items that run or rest,
// and what was given without one in the last day.

import type { Caller } from '../../../../core/caller.ts'
import type { CheckedLine } from '../checks/situation.ts'
import { prescription_items, prescriptions } from './tables.ts'
import { checkedItems } from './stored.ts'
import { live_items } from './words.ts'

export async function standingOf(
  caller: Caller,
  patient_id: string,
  except: readonly string[] = [],
): Promise<CheckedLine[]> {
  const { hospital_id } = caller
  const live = await prescription_items.all(
    { hospital_id, patient_id, status: [...live_items, 'TO_COSIGN'] },
    { order: ['id'] },
  )
  const items = live.filter(({ id }) => !except.includes(id))
  if (items.length === 0) return []
  const of = await prescriptions.all({
    hospital_id,
    id: [...new Set(items.map(({ prescription_id }) => prescription_id))],
  })
  const numbers = new Map(of.map(({ id, number }) => [id, number]))
  return checkedItems(caller, items, (item) => numbers.get(item.prescription_id) ?? '')
}
