// Deciding on a return (3.4, COM-54): what was looked at when it was asked for is looked at again.

import { asks, type Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { settingsOf } from '../clients/settings/settings.ts'
import { changeItem, standing } from '../orders/restate.ts'
import { orderRecord, type OrderRow } from '../orders/record.ts'
import { refuseBeyond } from './checks.ts'
import { endOf, placedOf, return_content, returnRecord, type ReturnRow } from './record.ts'
import type { ApproveReturn } from './shapes.ts'
import { type Sold, soldOf } from './sold.ts'

/** Never late: it is the house's fault, or it did harm. */
const never_late: readonly string[] = ['ADVERSE_REACTION', 'EXPIRED', 'WRONG_ITEM', 'DAMAGED']

export async function approve(
  caller: Caller,
  id: string,
  { note, late_reason, refund_amount }: ApproveReturn,
): Promise<ReturnRow> {
  const named = await returnRecord.get(caller, id)
  const sold = await soldOf(caller, named)
  const before = await returnRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.requested_by_id, 'return:approve')
  const lines = await return_content.of(caller, id)
  const amount = await lowered(caller, before, refund_amount)
  await refuseBeyond(caller, { ...before, refund_amount: amount }, lines, sold)
  await refuseLate(caller, before, late_reason || null)
  await countBack(caller, sold, lines, 1)
  const goods = lines.some(({ product_id }) => product_id !== null)
  const waits = {
    restock_status: before.restock && goods ? ('PENDING' as const) : ('NOT_NEEDED' as const),
    refund_status: amount > 0 ? ('PENDING' as const) : ('NOT_NEEDED' as const),
  }
  const changes = {
    ...waits,
    status: endOf(waits),
    refund_amount: amount,
    late_reason: late_reason || null,
    ...decidedBy(caller, note || null),
  }
  const row = await returnRecord.moved(caller, before, 'approve', changes, note || null)
  if (row.status === 'COMPLETED') await tell(caller, row, 'is completed')
  return row
}

const decidedBy = (caller: Caller, decision_note: string | null) => ({
  decided_by_id: caller.user_id,
  decided_by_name: caller.name,
  decided_at: clock.instant(),
  decision_note,
})

/** Who decides may give back less, never more. */
async function lowered(
  caller: Caller,
  { refund_amount }: ReturnRow,
  typed: number | null | undefined,
): Promise<number> {
  if (typed === null || typed === undefined) return refund_amount
  const { minor, said } = await purseOf(caller)
  const amount = minor('refund_amount', typed)
  if (amount < 0) throw invalid('refund_amount', 'must be 0 or more.')
  if (amount > refund_amount) {
    throw invalid('refund_amount', `may not be more than was asked (${said(refund_amount)}).`)
  }
  return amount
}

async function refuseLate(
  caller: Caller,
  { sold_on, reason_code, number }: ReturnRow,
  late_reason: string | null,
): Promise<void> {
  if (sold_on === null || never_late.includes(reason_code) || late_reason !== null) return
  const { return_days } = await settingsOf(caller)
  if ((await today(caller)) <= nextDay(sold_on, return_days)) return
  throw conflict(
    `Return ${number} is later than ${return_days} days: say why in late_reason.`,
    'late',
  )
}

interface Line {
  order_item_id: string | null
  quantity: number
}

/** COM-49: the order says what came back; what was not billed yet is not billed any more. */
async function countBack(
  caller: Caller,
  { bill, order }: Sold,
  lines: readonly Line[],
  sign: 1 | -1,
): Promise<void> {
  if (order === null) return
  for (const item of order.items) {
    const own = lines.filter(({ order_item_id }) => order_item_id === item.id)
    const quantity = sign * own.reduce((sum, line) => sum + line.quantity, 0)
    if (quantity === 0) continue
    await changeItem(caller, item, {
      returned: item.returned + quantity,
      ...(bill === null ? { returned_unbilled: item.returned_unbilled + quantity } : {}),
    })
  }
  await restate(caller, order.row)
}

async function restate(caller: Caller, row: OrderRow): Promise<void> {
  const { state } = await standing(caller, row)
  await orderRecord.changed(caller, row, 'return', state)
}

export async function reject(caller: Caller, id: string, note: string): Promise<ReturnRow> {
  const before = await returnRecord.begin(caller, id, 'reject')
  await anotherPerson(caller, before.requested_by_id, 'return:approve')
  await tell(caller, before, 'was rejected', note)
  return returnRecord.moved(caller, before, 'reject', decidedBy(caller, note), note)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<ReturnRow> {
  const named = await returnRecord.get(caller, id)
  const sold = await soldOf(caller, named)
  const before = await returnRecord.begin(caller, id, 'cancel')
  asks(caller, before.status === 'APPROVED' ? 'return:approve' : 'return:write')
  const lines = await return_content.of(caller, id)
  const begun = before.refund_status === 'SETTLED' || lines.some((line) => placedOf(line) > 0)
  if (begun) throw conflict(`Return ${before.number} is put back or refunded in part.`, 'begun')
  if (before.status === 'APPROVED') await countBack(caller, sold, lines, -1)
  return returnRecord.moved(caller, before, 'cancel', {}, reason)
}

/** Who asked for it. */
export async function tell(
  caller: Caller,
  { id, number, requested_by_id }: ReturnRow,
  what: string,
  body = 'Nothing more is to be done.',
): Promise<void> {
  if (requested_by_id === null || requested_by_id === caller.user_id) return
  await notify(caller, {
    to: { user: requested_by_id },
    kind: 'return.decided',
    title: `Return ${number} ${what}`,
    body,
    entity: { type: 'sales_return', id },
  })
}
