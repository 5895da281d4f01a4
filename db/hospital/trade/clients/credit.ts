// Whether a client may owe more (COM-11, COM-13, COM-80). Money in minor units.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import type { Of } from '../../../store/record-of.ts'
import { type creditCheck, onOrder } from '../../neighbours/commercial.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { clientsOwe, unappliedOfClients } from '../../money/billing/debts/of-clients.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { holdsStanding, onHold } from './holds.ts'
import { clientNamed } from './names.ts'
import type { ClientRow } from './record.ts'
import { clients } from './tables.ts'

type Asked = Parameters<typeof creditCheck>[1]
type Answer = Awaited<ReturnType<typeof creditCheck>>

export interface Exposure {
  owed: number
  unapplied: number
  on_order: number
  /** What of a limit is used up. */
  sum: number
}

/**
 * COM-12. What is on order is read before what is owed: a bill that is made between the two is counted
 * twice then, and never not at all.
 */
export async function exposureOf(caller: Of, id: string): Promise<Exposure> {
  const day = await today(caller)
  const on_order = (await onOrder(caller, [id])).get(id) ?? 0
  const owed = (await clientsOwe(caller, [id], day)).get(id)?.outstanding ?? 0
  const unapplied = (await unappliedOfClients(caller, [id])).get(id) ?? 0
  return { owed, unapplied, on_order, sum: owed - unapplied + on_order }
}

/** A payer whom nobody knows is nobody's debtor; an order was checked when it was confirmed. */
export async function mayOwe(caller: Caller, asked: Asked): Promise<Answer> {
  if (asked.source === 'salesorder') return { allowed: true }
  const client = await clientOf(caller, asked)
  if (client === undefined) return { allowed: true }
  const answer = await judged(caller, client, asked.amount)
  if (answer.allowed || asked.emergency !== true) return answer
  record(caller, 'client.emergency_credit', {
    entity_type: 'client',
    entity_id: client.id,
    entity_label: `${client.number} ${client.name}`,
    reason: answer.reason ?? null,
  })
  return { ...answer, allowed: true }
}

async function clientOf(caller: Caller, asked: Asked): Promise<ClientRow | undefined> {
  const { hospital_id } = caller
  const id =
    asked.client_id ??
    (asked.payer === undefined ? undefined : (await clientNamed(caller, asked.payer))?.client_id)
  return id === undefined || !isId(id) ? undefined : clients.find({ hospital_id, id })
}

/** `what` is how the sentence calls the amount. */
export async function judged(
  caller: Caller,
  client: ClientRow,
  amount: number,
  what = 'this',
): Promise<Answer> {
  const { id, name, status, credit_limit } = client
  if (status !== 'ACTIVE') return { allowed: false, reason: `${name} is ${status}.` }
  const [hold] = await holdsStanding(caller, id)
  if (hold !== undefined) return { allowed: false, reason: onHold(name, hold) }
  if (credit_limit === null) return { allowed: true }
  if (credit_limit === 0) return { allowed: false, reason: `${name} is cash only.`, available: 0 }
  const exposure = await exposureOf(caller, id)
  const available = credit_limit - exposure.sum
  if (amount <= available) return { allowed: true, available }
  const reason = await passed(caller, credit_limit, { amount, what }, exposure)
  return { allowed: false, reason, available }
}

async function passed(
  caller: Caller,
  credit_limit: number,
  { amount, what }: { amount: number; what: string },
  { owed, unapplied, on_order, sum }: Exposure,
): Promise<string> {
  const { said } = await purseOf(caller)
  const over = sum + amount - credit_limit
  return (
    `Credit limit ${said(credit_limit)} would be passed by ${said(over)}: ` +
    `owed ${said(owed - unapplied)}, on order ${said(on_order)}, ${what} ${said(amount)}.`
  )
}
