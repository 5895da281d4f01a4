// A statement (MSG-269): the entries of some days between an opening and a closing balance. Both are
// read from the ledger's own sequence, so that opening, entries and closing always agree.

import { Readable } from 'node:stream'
import { dayIn, nextDay, startOfDay } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { type Currency, toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { sql } from '../../store/sql.ts'
import { accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { csvLine } from '../../core/csv-lines.ts'
import { wrong } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { shownEntry } from './money.ts'
import type { Entry } from './shapes.ts'
import { msg_wallet_entries } from './tables.ts'
import { walletOf } from './wallets.ts'

export interface Period {
  from?: string | undefined
  to?: string | undefined
}

interface Bound {
  seq: number
  balance: number
  reserved: number
}

export interface Statement {
  account_name: string
  from: string
  to: string
  currency: Currency
  opening: Bound
  closing: Bound
}

const at_once = 500
const most_days = 400

/** Both days are within it, by the account's calendar; without days, the month up to today. */
export async function daysOf(
  owner: Owner,
  { from, to }: Period,
): Promise<{ from: string; to: string; since: string; before: string }> {
  const account = await accountNow(owner.account_id)
  const zone = account.time_zone ?? (await setting('time_zone'))
  const last = to ?? dayIn(zone, new Date(await now(owner, owner.mode)))
  const first = from ?? nextDay(last, -30)
  if (first > last) throw wrong('from', 'from must not be later than to.')
  if (nextDay(first, most_days) <= last)
    throw wrong('to', `to may be at most ${most_days} days after from.`)
  return {
    from: first,
    to: last,
    since: startOfDay(zone, first),
    before: startOfDay(zone, nextDay(last)),
  }
}

export async function statementOf(owner: Owner, asked: Period): Promise<Statement> {
  const { from, to, since, before } = await daysOf(owner, asked)
  const account = await accountNow(owner.account_id)
  const opening = await lastBefore(owner, since)
  const closing = await lastBefore(owner, before)
  return {
    account_name: account.name,
    from,
    to,
    currency: currencyOf((await walletOf(owner)).currency),
    opening,
    closing: closing.seq < opening.seq ? opening : closing,
  }
}

async function lastBefore({ account_id, mode }: Owner, at: string): Promise<Bound> {
  const found = await row<{ seq: number; balance: number; reserved: number }>(
    sql`select seq, balance_after as balance, reserved_after as reserved from msg_wallet_entries
        where account_id = ${account_id} and mode = ${mode} and created_at < ${at}
        order by seq desc limit 1`,
  )
  if (found === undefined) return { seq: 0, balance: 0, reserved: 0 }
  const { seq, balance, reserved } = found
  return { seq: Number(seq), balance: Number(balance), reserved: Number(reserved) }
}

/** In their order, in pieces: a long period never stands in memory at once. */
export async function* entriesOf(
  { account_id, mode }: Owner,
  { opening, closing, currency }: Statement,
): AsyncGenerator<Entry[]> {
  let after = opening.seq
  while (after < closing.seq) {
    const found = await msg_wallet_entries.read(
      sql`select ${msg_wallet_entries.selection()} from msg_wallet_entries
          where account_id = ${account_id} and mode = ${mode}
            and seq > ${after} and seq <= ${closing.seq} order by seq limit ${at_once}`,
    )
    const last = found.at(-1)
    if (last === undefined) return
    after = last.seq
    yield found.map((entry) => shownEntry(entry, currency))
  }
}

export const statementFile = async (
  owner: Owner,
  asked: Period,
  format: 'json' | 'csv',
): Promise<Readable> => {
  const statement = await statementOf(owner, asked)
  return Readable.from(format === 'csv' ? csvOf(owner, statement) : jsonOf(owner, statement))
}

async function* jsonOf(owner: Owner, statement: Statement): AsyncGenerator<string> {
  const { from, to, currency, opening, closing } = statement
  const major = (minor: number): number => toMajor(minor, currency)
  const head = {
    from,
    to,
    currency: currency.code,
    opening: major(opening.balance),
    openingReserved: major(opening.reserved),
    closing: major(closing.balance),
    closingReserved: major(closing.reserved),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  let first = true
  for await (const entries of entriesOf(owner, statement)) {
    const text = entries.map((entry) => JSON.stringify(entry)).join(',')
    yield first ? text : `,${text}`
    first = false
  }
  yield ']}'
}

const bom = '\ufeff'
const columns = [
  'seq',
  'createdAt',
  'kind',
  'amount',
  'reservedChange',
  'balanceAfter',
  'reservedAfter',
  'reason',
  'batchId',
  'messageId',
  'campaignId',
  'topUpId',
  'actor',
] as const satisfies readonly (keyof Entry)[]

async function* csvOf(owner: Owner, statement: Statement): AsyncGenerator<string> {
  const { from, to, currency, opening, closing } = statement
  const line = (kind: string, at: string, { balance, reserved }: Bound): string =>
    csvLine(['', at, kind, '', '', toMajor(balance, currency), toMajor(reserved, currency)])
  yield bom + csvLine(columns)
  yield line('opening', from, opening)
  for await (const entries of entriesOf(owner, statement))
    yield entries.map((entry) => csvLine(columns.map((name) => entry[name]))).join('')
  yield line('closing', to, closing)
}
