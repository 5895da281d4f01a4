// What is paid back when a message ends (MSG-271): by segment, one entry per message.

import { rows, run } from '../../store/connection.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { given } from '../../store/given.ts'
import { allOperators, type Operator } from '../routing/operators.ts'
import { together } from '../together.ts'
import { refundMany } from '../wallet/wallets.ts'
import type { RefundReason } from '../wallet/words.ts'
import { type End, ownerIn } from './ends.ts'

interface Charged {
  id: string
  unit_price: number
  cost: number
  segments: number
}
interface PartOf {
  message_id: string
  state: string
  segments: number
}

/** What each got back, in minor units. */
export async function refund(
  ended: readonly End[],
  at: string,
): Promise<ReadonlyMap<string, number>> {
  const paid = new Map<string, number>()
  if (ended.length === 0) return paid
  const ids = ended.map(({ facts }) => facts.message_id)
  const charged = await rows<Charged>(sql`
    select id, unit_price, cost, segments from msg_messages
    where id${oneOf(ids)} and cost > 0 and refunded = 0`)
  if (charged.length === 0) return paid
  const parts = await rows<PartOf>(sql`
    select message_id, state, segments from msg_parts where message_id${oneOf(ids)}`)
  const by_message = Map.groupBy(parts, ({ message_id }) => message_id)
  const operators = new Map((await allOperators()).map((one) => [one.code, one]))
  const costs = new Map(charged.map((one) => [one.id, one]))
  const due = ended.flatMap((one): Due[] => {
    const cost = costs.get(one.facts.message_id)
    if (cost === undefined) return []
    const operator = operators.get(one.facts.operator)
    const found = refundOf(one, cost, by_message.get(cost.id) ?? [], operator)
    return found === null ? [] : [{ ...found, one }]
  })
  if (due.length === 0) return paid
  await run(sql`update msg_messages set refunded = given.amount, updated_at = ${at}
    from ${given(
      'given',
      { id: 'text', amount: 'bigint' },
      due.map(({ amount, one }) => ({ id: one.facts.message_id, amount })),
    )} where msg_messages.id = given.id`)
  // After every message of the transaction (decision 0262).
  await together(due, payBack, 'wallets')
  for (const { amount, one } of due) paid.set(one.facts.message_id, amount)
  return paid
}

interface Due {
  amount: number
  reason: RefundReason
  one: End
}

/** Wallets are taken in one order, so that two of these never wait for each other. */
async function payBack(due: readonly Due[]): Promise<void> {
  const wallets = Map.groupBy(due, ({ one }) => `${one.facts.account_id} ${one.facts.mode}`)
  for (const name of [...wallets.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const list = wallets.get(name) ?? []
    const [first] = list
    if (first === undefined) continue
    await refundMany(
      ownerIn(first.one.facts),
      list.map(({ amount, reason, one }) => ({
        message_id: one.facts.message_id,
        amount,
        reason,
        campaign_id: one.facts.campaign_id,
      })),
      'system',
    )
  }
}

const ways: readonly {
  reason: RefundReason
  states: readonly string[]
  pays: (operator: Operator) => boolean
}[] = [
  { reason: 'rejected', states: ['rejected'], pays: (one) => one.refund_rejected },
  { reason: 'unknown', states: ['unknown', 'submitting'], pays: (one) => one.refund_unknown },
  { reason: 'failed', states: ['failed'], pays: (one) => one.refund_failed },
  { reason: 'expired', states: ['expired'], pays: (one) => one.refund_expired },
]

/** The reason is that of the first part that is paid back; what was never submitted comes last. */
function refundOf(
  { status }: End,
  { unit_price, cost, segments }: Charged,
  parts: readonly PartOf[],
  operator: Operator | undefined,
): { amount: number; reason: RefundReason } | null {
  let paid = 0
  let reason: RefundReason | null = null
  const tried = parts.filter(({ state }) => state !== 'waiting')
  for (const way of ways) {
    if (operator !== undefined && !way.pays(operator)) continue
    for (const part of tried) {
      // Accepted and never heard of again: it expired without a receipt.
      const state = status === 'expired' && part.state === 'accepted' ? 'expired' : part.state
      if (!way.states.includes(state)) continue
      paid += part.segments
      reason ??= way.reason
    }
  }
  const never = segments - tried.reduce((sum, part) => sum + part.segments, 0)
  if (never > 0) {
    paid += never
    reason ??= 'never_submitted'
  }
  if (reason === null) return null
  return { amount: Math.min(paid * unit_price, cost), reason }
}
