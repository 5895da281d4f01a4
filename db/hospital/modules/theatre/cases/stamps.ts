// When each step was, once for a case; booked or sent anew it is written over (A.2 milestones).

import type { Caller } from '../../../../core/caller.ts'
import type { StampName } from '../words.ts'
import type { CaseRow } from './record.ts'
import { theatre_stamps } from './tables.ts'

export async function stamp(
  caller: Caller,
  { id: case_id }: Pick<CaseRow, 'id'>,
  name: StampName,
  at: string,
): Promise<void> {
  const { hospital_id } = caller
  await theatre_stamps.remove({ hospital_id, case_id, name })
  await theatre_stamps.insert({
    hospital_id,
    case_id,
    name,
    at,
    by_id: caller.user_id,
    by_name: caller.name,
  })
}

export const unstamp = (
  { hospital_id }: Caller,
  { id: case_id }: Pick<CaseRow, 'id'>,
  names: readonly StampName[],
): Promise<number> => theatre_stamps.remove({ hospital_id, case_id, name: [...names] })
