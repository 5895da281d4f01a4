// What moved on a party's accounts of one kind, in a period (billing 4.19, statements).

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { booksOf } from '../books.ts'
import { grouped, signOf } from '../chart/chart.ts'
import type { EntryDocument } from '../tables.ts'
import type { PartyKind } from '../words.ts'

export interface PartyLine {
  on: string
  reference: string
  document: string | null
  source: string
  memo: string
  /** In minor units. */
  debit: number
  credit: number
  /** By the accounts' own sign, after this line. */
  balance: number
}

export interface PartyLedger {
  opening: number
  lines: PartyLine[]
  closing: number
}

const most = 20_000

/** One line for each entry, in the order of the books. */
export async function partyLedger(
  caller: Pick<Caller, 'hospital_id'>,
  grouping: string,
  party: { kind: PartyKind; id: string },
  period: { from?: string | undefined; to?: string | undefined },
): Promise<PartyLedger> {
  const { hospital_id } = caller
  const { chart } = await booksOf(caller)
  const accounts = grouped(chart, grouping)
  const [first] = accounts
  if (first === undefined) return { opening: 0, lines: [], closing: 0 }
  const sign = signOf(first.kind)
  const of = [
    sql`l.hospital_id = ${hospital_id}`,
    sql`l.party_id = ${party.id}`,
    sql`l.party_kind = ${party.kind}`,
    sql`l.account_id${oneOf(accounts.map(({ id }) => id))}`,
  ]
  const opening = await openingOf(of, period.from)
  const found = await rows<Found>(
    sql`select e.entry_date as day, e.chain_no, e.reference, e.document, e.source, e.memo,
        sum(l.debit) as debit, sum(l.credit) as credit
      from journal_lines l join journal_entries e on e.id = l.entry_id${where([
        ...of,
        when(period.from, sql`l.entry_date >= ${period.from}`),
        when(period.to, sql`l.entry_date <= ${period.to}`),
      ])}
      group by e.id, e.entry_date, e.chain_no, e.reference, e.document, e.source, e.memo
      order by e.entry_date, e.chain_no limit ${most}`,
  )
  let running = opening
  const lines = found.map((line) => {
    const [debit, credit] = [Number(line.debit), Number(line.credit)]
    running += debit - credit
    return {
      on: line.day,
      reference: line.reference,
      document: referenceIn(line.document),
      source: line.source,
      memo: line.memo,
      debit,
      credit,
      balance: running * sign || 0,
    }
  })
  return { opening: opening * sign || 0, lines, closing: running * sign || 0 }
}

interface Found {
  day: string
  reference: string
  document: unknown
  source: string
  memo: string
  debit: number
  credit: number
}

async function openingOf(of: Parameters<typeof where>[0], from: string | undefined) {
  if (from === undefined) return 0
  const [before] = await rows<{ net: number | null }>(
    sql`select sum(l.debit) - sum(l.credit) as net from journal_lines l${where([
      ...of,
      sql`l.entry_date < ${from}`,
    ])}`,
  )
  return Number(before?.net ?? 0)
}

/** One database hands JSON over as text, the other as what it means. */
function referenceIn(document: unknown): string | null {
  const read = typeof document === 'string' ? JSON.parse(document) : document
  return (read as EntryDocument | null)?.reference ?? null
}

/** Whether a line of the books names this party. */
export async function hasEntries(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { kind, id }: { kind: PartyKind; id: string },
): Promise<boolean> {
  const found = await row(
    sql`select 1 as yes from journal_lines where hospital_id = ${hospital_id}
      and party_id = ${id} and party_kind = ${kind} limit 1`,
  )
  return found !== undefined
}
