// Whether somebody holds a licence of a kind and board that is in date: a driver's (AMB-3).

import type { Caller } from '../../../../core/caller.ts'
import { folded } from '../../../../store/table.ts'
import { staff_licences } from './tables.ts'
import type { licence_kinds } from './words.ts'

export async function holdsLicence(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  staff_id: string,
  { kind, board, on }: { kind: (typeof licence_kinds)[number]; board: string; on: string },
): Promise<boolean> {
  const board_key = folded(board)
  const held = await staff_licences.all({ hospital_id, staff_id, kind, board_key, status: 'HELD' })
  return held.some(({ expires_on }) => expires_on === null || expires_on >= on)
}
