// Lines of issued bills that other areas take back (BIL-30, BIL-167): a credit note at once, whoever
// wrote the line; what was paid on it becomes a deposit.

import type { Caller } from '../../../../core/caller.ts'
import { newId } from '../../../../core/ids.ts'
import type { CreditRow } from './rows.ts'
import { creditBill } from './notes.ts'
import type { CreditReason } from './words.ts'
import type { Row as Item } from '../charges/items.ts'

export const takeBack = (
  caller: Caller,
  item: Item,
  reason: string,
  about: { reason_code: CreditReason; quantity?: number } = { reason_code: 'NOT_DONE' },
): Promise<CreditRow> =>
  creditBill(caller, {
    bill_id: item.bill_id,
    lines: [{ item_id: item.id, quantity: about.quantity ?? null }],
    reason: reason.slice(0, 300),
    reason_code: about.reason_code,
    source: 'line',
    source_id: `${item.id}:${newId()}`,
  })
