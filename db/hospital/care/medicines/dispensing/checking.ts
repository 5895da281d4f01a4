// The second person for what is dangerous (CAR-95): by a token, or a reason where one is on duty alone.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { takeWitness } from '../../../neighbours/stock.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { medicines } from '../formulary/tables.ts'
import { supplying } from './money.ts'
import type { DispenseRow, LineRow } from './record.ts'

export interface Watched {
  high_alert: boolean
  controlled: boolean
}

/** Of what is supplied. */
export async function watchedOf(
  { hospital_id }: Caller,
  lines: readonly LineRow[],
): Promise<Watched> {
  const ids = supplying(lines).flatMap(({ medicine_id }) => medicine_id ?? [])
  const found = ids.length === 0 ? [] : await medicines.all({ hospital_id, id: [...new Set(ids)] })
  return {
    high_alert: found.some(({ high_alert }) => high_alert),
    controlled: found.some(({ controlled }) => controlled !== 'NONE'),
  }
}

type Checked = Pick<DispenseRow, 'checked_by_name' | 'checked_by_reason'>

export async function checkedBy(
  caller: Caller,
  before: DispenseRow,
  { controlled }: Watched,
  said: {
    checked_by_token?: string | null | undefined
    checked_by_reason?: string | null | undefined
  },
): Promise<Checked> {
  const { checked_by_token, checked_by_reason } = said
  if (!checked_by_token) {
    return {
      checked_by_name: before.checked_by_name,
      checked_by_reason: checked_by_reason || before.checked_by_reason,
    }
  }
  const purpose = controlled ? 'CONTROLLED' : 'OTHER'
  const witness = await takeWitness(caller, checked_by_token, purpose)
  const holding = await holders(caller, 'dispense:verify')
  if (witness === null || !holding.includes(witness.user_id)) {
    throw conflict('Somebody else of the pharmacy must check this.', 'witness')
  }
  return { checked_by_name: witness.name, checked_by_reason: null }
}

export function mustBeChecked({ high_alert, controlled }: Watched, of: Checked): void {
  if (!high_alert && !controlled) return
  if (of.checked_by_name !== null || of.checked_by_reason !== null) return
  throw conflict('A second person must check this: checked_by_token is required.', 'witness')
}
