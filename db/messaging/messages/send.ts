// Sending (MSG 4.8): price, debit, batch, messages, events of what fails at once and the answer kept
// for the Idempotency-Key are one transaction; all or nothing.

import { newId } from '../../core/ids.ts'
import { toMajor } from '../../core/kinds/money.ts'
import type { MessagingCaller } from '../caller.ts'
import { isSimulated, routing } from '../routing/operators.ts'
import { insufficient, tryBook, walletOf } from '../wallet/wallets.ts'
import { etas } from './eta.ts'
import { type Plan, plan, type Planned } from './plan.ts'
import { mustHaveRoom, noteAccepted } from './room.ts'
import type { Estimate, SendInput, Sent } from './shapes.ts'
import { writeBatch } from './write.ts'

export interface Accepted {
  sent: Sent
  /** A live send that ends in a simulator (MSG-361). */
  simulated: boolean
}

export async function accept(caller: MessagingCaller, input: SendInput): Promise<Accepted> {
  const planned = await plan(caller, input)
  const { account, currency, recipients } = planned
  const going = recipients.filter(({ failure }) => failure === null)
  if (caller.mode === 'live') await mustHaveRoom(account, going.length)
  const batch_id = newId()
  const balance = await pay(caller, planned, batch_id)
  const written = await writeBatch(
    caller,
    account,
    {
      sender_id: input.senderId,
      text: planned.given_text,
      sent_text: planned.text,
      encoding: planned.measured.encoding,
      segments: planned.measured.segments,
      kind: planned.kind,
      reference: input.reference ?? '',
      callback_url: planned.callback_url,
      duplicates: planned.duplicates,
      key_id: caller.key_id,
      source: 'api',
      hidden: planned.kind === 'otp',
      at: planned.at,
      times: planned,
      messages: recipients,
    },
    batch_id,
  )
  if (caller.mode === 'live') noteAccepted(account.id, going.length)
  const { segments } = planned.measured
  return {
    sent: {
      batchId: batch_id,
      status: written.status,
      ...summary(planned),
      balance: toMajor(balance, currency),
      messages: recipients.map((one, place) => ({
        index: one.index,
        id: written.ids[place] as string,
        ...shownOne(one, written.status, segments, planned),
      })),
    },
    simulated: caller.mode === 'live' && (await endsInSimulator(planned)),
  }
}

/** Step 19: the debit is conditional; unmetered accounts have no charges (MSG-265). */
async function pay(caller: MessagingCaller, planned: Plan, batch_id: string): Promise<number> {
  const { cost, account, currency } = planned
  if (account.billing === 'unmetered' && caller.mode === 'live')
    return (await walletOf(caller)).balance
  if (cost === 0) {
    const { balance } = await walletOf(caller)
    // While the balance is negative every send is refused (MSG-267).
    if (balance < 0) throw insufficient(0, balance, currency)
    return balance
  }
  const booked = await tryBook(caller, {
    kind: 'charge',
    amount: -cost,
    actor: caller.actor,
    batch_id,
  })
  if (booked === null) throw insufficient(cost, (await walletOf(caller)).balance, currency)
  return booked.wallet.balance
}

/** MSG-246: the same checks up to step 17; writes nothing. */
export async function estimate(caller: MessagingCaller, input: SendInput): Promise<Estimate> {
  const planned = await plan(caller, input)
  const { account, cost, currency, recipients, kind } = planned
  const { balance } = await walletOf(caller)
  const free = account.billing === 'unmetered' && caller.mode === 'live'
  const status = planned.scheduled_for === null ? 'queued' : 'scheduled'
  const { segments } = planned.measured
  return {
    status,
    ...summary(planned),
    balance: toMajor(balance, currency),
    affordable: free || (balance >= cost && balance >= 0),
    perOperator: await perOperator(caller, planned, kind),
    messages: recipients.map((one) => ({
      index: one.index,
      ...shownOne(one, status, segments, planned),
    })),
  }
}

async function perOperator(
  { mode }: MessagingCaller,
  { recipients, measured, currency }: Plan,
  kind: string,
): Promise<Estimate['perOperator']> {
  const eta = await etas(mode, kind)
  const going = recipients.filter(({ failure }) => failure === null)
  return [...Map.groupBy(going, ({ operator }) => operator)].map(([operator, list]) => {
    const segments = list.length * measured.segments
    return {
      operator,
      messages: list.length,
      segments,
      cost: toMajor(
        list.reduce((sum, { cost }) => sum + cost, 0),
        currency,
      ),
      etaSeconds: eta(operator, segments),
    }
  })
}

const summary = (planned: Plan) => ({
  accepted: planned.recipients.length,
  duplicates: planned.duplicates,
  suppressed: planned.suppressed,
  encoding: planned.measured.encoding,
  segments: planned.measured.segments,
  totalSegments: planned.total_segments,
  cost: toMajor(planned.cost, planned.currency),
  currency: planned.currency.code,
  scheduledFor: planned.scheduled_for,
  notBefore: planned.not_before,
  validUntil: planned.valid_until,
  replaced: planned.replaced,
})

const shownOne = (
  { phone, operator, cost, failure }: Planned,
  status: 'queued' | 'scheduled',
  segments: number,
  { currency }: Plan,
) => ({
  to: phone,
  status: failure === null ? status : ('failed' as const),
  segments,
  operator,
  cost: toMajor(cost, currency),
  ...(failure === null ? {} : { failureReason: failure }),
})

async function endsInSimulator({ recipients, kind }: Plan): Promise<boolean> {
  const ways = await routing()
  return recipients.some(
    ({ operator, failure }) => failure === null && isSimulated(ways, operator, kind),
  )
}
