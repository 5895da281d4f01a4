// Money as an account sees it, and how it comes in: top-ups, adjustments, the low-balance line
// (MSG-266 to MSG-269).

import { clock } from '../../core/clock.ts'
import { attempt } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { type Currency, toMajor, toMinor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { conflict, invalid, noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { accountNow } from '../accounts/accounts.ts'
import { note } from '../accounts/audit.ts'
import { type Actor, type Owner, ownerOf } from '../caller.ts'
import {
  afterId,
  type Asked,
  cursorOf,
  limitOf,
  type Listed,
  listed,
  readCursor,
} from '../cursors.ts'
import type { Entry, TopUp, TopUpInput, Wallet } from './shapes.ts'
import { msg_top_ups, msg_wallet_entries, msg_wallets } from './tables.ts'
import { type Entry as EntryRow, said, tryBook, walletOf } from './wallets.ts'
import type { EntryKind, top_up_states } from './words.ts'

export type TopUpRow = RowOf<(typeof msg_top_ups)['columns']>
export type { EntryRow }

export async function showWallet(owner: Owner): Promise<Wallet> {
  const found = await walletOf(owner)
  const money = currencyOf(found.currency)
  const { billing } = await accountNow(owner.account_id)
  return {
    currency: found.currency,
    balance: toMajor(found.balance, money),
    reserved: toMajor(found.reserved, money),
    threshold: found.threshold === null ? null : toMajor(found.threshold, money),
    armed: found.armed,
    lowBalance: found.threshold !== null && found.balance < found.threshold,
    billing,
    updatedAt: found.updated_at,
  }
}

/** Sets the line and emits nothing; armed when the balance is at it or above (MSG-268). */
export async function setThreshold(
  by: Actor,
  owner: Owner,
  threshold: number | null,
): Promise<Wallet> {
  const { account_id, hospital_id, mode } = owner
  const found = await msg_wallets.find({ account_id, hospital_id, mode }, { lock: true })
  if (found === undefined) throw noSuch('wallet')
  const money = currencyOf(found.currency)
  const minor = threshold === null ? null : toMinor(threshold, money, 'threshold')
  if (minor !== null && minor < 0) throw invalid('threshold', 'must not be negative.')
  await msg_wallets.change(
    { account_id, hospital_id, mode },
    { threshold: minor, armed: minor !== null && found.balance >= minor },
  )
  await note(by, 'wallet.threshold', {
    owner,
    entity: 'wallet',
    changes: { threshold: [found.threshold, minor] },
  })
  return showWallet(owner)
}

export interface EntriesAsked extends Asked {
  kind?: EntryKind | undefined
  batchId?: string | undefined
  messageId?: string | undefined
  campaignId?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

export async function listEntries(owner: Owner, asked: EntriesAsked): Promise<Listed<Entry>> {
  const iso = (text: string): string => new Date(text).toISOString()
  const found = await msg_wallet_entries.read(
    sql`select ${msg_wallet_entries.selection()} from msg_wallet_entries${where([
      sql`account_id = ${owner.account_id}`,
      sql`mode = ${owner.mode}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.batchId, sql`batch_id = ${asked.batchId}`),
      when(asked.messageId, sql`message_id = ${asked.messageId}`),
      when(asked.campaignId, sql`campaign_id = ${asked.campaignId}`),
      asked.since === undefined ? undefined : sql`created_at >= ${iso(asked.since)}`,
      asked.until === undefined ? undefined : sql`created_at < ${iso(asked.until)}`,
      afterSeq(asked),
    ])} order by seq desc limit ${limitOf(asked) + 1}`,
  )
  const money = currencyOf((await walletOf(owner)).currency)
  return listed(
    asked,
    found,
    (one) => shownEntry(one, money),
    ({ seq }) => cursorOf(seq),
  )
}

const afterSeq = ({ cursor }: Asked) =>
  cursor === undefined ? undefined : sql`seq < ${Number(readCursor(cursor, 1)[0]) || 0}`

export const shownEntry = (entry: EntryRow, money: Currency): Entry => ({
  id: entry.id,
  seq: entry.seq,
  kind: entry.kind,
  amount: toMajor(entry.amount, money),
  reservedChange: toMajor(entry.reserved_change, money),
  balanceAfter: toMajor(entry.balance_after, money),
  reservedAfter: toMajor(entry.reserved_after, money),
  reason: entry.reason,
  batchId: entry.batch_id,
  messageId: entry.message_id,
  campaignId: entry.campaign_id,
  topUpId: entry.top_up_id,
  actor: entry.actor,
  createdAt: entry.created_at,
})

/** Asked for by the account; a person of the platform confirms it (MSG-266). */
export async function askTopUp(by: Actor, owner: Owner, input: TopUpInput): Promise<TopUpRow> {
  const { currency } = await walletOf(owner)
  if (input.amount <= 0) throw invalid('amount', 'must be more than 0.')
  const made = await msg_top_ups.insert({
    ...ownerOf(owner),
    amount: toMinor(input.amount, currencyOf(currency), 'amount'),
    currency,
    method: input.method,
    payment_reference: input.paymentReference.trim(),
    note: input.note ?? null,
    asked_by: by.actor,
  })
  await noteTopUp(by, 'top_up.request', made, { to: 'pending' })
  return made
}

/** Asked for and confirmed in one: the platform's own cashier. */
export async function topUp(by: Actor, owner: Owner, input: TopUpInput): Promise<TopUpRow> {
  return confirmTopUp(by, (await askTopUp(by, owner, input)).id)
}

export async function confirmTopUp(by: Actor, id: string): Promise<TopUpRow> {
  const found = await decidable(id)
  await mustBeNew(found)
  const at = clock.instant()
  try {
    await attempt(() =>
      msg_top_ups.change(
        { hospital_id: found.hospital_id, id },
        { status: 'confirmed', decided_by: by.actor, decided_at: at },
      ),
    )
  } catch (error) {
    if (!isTaken(error, 'payment_reference')) throw error
    await mustBeNew(found)
    throw error
  }
  await tryBook(ownerOf(found), {
    kind: 'top_up',
    amount: found.amount,
    actor: by.actor,
    top_up_id: id,
  })
  await noteTopUp(by, 'top_up.confirm', found, { from: 'pending', to: 'confirmed' })
  return topUpById(id)
}

export async function rejectTopUp(by: Actor, id: string, reason: string): Promise<TopUpRow> {
  const found = await decidable(id)
  await msg_top_ups.change(
    { hospital_id: found.hospital_id, id },
    {
      status: 'rejected',
      decided_by: by.actor,
      decided_at: clock.instant(),
      reject_reason: reason,
    },
  )
  await noteTopUp(by, 'top_up.reject', found, { from: 'pending', to: 'rejected', reason })
  return topUpById(id)
}

export async function topUpById(id: string): Promise<TopUpRow> {
  const found = await msg_top_ups.findAnywhere({ id })
  if (found === undefined) throw noSuch('top-up')
  return found
}

async function decidable(id: string): Promise<TopUpRow> {
  const found = await msg_top_ups.findAnywhere({ id }, { lock: true })
  if (found === undefined) throw noSuch('top-up')
  if (found.status !== 'pending')
    throw conflict(`This top-up is ${found.status}. Nothing more can be done with it.`, 'state')
  return found
}

/** The same payment confirms once, in the whole deployment. */
async function mustBeNew({ payment_reference }: TopUpRow): Promise<void> {
  const there = await msg_top_ups.findAnywhere({ payment_reference, status: 'confirmed' })
  if (there === undefined) return
  const amount = said(there.amount, currencyOf(there.currency))
  throw conflict(
    `Payment ${payment_reference} was confirmed on ${(there.decided_at ?? '').slice(0, 10)} for ${amount}.`,
  )
}

export async function listTopUps(
  { account_id, mode }: Owner,
  asked: Asked & {
    status?: (typeof top_up_states)[number] | undefined
    since?: string | undefined
    until?: string | undefined
  },
): Promise<Listed<TopUp>> {
  const iso = (text: string): string => new Date(text).toISOString()
  const found = await msg_top_ups.read(
    sql`select ${msg_top_ups.selection()} from msg_top_ups${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      when(asked.status, sql`status = ${asked.status}`),
      asked.since === undefined ? undefined : sql`created_at >= ${iso(asked.since)}`,
      asked.until === undefined ? undefined : sql`created_at < ${iso(asked.until)}`,
      afterId(asked, 'desc'),
    ])} order by id desc limit ${limitOf(asked) + 1}`,
  )
  return listed(asked, found, shownTopUp, ({ id }) => cursorOf(id))
}

export const shownTopUp = (found: TopUpRow): TopUp => ({
  id: found.id,
  amount: toMajor(found.amount, currencyOf(found.currency)),
  currency: found.currency,
  method: found.method,
  paymentReference: found.payment_reference,
  note: found.note,
  status: found.status,
  decidedBy: found.decided_by,
  decidedAt: found.decided_at,
  rejectReason: found.reject_reason,
  moves: found.status === 'pending' ? ['confirm', 'reject'] : [],
  createdAt: found.created_at,
  updatedAt: found.updated_at,
})

/** MSG-267: the reason is required; below nothing only when that is said. */
export async function adjust(
  by: Actor,
  owner: Owner,
  asked: { amount: number; reason: string; allow_negative?: boolean | undefined },
): Promise<EntryRow> {
  const money = currencyOf((await walletOf(owner)).currency)
  const booked = await tryBook(owner, {
    kind: 'adjustment',
    amount: toMinor(asked.amount, money, 'amount'),
    reason: asked.reason,
    actor: by.actor,
    ...(asked.allow_negative === true ? { allow_negative: true } : {}),
  })
  if (booked === null) {
    const { balance } = await walletOf(owner)
    throw conflict(`The messaging balance is ${said(balance, money)}; it cannot go below zero.`)
  }
  await note(by, 'wallet.adjust', {
    owner,
    entity: 'wallet',
    entity_id: booked.entry.id,
    reason: asked.reason,
  })
  return booked.entry
}

const noteTopUp = (
  by: Actor,
  action: string,
  found: TopUpRow,
  about: { from?: string; to?: string; reason?: string },
): Promise<void> =>
  note(by, action, {
    owner: ownerOf(found),
    entity: 'top_up',
    entity_id: found.id,
    label: found.payment_reference,
    ...about,
  })
