// Who owes what, and since when (COM-10): of the hospital's clients, the greatest debts first.

import type { Caller } from '../../../../core/caller.ts'
import { csvLines } from '../../../../core/csv-lines.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { type Bucket, buckets } from '../../../money/billing/debts/debtor-shapes.ts'
import { agedOfClients, unappliedOfClients } from '../../../money/billing/debts/of-clients.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { holdsOfMany } from '../holds.ts'
import type { Receivable, ReceivableFilter } from './shapes.ts'

type Sums = Record<Bucket | 'total', number>
type Owing = Sums & { id: string; number: string; name: string; credit_limit: number | null }

const columns = [...buckets, 'total'] as const
const select = sql`d.*, c.id, c.number, c.name, c.credit_limit`
const order = sql` order by d.total desc, c.name_key, c.id`

export async function list(
  caller: Caller,
  asked: ReceivableFilter & PageAsked,
): Promise<Page<Receivable>> {
  const from = await owing(caller, asked)
  const found = await paged<Owing>(asked, { select, from, order })
  const sums = await row<Sums>(
    sql`select ${raw(columns.map((name) => `cast(coalesce(sum(d.${name}), 0) as bigint) as ${name}`).join(', '))}${from}`,
  )
  const { major } = await purseOf(caller)
  const totals = sums === undefined ? {} : inMajor(sums, major)
  return {
    rows: await shownMany(caller, found.rows),
    meta: Object.assign(found.meta, { totals }),
  }
}

async function owing(caller: Caller, asked: ReceivableFilter): Promise<Sql> {
  const day = asked.as_of ?? (await today(caller))
  return sql` from (${agedOfClients(caller, day)}) d join clients c on c.id = d.client_id${where([
    sql`c.hospital_id = ${caller.hospital_id}`,
    when(asked.kind, sql`c.kind = ${asked.kind}`),
    when(asked.status, sql`c.status = ${asked.status}`),
    matching('clients', asked.search, 'c'),
  ])}`
}

const inMajor = (sums: Sums, major: (amount: number) => number): Sums =>
  Object.fromEntries(columns.map((name) => [name, major(Number(sums[name]))])) as Sums

async function shownMany(caller: Caller, found: readonly Owing[]): Promise<Receivable[]> {
  const ids = found.map(({ id }) => id)
  const held = await unappliedOfClients(caller, ids)
  const holds = await holdsOfMany(caller, ids)
  const { major } = await purseOf(caller)
  return found.map((one) => ({
    client: { id: one.id, reference: one.number, name: one.name },
    ...inMajor(one, major),
    unapplied: major(held.get(one.id) ?? 0),
    credit_limit: one.credit_limit === null ? null : major(Number(one.credit_limit)),
    on_hold: holds.has(one.id),
  }))
}

/** All of them, for a spreadsheet. */
export async function csvOf(caller: Caller, asked: ReceivableFilter): Promise<string> {
  const found = await rows<Owing>(sql`select ${select}${await owing(caller, asked)}${order}`)
  return csvLines([headings, ...(await shownMany(caller, found)).map(lineOf)])
}

export const headings = [
  'reference',
  'name',
  ...columns,
  'unapplied',
  'credit_limit',
  'on_hold',
] as const

export const lineOf = (one: Receivable): (string | number)[] => [
  one.client.reference,
  one.client.name,
  ...columns.map((name) => one[name]),
  one.unapplied,
  one.credit_limit ?? '',
  one.on_hold ? 'yes' : 'no',
]
