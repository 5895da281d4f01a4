// Returns that are filed, paid and waived (3.6, ACC-42, ACC-43).

import { asTyped, capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, type Refusal } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { attachmentsOf } from '../../../office/attachments/attachments.ts'
import { type Books, booksOf } from '../books.ts'
import { type FilingRow, papersOf, type Paper, periodName } from './filing-amounts.ts'
import type { Filing, FilingBrief, FilingChange, FilingInput } from './shapes.ts'
import { filing_kinds, filings, type PaperLine } from './tables.ts'
import { filing_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

export const filingLife = (kind: string) =>
  life(kind, filing_states, {
    file: { from: ['DUE'], to: 'FILED', permission: 'filing:file' },
    pay: { from: ['DUE', 'FILED'], to: 'PAID', permission: 'filing:pay' },
    waive: { from: ['DUE'], to: 'WAIVED', permission: 'filing:waive' },
    amend: { from: ['FILED', 'PAID'], to: 'AMENDED', permission: 'filing:manage' },
  })

export interface FilingFilter extends PageAsked {
  search?: string
  status?: FilingRow['status']
  kind?: string
  year?: number
  month?: number
  overdue?: boolean
  due_from?: string
  due_to?: string
}

export async function list(caller: Caller, asked: FilingFilter): Promise<Page<FilingBrief>> {
  const books = await booksOf(caller)
  const late = sql`(status = 'DUE' and due_on < ${books.today})`
  const found = await pageFrom(filings, asked, {
    from: sql` from filings${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${capitals(asked.kind ?? '')}`),
      when(asked.year, sql`period_year = ${asked.year}`),
      when(asked.month, sql`period_month = ${asked.month}`),
      when(asked.due_from, sql`due_on >= ${asked.due_from}`),
      when(asked.due_to, sql`due_on <= ${asked.due_to}`),
      asked.overdue === undefined ? undefined : asked.overdue ? late : sql`not ${late}`,
      matching('filings', asked.search),
    ])}`,
    order: sql` order by due_on desc, id desc`,
  })
  const paperOf = await papersOf(books, found.rows)
  return mapPage(found, (row) => brief(books, row, paperOf(row)))
}

function brief(books: Books, row: FilingRow, paper: Paper): FilingBrief {
  const { major } = books.purse
  const maybe = (minor: number | null): number | null => (minor === null ? null : major(minor))
  const overdue = row.status === 'DUE' && row.due_on < books.today
  const ledger_amount = row.status === 'DUE' ? paper.amount : row.ledger_amount
  return {
    ...row,
    kind: row.kind_typed ?? row.kind,
    period_month: row.period_month === 0 ? null : row.period_month,
    amount_due: major(row.amount_due),
    overdue,
    overdue_days: overdue ? daysBetween(row.due_on, books.today) : null,
    ledger_amount: maybe(ledger_amount),
    difference: ledger_amount === null ? null : major(row.amount_due - ledger_amount),
    paid_amount: maybe(row.paid_amount),
    penalty: maybe(row.penalty),
  }
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

export async function find(caller: Caller, id: string): Promise<Filing> {
  const row = await filingRecord.locked(caller, id)
  const books = await booksOf(caller)
  const paper = (await papersOf(books, [row]))(row)
  const entries = await rows<{ reference: string }>(
    sql`select reference from journal_entries where hospital_id = ${caller.hospital_id}
      and source${oneOf(['FILING_FILE', 'FILING_PAY', 'FILING_WAIVE'])} and source_id = ${id}
      order by chain_no`,
  )
  const files = await attachmentsOf(caller, { type: 'filing', id })
  const lines = row.status === 'DUE' ? paper.lines : row.lines
  return {
    ...brief(books, row, paper),
    lines: lines.map((line) => ({
      ...line,
      base: line.base === null ? null : books.purse.major(line.base),
      amount: books.purse.major(line.amount),
    })),
    entry_references: entries.map(({ reference }) => reference),
    attachments: files.map(({ id: file, file_name }) => ({ id: file, file_name })),
    moves: filingLife(row.kind).open(caller, row.status),
  }
}

export const filingRecord = recordOf(filings, 'filing')

/** By the accountant, by the calendar and by payroll (ACC-43). */
export async function open(
  caller: Caller,
  input: FilingInput,
  more: { source?: string; source_id?: string; lines?: PaperLine[] } = {},
): Promise<Filing> {
  const { hospital_id } = caller
  const { purse } = await booksOf(caller)
  const kind = capitals(input.kind)
  if (kind === '') throw invalid('kind', 'is required.')
  const known = await filing_kinds.find({ hospital_id, kind })
  const period_month = input.period_month ?? 0
  if (known !== undefined && known.every !== 'YEAR' && period_month === 0) {
    throw invalid('period_month', 'is required.')
  }
  const amount_due = purse.minor('amount_due', input.amount_due)
  if (amount_due < 0) throw invalid('amount_due', 'must not be negative.')
  const period = { kind, period_year: input.period_year, period_month }
  const made = await filings
    .insert({
      ...period,
      kind_typed: asTyped(input.kind, kind),
      hospital_id,
      sequence: 1,
      due_on: input.due_on,
      amount_due,
      notes: input.notes ?? null,
      status: 'DUE',
      source: more.source ?? null,
      source_id: more.source_id ?? null,
      lines: more.lines ?? [],
      made_by_name: caller.name,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'kind') ? recorded(period) : error
    })
  note(caller, 'filing.create', made, { to_state: 'DUE' })
  return find(caller, made.id)
}

const recorded = (period: Pick<FilingRow, 'kind' | 'period_year' | 'period_month'>): Refusal =>
  conflict(`${period.kind} ${periodName(period)} is recorded already: amend it.`)

/** Payroll's own return (ACC-26); a second call for the same source answers the first. */
export async function createFiling(
  caller: Caller,
  input: FilingInput & { source: string; source_id: string; lines: PaperLine[] },
): Promise<Filing> {
  const { source, source_id, lines } = input
  const { hospital_id } = caller
  const first = await filings.find({ hospital_id, source, source_id, kind: input.kind })
  if (first !== undefined) return find(caller, first.id)
  return open(caller, input, { source, source_id, lines })
}

export async function change(caller: Caller, id: string, input: FilingChange): Promise<Filing> {
  const before = await filingRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DUE') {
    throw filingLife(before.kind).refusal(before.status, periodName(before))
  }
  const { purse } = await booksOf(caller)
  const amount_due =
    input.amount_due === undefined ? before.amount_due : purse.minor('amount_due', input.amount_due)
  if (amount_due < 0) throw invalid('amount_due', 'must not be negative.')
  const changes = {
    amount_due,
    due_on: input.due_on ?? before.due_on,
    notes: input.notes === undefined ? before.notes : input.notes,
  }
  await filings.change({ hospital_id: caller.hospital_id, id }, changes)
  note(caller, 'filing.update', before, { changes: difference(before, changes) })
  return find(caller, id)
}

export function note(
  caller: Caller,
  action: string,
  row: FilingRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'filing',
    entity_id: row.id,
    entity_label: `${row.kind} ${periodName(row)}`,
    ...more,
  })
}

/** The day a return is due by its calendar: the day of a month after the period (2.8). */
export function dueOn(
  { due_day, due_month_offset }: { due_day: number; due_month_offset: number },
  period_end: string,
): string {
  let first = nextDay(period_end)
  for (let step = 1; step < due_month_offset; step++)
    first = nextDay(`${first.slice(0, 7)}-28`, 7).slice(0, 7) + '-01'
  const after = `${nextDay(`${first.slice(0, 7)}-28`, 7).slice(0, 7)}-01`
  const last = Number(nextDay(after, -1).slice(8))
  return `${first.slice(0, 7)}-${String(Math.min(due_day, last)).padStart(2, '0')}`
}
