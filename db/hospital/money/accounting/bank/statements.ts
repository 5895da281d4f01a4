// Bank statements (2.10, ACC-58, ACC-59): brought in once, whatever is imported twice.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../../core/caller.ts'
import { row, rows, within } from '../../../../store/connection.ts'
import { nextDay } from '../../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { type Books, booksOf } from '../books.ts'
import type { AccountRow } from '../chart/chart.ts'
import { fundingOf } from '../funding/funding.ts'
import { accounts } from '../tables.ts'
import type { StatementImport, StatementLine } from './shapes.ts'
import { type CsvProfile, csv_profiles, statement_imports, statement_lines } from './tables.ts'
import {
  default_profile,
  type FileLine,
  type FileRead,
  type Format,
  readStatement,
} from './statement-files.ts'
import { type statement_states, statement_formats } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type StatementRow = RowOf<(typeof statement_lines)['columns']>

/** A ledger account with statements, or the funding account that stands for it (ACC-58). */
export async function bankOf(caller: Caller, id: string): Promise<AccountRow> {
  const { chart } = await booksOf(caller)
  const account =
    chart.by_id.get(id) ?? chart.by_id.get((await fundingOf(caller, id))?.account_id ?? '')
  if (account === undefined) throw noSuch('bank account')
  if (account.role !== 'POSTING' || !account.is_bank) {
    throw conflict(`${account.code} has no bank statements.`)
  }
  return account
}

interface Uploaded {
  file_name: string
  bytes: Buffer
  fields: Readonly<Record<string, string>>
}

export async function bringIn(caller: Caller, file: Uploaded): Promise<StatementImport> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const { bank_account_id = '', format = 'CSV' } = file.fields
  if (bank_account_id === '') throw invalid('bank_account_id', 'is required.')
  const known = statement_formats.find((one) => one === format.toUpperCase())
  if (known === undefined)
    throw invalid('format', `must be one of ${statement_formats.join(', ')}.`)
  const account = await bankOf(caller, bank_account_id)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  await refuseSame(caller, account, sha256)
  const profile = await profileOf(hospital_id, account.id, file.fields['mapping'])
  const read = readStatement(file.bytes, known, books.purse.currency.decimals, profile)
  addsUp(books, read)
  const future = read.lines.find(({ value_date }) => value_date > books.today)
  if (future !== undefined) {
    throw new Refusal(400, 'invalid', `value_date ${future.value_date} is in the future.`)
  }
  const dry_run = file.fields['dry_run'] === 'true'
  const work = () => keep(caller, books, { account, known, sha256, read, dry_run, file })
  return dry_run ? work() : within(work)
}

async function refuseSame(
  { hospital_id }: Caller,
  { id: account_id }: AccountRow,
  sha256: string,
): Promise<void> {
  const status = 'IMPORTED'
  const first = await statement_imports.find({ hospital_id, account_id, sha256, status })
  if (first === undefined) return
  throw conflict(`This file was imported on ${first.created_at.slice(0, 10)}.`)
}

async function profileOf(
  hospital_id: string,
  account_id: string,
  mapping: string | undefined,
): Promise<CsvProfile> {
  if (mapping !== undefined && mapping !== '') {
    try {
      return { ...default_profile, ...(JSON.parse(mapping) as Partial<CsvProfile>) }
    } catch {
      throw invalid('mapping', 'is not JSON.')
    }
  }
  const kept = await csv_profiles.find({ hospital_id, account_id })
  return kept?.profile ?? default_profile
}

function addsUp({ purse }: Books, { lines, opening, closing }: FileRead): void {
  if (opening === null || closing === null) return
  const sum = lines.reduce((total, { amount }) => total + amount, opening)
  if (sum === closing) return
  throw conflict(
    `The opening balance and the lines come to ${purse.said(sum)}, the statement says ${purse.said(closing)}.`,
  )
}

interface Keeping {
  account: AccountRow
  known: Format
  sha256: string
  read: FileRead
  dry_run: boolean
  file: Uploaded
}

