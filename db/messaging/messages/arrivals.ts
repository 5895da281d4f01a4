// What came back and is kept as it came: receipts and people's words (MSG 2.10).

import { insertAlike } from '../../store/bulk.ts'
import type { NewRow } from '../../store/table.ts'
import type { Mode } from '../caller.ts'
import { msg_inbound, msg_inbound_numbers, msg_receipts } from './tables.ts'

export const keepReceipts = (
  link_id: string,
  receipts: readonly Partial<NewRow<(typeof msg_receipts)['columns']>>[],
): Promise<void> =>
  insertAlike(
    msg_receipts,
    receipts.map((one) => ({ ...one, link_id })),
  )

export const keepInbound = (one: NewRow<(typeof msg_inbound)['columns']>) => msg_inbound.insert(one)

/** The word in it asked for silence. */
export const markOptOut = (hospital_id: string, id: string): Promise<number> =>
  msg_inbound.change({ hospital_id, id }, { opt_out: true })

export const markAnswered = (hospital_id: string, id: string, at: string): Promise<number> =>
  msg_inbound.change({ hospital_id, id }, { answered_at: at })

/** Whose a number is, by keyword. */
export const ownersOfNumber = (number: string, mode: Mode) =>
  msg_inbound_numbers.allAnywhere({ number, mode })

export const receiptById = (id: string) => msg_receipts.find({ id })

/** A person said whose it is, or that it is nobody's (MSG-373). */
export const noteDecision = (
  id: string,
  by: { actor: string },
  reason: string | null,
  outcome?: 'discarded',
): Promise<number> =>
  msg_receipts.change(
    { id },
    {
      decided_by: by.actor.slice(0, 160),
      reason: reason?.slice(0, 300) ?? null,
      ...(outcome === undefined ? {} : { outcome }),
    },
  )
