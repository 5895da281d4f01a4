// Specimens that a body names, and the items that hang on each.

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { noSuch, Refusal } from '../../../../core/refusal.ts'
import type { ItemRow } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { scanned } from './numbers.ts'
import { type SpecimenRow, specimenRecord } from './record.ts'
import { specimens } from './tables.ts'

/** By its id, or by what a scanner reads. */
export async function specimenCalled(caller: Caller, typed: string): Promise<SpecimenRow> {
  if (isId(typed)) return specimenRecord.get(caller, typed)
  const { hospital_id } = caller
  const number = scanned(typed)
  const found = await specimens.find({ hospital_id, number })
  if (found === undefined) throw noSuch('specimen')
  return found
}

export async function tubesNamed(
  caller: Caller,
  asked: readonly { specimen_id?: string | null | undefined; number?: string | null | undefined }[],
): Promise<SpecimenRow[]> {
  const found: SpecimenRow[] = []
  for (const [at, { specimen_id, number }] of asked.entries()) {
    if (!specimen_id && !number) {
      const field = `specimens[${at}].number`
      throw new Refusal(400, 'invalid', `${field} is required.`, { field })
    }
    const one = await specimenCalled(caller, specimen_id || number || '')
    if (found.some(({ id }) => id === one.id)) {
      const field = `specimens[${at}]`
      throw new Refusal(400, 'invalid', `${field}: ${one.number} stands twice.`, { field })
    }
    found.push(one)
  }
  return found
}

export const itemsIn = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  specimen_ids: readonly string[],
): Promise<ItemRow[]> =>
  specimen_ids.length === 0
    ? []
    : diagnostic_items.all(
        { hospital_id, specimen_id: [...specimen_ids] },
        { order: ['order_id', 'position'] },
      )

/** What of these was not taken back. */
export const isLive = ({ status }: Pick<ItemRow, 'status'>): boolean => status !== 'CANCELLED'