async function keep(caller: Caller, books: Books, about: Keeping): Promise<StatementImport> {
  const { hospital_id } = caller
  const { account, read, dry_run } = about
  if (!dry_run) {
    // Sent twice at once, the second waits here and finds the first.
    await accounts.find({ hospital_id, id: account.id }, { lock: true })
    await refuseSame(caller, account, about.sha256)
  }
  const marked = fingerprinted(account.id, read.lines)
  const there = await rows<{ fingerprint: string }>(
    sql`select fingerprint from statement_lines where hospital_id = ${hospital_id}
      and fingerprint${oneOf(marked.map(({ fingerprint }) => fingerprint))}`,
  )
  const known = new Set(there.map(({ fingerprint }) => fingerprint))
  const fresh = marked.filter(({ fingerprint }) => !known.has(fingerprint))
  const days = read.lines.map(({ value_date }) => value_date).sort()
  const facts = {
    from_date: days[0] ?? null,
    to_date: days.at(-1) ?? null,
    opening_balance: read.opening,
    closing_balance: read.closing,
    line_count: marked.length,
    new_count: fresh.length,
    duplicate_count: marked.length - fresh.length,
    status: 'IMPORTED' as const,
  }
  let id: string | null = null
  if (!dry_run) {
    const made = await statement_imports.insert({
      ...facts,
      hospital_id,
      account_id: account.id,
      format: about.known,
      file_name: about.file.file_name.slice(0, 255),
      sha256: about.sha256,
      made_by_name: caller.name,
    })
    id = made.id
    await statement_lines.insertMany(
      fresh.map((line) => ({
        ...line,
        hospital_id,
        account_id: account.id,
        status: 'NEW' as const,
        import_id: made.id,
      })),
    )
    record(caller, 'bank.import', {
      entity_type: 'statement_import',
      entity_id: made.id,
      entity_label: made.file_name,
      rows: fresh.length,
    })
  }
  const { major } = books.purse
  return {
    id,
    bank_account_id: account.id,
    format: about.known,
    file_name: about.file.file_name.slice(0, 255),
    sha256: about.sha256,
    from: facts.from_date,
    to: facts.to_date,
    opening_balance: read.opening === null ? null : major(read.opening),
    closing_balance: read.closing === null ? null : major(read.closing),
    lines: facts.line_count,
    new: facts.new_count,
    duplicates: facts.duplicate_count,
    status: 'IMPORTED',
    dry_run,
    preview: read.lines.slice(0, 20).map((line) => ({ ...line, amount: major(line.amount) })),
  }
}

/** Two lines that say the same on one day are told apart by their place among their equals. */
function fingerprinted(
  account_id: string,
  lines: readonly FileLine[],
): (FileLine & { fingerprint: string; line_index: number })[] {
  const equals = new Map<string, number>()
  return lines.map((line, index) => {
    const words = [account_id, line.value_date, line.amount, line.bank_reference, line.description]
    const key = JSON.stringify(words)
    const place = equals.get(key) ?? 0
    equals.set(key, place + 1)
    const fingerprint = createHash('sha256').update(`${key}|${place}`).digest('hex')
    return { ...line, fingerprint, line_index: index + 1 }
  })
}

export interface StatementFilter extends PageAsked {
  search?: string
  bank_account_id?: string
  status?: (typeof statement_states)[number]
  from?: string
  to?: string
  min_amount?: number
  max_amount?: number
  import_id?: string
}

