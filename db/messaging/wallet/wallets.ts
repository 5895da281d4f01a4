// Wallets and their ledger (MSG 4.9). Every change of money is one entry, numbered under the lock
// of the wallet's row; the balance beside it is the sum of the entries and is proven daily.

import { clock } from '../../core/clock.ts'
import { insertBulk } from '../../store/bulk.ts'
import { returning } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { type Currency, toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { countedAtOnce } from '../measured.ts'
import { refuse } from '../refusals.ts'
import { emit } from '../webhooks/emit.ts'
import { msg_wallet_entries, msg_wallets } from './tables.ts'
import type { EntryKind, RefundReason } from './words.ts'

export type Wallet = RowOf<(typeof msg_wallets)['columns']>
export type Entry = RowOf<(typeof msg_wallet_entries)['columns']>

export async function walletOf({ account_id, hospital_id, mode }: Owner): Promise<Wallet> {
  const found = await msg_wallets.find({ hospital_id, account_id, mode })
  if (found === undefined) throw new Error(`account ${account_id} has no ${mode} wallet`)
  return found
}

/** With the account; the test wallet begins with money to rehearse with (MSG-581). */
export async function openWallet(owner: Owner, currency: string, opening = 0): Promise<void> {
  await msg_wallets.insert({ ...ownerOf(owner), currency })
  if (opening > 0) {
    await book(owner, { kind: 'top_up', amount: opening, actor: 'system', reason: 'opening' })
  }
}

export interface Booking {
  kind: EntryKind
  /** Effect on the balance, in minor units. */
  amount: number
  reserved_change?: number
  actor: string
  reason?: string | null
  batch_id?: string | null
  message_id?: string | null
  campaign_id?: string | null
  top_up_id?: string | null
  /** Adjustments alone may go below zero, and only when it is said (MSG-267). */
  allow_negative?: boolean
}

export interface Booked {
  entry: Entry
  wallet: Pick<Wallet, 'balance' | 'reserved' | 'currency'>
}

/**
 * One entry. Null when the balance does not cover it: the debit is conditional in one statement, so
 * that of two sends racing for the last shilling exactly one has it (MSG-262).
 */
export async function tryBook(owner: Owner, booking: Booking): Promise<Booked | null> {
  const { amount, reserved_change = 0 } = booking
  const free = amount >= 0 || booking.allow_negative === true
  const [moved] = await returning<Wallet & { was: number }>(
    sql`update msg_wallets set balance = balance + ${amount}, reserved = reserved + ${reserved_change},
          seq = seq + 1, updated_at = ${clock.instant()}
        where account_id = ${owner.account_id} and mode = ${owner.mode}
          and (${free} or balance + ${amount} >= 0)
        returning balance, reserved, seq, currency, threshold, armed`,
  )
  if (moved === undefined) {
    if (owner.mode === 'live') countedAtOnce('wallet_refusals')
    return null
  }
  const entry = await msg_wallet_entries.insert({
    id: newId(),
    ...ownerOf(owner),
    seq: moved.seq,
    kind: booking.kind,
    amount,
    reserved_change,
    balance_after: moved.balance,
    reserved_after: moved.reserved,
    reason: booking.reason ?? null,
    batch_id: booking.batch_id ?? null,
    message_id: booking.message_id ?? null,
    campaign_id: booking.campaign_id ?? null,
    top_up_id: booking.top_up_id ?? null,
    actor: booking.actor,
    created_at: clock.instant(),
  })
  await watchThreshold(owner, moved, amount)
  return { entry, wallet: moved }
}

/** For bookings that must fit: a refusal of 402 when they do not. */
export async function book(owner: Owner, booking: Booking): Promise<Booked> {
  const booked = await tryBook(owner, booking)
  if (booked !== null) return booked
  const { balance, currency } = await walletOf(owner)
  throw insufficient(-booking.amount, balance, currencyOf(currency))
}

/** MSG-146. */
export const insufficient = (cost: number, balance: number, currency: Currency) =>
  refuse(
    'insufficient_funds',
    `This send costs ${said(cost, currency)} and the balance is ${said(balance, currency)}; nothing was sent.`,
  )

/** `TZS 18,500.00` */
export const said = (minor: number, currency: Currency): string =>
  `${currency.code} ${toMajor(minor, currency).toLocaleString('en-US', {
    minimumFractionDigits: currency.decimals,
    maximumFractionDigits: currency.decimals,
  })}`

/** MSG-268: once per crossing; armed again when the balance is back at the threshold. */
async function watchThreshold(
  owner: Owner,
  { balance, reserved, threshold, armed, currency }: Wallet,
  amount: number,
): Promise<void> {
  if (threshold === null) return
  const { account_id, hospital_id, mode } = owner
  const is_armed = Boolean(armed)
  if (is_armed && balance < threshold && balance - amount >= threshold) {
    await msg_wallets.change({ hospital_id, account_id, mode }, { armed: false, low_told_at: null })
    const money = currencyOf(currency)
    await emit(owner, 'wallet.low_balance', {
      data: {
        id: newId(),
        balance: toMajor(balance, money),
        reserved: toMajor(reserved, money),
        threshold: toMajor(threshold, money),
        currency,
        crossedAt: clock.instant(),
      },
    })
  } else if (!is_armed && balance >= threshold) {
    await msg_wallets.change({ hospital_id, account_id, mode }, { armed: true })
  }
}

export interface Refund {
  message_id: string
  /** In minor units; nothing is booked for nothing. */
  amount: number
  reason: RefundReason
  campaign_id?: string | null
}

/** One entry for each message (MSG-271), in two statements whatever their number. */
export async function refundMany(
  owner: Owner,
  refunds: readonly Refund[],
  actor = 'system',
): Promise<void> {
  const due = refunds.filter(({ amount }) => amount > 0)
  if (due.length === 0) return
  const total = due.reduce((sum, { amount }) => sum + amount, 0)
  const [moved] = await returning<Wallet>(
    sql`update msg_wallets set balance = balance + ${total}, seq = seq + ${due.length},
          updated_at = ${clock.instant()}
        where account_id = ${owner.account_id} and mode = ${owner.mode}
        returning balance, reserved, seq, currency, threshold, armed`,
  )
  if (moved === undefined) throw new Error(`account ${owner.account_id} has no wallet`)
  let balance = moved.balance - total
  let seq = moved.seq - due.length
  await insertBulk(
    msg_wallet_entries,
    {
      ...ownerOf(owner),
      kind: 'refund',
      reserved_change: 0,
      reserved_after: moved.reserved,
      actor,
      created_at: clock.instant(),
    },
    due.map(({ message_id, amount, reason, campaign_id = null }) => {
      balance += amount
      seq += 1
      return { seq, amount, balance_after: balance, message_id, campaign_id, reason }
    }),
  )
  await watchThreshold(owner, moved, total)
}
