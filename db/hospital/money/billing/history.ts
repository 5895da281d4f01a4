// A move written down twice: in the record's own history and in the audit log.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { record } from '../../office/audit/record.ts'
import { historyIn } from '../../history.ts'
import { billing_moves } from './history-tables.ts'

/** `credit_note`, `refund` and so on. */
export const billingHistory = (thing: string) => historyIn(billing_moves, 'thing_id', { thing })

export interface Noted {
  /** `credit_note`, `refund` and so on. */
  thing: string
  id: string
  label: string
  move: string
  from: string | null
  to: string
  reason?: string | null | undefined
  patient_id?: string | null | undefined
}

export async function noteMove(caller: Caller, noted: Noted): Promise<void> {
  const { thing, id, label, move, from, to, reason = null, patient_id = null } = noted
  await billing_moves.insert({
    hospital_id: caller.hospital_id,
    thing,
    thing_id: id,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: nameOf(caller),
    move,
    from_state: from,
    to_state: to,
    reason,
  })
  record(caller, `${thing}.${move}`, {
    entity_type: thing,
    entity_id: id,
    entity_label: label,
    patient_id,
    ...(from === null ? {} : { from_state: from }),
    to_state: to,
    reason,
  })
}

export const nameOf = ({ name }: Pick<Caller, 'name'>): string => name.slice(0, 160)
