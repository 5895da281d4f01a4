// The books as files for an auditor: the chart, the journal as it was posted, the ledger by account.
// Everything is read page by page up to the entry that was the last when it began.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { csvLines } from '../../../../core/csv-lines.ts'
import { invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { facilities } from '../../../office/places/tables.ts'
import { chart_columns } from '../chart/accounts-import.ts'
import { type Books, booksOf } from '../books.ts'
import { inOrder, signOf } from '../chart/chart.ts'
import { nets, posting } from './reports.ts'
import { ledger_heads } from '../tables.ts'

export interface BooksPiece {
  file: string
  text: string
  rows: number
}

const page_lines = 5_000

export async function chartCsv(caller: Caller): Promise<{ text: string; rows: number }> {
  const { chart } = await booksOf(caller)
  const all = inOrder(chart)
  const line = ({ is_bank, active, ...account }: (typeof all)[number]): string[] =>
    chart_columns.map((name) => {
      if (name === 'parent_code') return chart.by_id.get(account.parent_id ?? '')?.code ?? ''
      if (name === 'is_bank') return is_bank ? 'yes' : 'no'
      if (name === 'active') return active ? 'yes' : 'no'
      return account[name] ?? ''
    })
  return { text: csvLines([chart_columns, ...all.map(line)]), rows: all.length }
}

export async function* booksFiles(
  caller: Caller,
  { from, to }: { from: string; to: string },
): AsyncGenerator<BooksPiece> {
  if (from > to) throw invalid('from', 'is after to.')
  const books = await booksOf(caller)
  const { hospital_id } = books
  const head = (await ledger_heads.find({ hospital_id }))?.chain_no ?? 0
  const branches = new Map(
    (await facilities.all({ hospital_id })).map(({ id, code }) => [id, code]),
  )
  const chart = await chartCsv(caller)
  yield { file: 'chart.csv', ...chart }
  const asked: Asked = { books, from, to, head, branches }
  yield* journal(asked)
  yield* ledger(asked)
}

interface Asked {
  books: Books
  from: string
  to: string
  head: number
  branches: ReadonlyMap<string, string>
}

interface Line {
  chain_no: number
  line_no: number
  entry_date: string
  account_id: string
  facility_id: string
  department: string | null
  description: string | null
  party_kind: string | null
  party_id: string | null
  debit: number
  credit: number
  reference: string
  kind: string
  source: string
  memo: string
  posted_at: string
  posted_by_name: string
}

const of_line = sql`l.chain_no, l.line_no, l.entry_date, l.account_id, l.facility_id, l.department,
  l.description, l.party_kind, l.party_id, l.debit, l.credit, e.reference, e.kind, e.source, e.memo,
  e.posted_at, e.posted_by_name`

async function* journal({ books, from, to, head, branches }: Asked): AsyncGenerator<BooksPiece> {
  const { chart, purse, hospital_id } = books
  const file = 'journal.csv'
  const heading = [
    'chain_no',
    'reference',
    'date',
    'kind',
    'source',
    'memo',
    'line',
    'code',
    'account',
    'branch',
    'department',
    'party',
    'description',
    'debit',
    'credit',
    'posted_at',
    'posted_by',
  ]
  yield { file, text: csvLines([heading]), rows: 0 }
  let after = { chain_no: 0, line_no: 0 }
  for (;;) {
    const found = await rows<Line>(
      sql`select ${of_line} from journal_lines l join journal_entries e on e.id = l.entry_id
        where l.hospital_id = ${hospital_id} and l.entry_date between ${from} and ${to}
          and l.chain_no <= ${head} and (l.chain_no > ${after.chain_no}
            or (l.chain_no = ${after.chain_no} and l.line_no > ${after.line_no}))
        order by l.chain_no, l.line_no limit ${page_lines}`,
    )
    const last = found.at(-1)
    if (last === undefined) return
    after = last
    const text = csvLines(
      found.map((line) => [
        line.chain_no,
        line.reference,
        line.entry_date,
        line.kind,
        line.source,
        line.memo,
        line.line_no,
        chart.by_id.get(line.account_id)?.code ?? '',
        chart.by_id.get(line.account_id)?.name ?? '',
        branches.get(line.facility_id) ?? '',
        line.department ?? '',
        line.party_kind === null ? '' : `${line.party_kind} ${line.party_id ?? ''}`,
        line.description ?? '',
        purse.major(line.debit),
        purse.major(line.credit),
        line.posted_at,
        line.posted_by_name,
      ]),
    )
    yield { file, text, rows: found.length }
  }
}

/** Totals know no entry, so what was posted behind the last one into earlier days is taken off. */
const broughtForward = (
  hospital_id: string,
  from: string,
  head: number,
): Promise<Map<string, number>> =>
  snapshot(async () => {
    const before = await nets(hospital_id, { to: nextDay(from, -1) })
    const since = await rows<{ account_id: string; net: number | string }>(
      sql`select account_id, sum(debit - credit) as net from journal_lines
        where hospital_id = ${hospital_id} and chain_no > ${head} and entry_date < ${from}
        group by account_id`,
    )
    for (const { account_id, net } of since) {
      before.set(account_id, (before.get(account_id) ?? 0) - Number(net))
    }
    return before
  })

/** Account after account: what was brought forward, its lines, what stands at the end. */
async function* ledger({ books, from, to, head }: Asked): AsyncGenerator<BooksPiece> {
  const { purse, hospital_id } = books
  const file = 'ledger.csv'
  const heading = ['code', 'account', 'date', 'reference', 'memo', 'debit', 'credit', 'balance']
  yield { file, text: csvLines([heading]), rows: 0 }
  const before = await broughtForward(hospital_id, from, head)
  for (const account of posting(books)) {
    const own = [account.code ?? '', account.name]
    const shown = (minor: number): number => purse.major(minor * signOf(account.kind) || 0)
    let running = before.get(account.id) ?? 0
    let any = running !== 0
    if (any) {
      const text = csvLines([[...own, from, '', 'Brought forward', '', '', shown(running)]])
      yield { file, text, rows: 1 }
    }
    let after = { entry_date: '', chain_no: 0, line_no: 0 }
    for (;;) {
      const found = await rows<Line>(
        sql`select ${of_line} from journal_lines l join journal_entries e on e.id = l.entry_id
          where l.hospital_id = ${hospital_id} and l.account_id = ${account.id}
            and l.entry_date between ${from} and ${to} and l.chain_no <= ${head}
            and (l.entry_date > ${after.entry_date} or (l.entry_date = ${after.entry_date}
              and (l.chain_no > ${after.chain_no}
                or (l.chain_no = ${after.chain_no} and l.line_no > ${after.line_no}))))
          order by l.entry_date, l.chain_no, l.line_no limit ${page_lines}`,
      )
      const last = found.at(-1)
      if (last === undefined) break
      after = last
      any = true
      const lines = found.map(({ entry_date, reference, memo, debit, credit }) => {
        running += debit - credit
        const sides = [purse.major(debit), purse.major(credit)]
        return [...own, entry_date, reference, memo, ...sides, shown(running)]
      })
      yield { file, text: csvLines(lines), rows: found.length }
    }
    if (!any) continue
    yield { file, text: csvLines([[...own, to, '', 'Balance', '', '', shown(running)]]), rows: 1 }
  }
}
