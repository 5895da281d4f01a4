// A statement meets the ledger (ACC-60, ACC-61): the ledger's line is the unit, never the document.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { record } from '../../../office/audit/record.ts'
import { paymentCleared } from '../../../neighbours/books.ts'
import type { MatchInput, StatementLine } from './shapes.ts'
import { reconciliations, statement_lines, statement_matches } from './tables.ts'
import { type Books, booksOf } from '../books.ts'
import { matchedOf } from './matched.ts'
import { find, statementLineRecord, type StatementRow } from './statements.ts'
import { recount } from './unmatch.ts'
import { journal_lines } from '../tables.ts'
import { statement_states } from '../words.ts'

const statement_life = life('statement line', statement_states, {
  match: { from: ['NEW', 'PART_MATCHED'], to: 'MATCHED', permission: 'bank:match' },
  part: { from: ['NEW'], to: 'PART_MATCHED', house: true },
  unmatch: { from: ['PART_MATCHED', 'MATCHED'], to: 'NEW', permission: 'bank:match' },
  ignore: { from: ['NEW'], to: 'IGNORED', permission: 'bank:match' },
})

const nameOf = ({ value_date, description }: StatementRow): string =>
  `of ${value_date} ${description}`.trim().slice(0, 60)

interface LedgerLine {
  id: string
  account_id: string
  entry_id: string
  debit: number
  credit: number
  reference: string
  kind: string
  source: string
  source_id: string | null
}

export async function match(caller: Caller, id: string, input: MatchInput): Promise<StatementLine> {
  const statement = await statementLineRecord.locked(caller, id)
  statement_life.move('match', statement.status, nameOf(statement))
  const books = await booksOf(caller)
  let left = Math.abs(statement.amount) - statement.matched_amount
  for (const [index, { line_id, amount }] of input.lines.entries()) {
    const line = await lineOf(caller, line_id)
    fits(books, statement, line)
    const open =
      line.debit +
      line.credit -
      ((await matchedOf(caller.hospital_id, [line_id])).get(line_id) ?? 0)
    const wanted =
      amount === undefined || amount === null
        ? Math.min(open, left)
        : books.purse.minor(`lines[${index}].amount`, amount)
    if (wanted > open || open === 0) {
      throw conflict(`Only ${books.purse.said(open)} of that line is open.`)
    }
    if (wanted > left || left === 0) {
      throw conflict(`Only ${books.purse.said(left)} of the statement is open.`)
    }
    if (wanted <= 0) throw invalid(`lines[${index}].amount`, 'must be more than 0.')
    await add(caller, statement, line, wanted)
    left -= wanted
  }
  await recount(caller.hospital_id, [id])
  await statement_lines.change(
    { hospital_id: caller.hospital_id, id },
    {
      matched_at: clock.instant(),
      ...(input.note === undefined ? {} : { note: input.note }),
    },
  )
  note(caller, 'bank.match', statement)
  return find(caller, id)
}

async function lineOf({ hospital_id }: Caller, id: string): Promise<LedgerLine> {
  // Kept from others until the transaction ends: two statements never take the same of it (ACC-60).
  await journal_lines.find({ hospital_id, id }, { lock: true })
  const line = await row<LedgerLine>(
    sql`select l.id, l.account_id, l.entry_id, l.debit, l.credit, e.reference, e.kind, e.source, e.source_id
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${hospital_id} and l.id = ${id} and e.kind <> 'CLOSING'`,
  )
  if (line === undefined) throw noSuch('posted line')
  return line
}

function fits({ chart }: Books, statement: StatementRow, line: LedgerLine): void {
  if (line.account_id !== statement.account_id) {
    const codeOf = (id: string): string => chart.by_id.get(id)?.code ?? ''
    throw conflict(
      `Line ${line.reference} is on ${codeOf(line.account_id)}, the statement on ${codeOf(statement.account_id)}.`,
    )
  }
  const pays_in = statement.amount > 0
  if (pays_in !== line.debit > 0) {
    throw conflict(
      pays_in
        ? 'The statement pays in, the line pays out.'
        : 'The statement pays out, the line pays in.',
    )
  }
}

async function add(
  caller: Caller,
  statement: StatementRow,
  line: LedgerLine,
  amount: number,
): Promise<void> {
  const { hospital_id } = caller
  const key = { hospital_id, statement_line_id: statement.id, line_id: line.id }
  const known = await statement_matches.find(key)
  if (known !== undefined) {
    await statement_matches.change(key, { amount: known.amount + amount })
  } else {
    await statement_matches.insert({
      ...key,
      entry_id: line.entry_id,
      amount,
      matched_at: clock.instant(),
      matched_by_name: caller.name,
    })
  }
  if (line.source === 'PAYMENT') await paymentCleared(caller, line.source_id ?? '', true)
}

export async function unmatch(
  caller: Caller,
  id: string,
  line_id: string | null | undefined,
): Promise<StatementLine> {
  const { hospital_id } = caller
  const statement = await statementLineRecord.locked(caller, id)
  statement_life.move('unmatch', statement.status, nameOf(statement))
  await mayMove(hospital_id, statement)
  const matched = await statement_matches.all({ hospital_id, statement_line_id: id })
  const taken = matched.filter((one) => (line_id ?? one.line_id) === one.line_id)
  if (taken.length === 0) throw noSuch('match')
  for (const { line_id: ledger_line } of taken) {
    const line = await lineOf(caller, ledger_line)
    await statement_matches.remove({ hospital_id, statement_line_id: id, line_id: ledger_line })
    if (line.source === 'PAYMENT') await paymentCleared(caller, line.source_id ?? '', false)
  }
  await recount(hospital_id, [id])
  note(caller, 'bank.unmatch', statement)
  return find(caller, id)
}

async function mayMove(hospital_id: string, { reconciliation_id }: StatementRow): Promise<void> {
  if (reconciliation_id === null) return
  const held = await reconciliations.find({ hospital_id, id: reconciliation_id })
  if (held?.status === 'APPROVED') {
    throw conflict(`The reconciliation to ${held.statement_date} is APPROVED.`)
  }
}

function note(caller: Caller, action: string, statement: StatementRow): void {
  record(caller, action, {
    entity_type: 'statement_line',
    entity_id: statement.id,
    entity_label: nameOf(statement),
  })
}