export async function list(caller: Caller, asked: StatementFilter): Promise<Page<StatementLine>> {
  const { purse } = await booksOf(caller)
  const account =
    asked.bank_account_id === undefined ? undefined : await bankOf(caller, asked.bank_account_id)
  const minor = (field: 'min_amount' | 'max_amount'): number | undefined =>
    asked[field] === undefined ? undefined : purse.minor(field, asked[field])
  const [least, most] = [minor('min_amount'), minor('max_amount')]
  const from: Sql = sql` from statement_lines${where([
    sql`hospital_id = ${caller.hospital_id}`,
    when(account, sql`account_id = ${account?.id}`),
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.from, sql`value_date >= ${asked.from}`),
    when(asked.to, sql`value_date <= ${asked.to}`),
    when(least, sql`amount >= ${least}`),
    when(most, sql`amount <= ${most}`),
    when(asked.import_id, sql`import_id = ${asked.import_id}`),
    matching('statement_lines', asked.search),
  ])}`
  const found = await pageFrom(statement_lines, asked, {
    from,
    order: sql` order by value_date desc, id desc`,
  })
  const totals = await row<{ money_in: number; money_out: number; unmatched: number }>(
    sql`select cast(coalesce(sum(case when amount > 0 then amount else 0 end), 0) as bigint) as money_in,
      cast(coalesce(sum(case when amount < 0 then -amount else 0 end), 0) as bigint) as money_out,
      cast(coalesce(sum(case when status in ('NEW', 'PART_MATCHED') then 1 else 0 end), 0) as bigint) as unmatched
      ${from}`,
  )
  const meta = {
    ...found.meta,
    totals: {
      in: purse.major(totals?.money_in ?? 0),
      out: purse.major(totals?.money_out ?? 0),
      unmatched: totals?.unmatched ?? 0,
    },
  }
  return { rows: await view(caller, found.rows), meta }
}

export async function view(
  caller: Caller,
  found: readonly StatementRow[],
): Promise<StatementLine[]> {
  const { hospital_id } = caller
  const { purse } = await booksOf(caller)
  const matches = await rows<{
    statement_line_id: string
    line_id: string
    reference: string
    amount: number
  }>(
    sql`select m.statement_line_id, m.line_id, e.reference, m.amount from statement_matches m
      join journal_entries e on e.id = m.entry_id
      where m.hospital_id = ${hospital_id}
        and m.statement_line_id${oneOf(found.map(({ id }) => id))} order by e.chain_no, m.id`,
  )
  const suggested = await suggestions(hospital_id, found)
  return found.map((line) => {
    const own = matches.filter(({ statement_line_id }) => statement_line_id === line.id)
    const references = [...new Set(own.map(({ reference }) => reference))].slice(0, 5)
    return {
      ...line,
      bank_account_id: line.account_id,
      amount: purse.major(line.amount),
      matched_amount: own.length === 0 ? null : purse.major(line.matched_amount),
      matched_entry_reference: own.length === 0 ? null : references.join(', '),
      matched_line_id: own.length === 1 ? (own[0]?.line_id ?? null) : null,
      matches: own.map(({ line_id, reference, amount }) => ({
        line_id,
        entry_reference: reference,
        amount: purse.major(amount),
      })),
      suggestions: suggested.get(line.id) ?? 0,
    }
  })
}

const near_days = 45

/** Ledger lines of the account with just this amount, open, within 45 days (ACC-62). */
async function suggestions(
  hospital_id: string,
  found: readonly StatementRow[],
): Promise<Map<string, number>> {
  const open = found.filter(({ status }) => status === 'NEW')
  const days = open.map(({ value_date }) => value_date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const candidates = await rows<{
    id: string
    entry_date: string
    amount: number
    account_id: string
  }>(
    sql`select l.id, l.entry_date, l.debit - l.credit as amount, l.account_id from journal_lines l
      where l.hospital_id = ${hospital_id}
        and l.account_id${oneOf([...new Set(open.map(({ account_id }) => account_id))])}
        and l.entry_date between ${nextDay(first, -near_days)} and ${nextDay(last, near_days)}
        and l.debit + l.credit${oneOf([...new Set(open.map(({ amount }) => Math.abs(amount)))])}
        and not exists (select 1 from statement_matches m
          where m.hospital_id = l.hospital_id and m.line_id = l.id)`,
  )
  return new Map(
    open.map((line) => [
      line.id,
      candidates.filter(
        (one) =>
          one.account_id === line.account_id &&
          one.amount === line.amount &&
          one.entry_date >= nextDay(line.value_date, -near_days) &&
          one.entry_date <= nextDay(line.value_date, near_days),
      ).length,
    ]),
  )
}

export const statementLineRecord = recordOf(statement_lines, 'statement line')

export async function find(caller: Caller, id: string): Promise<StatementLine> {
  const [shown] = await view(caller, [await statementLineRecord.locked(caller, id)])
  return shown as StatementLine
}
