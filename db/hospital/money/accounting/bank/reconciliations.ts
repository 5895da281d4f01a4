// Reconciling a bank (ACC-65, ACC-66): what the bank says and what the books say come to one figure.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows, run } from '../../../../store/connection.ts'
import { changedBehind } from '../../../../store/outrun.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import type { Reconciliation, ReconciliationBrief, ReconciliationInput } from './shapes.ts'
import { type ReconciliationItem, type ReconciliationLists, reconciliations } from './tables.ts'
import { type Books, booksOf } from '../books.ts'
import { funding_accounts } from '../funding/tables.ts'
import { otherPerson } from '../second-person.ts'
import { bankOf } from './statements.ts'
import { net } from '../reports/sums.ts'
import { reconciliation_states } from '../words.ts'

type Row = RowOf<(typeof reconciliations)['columns']>

export const reconciliation_life = life('reconciliation', reconciliation_states, {
  submit: { from: ['OPEN', 'REJECTED'], to: 'SUBMITTED', permission: 'bank:match' },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', permission: 'bank:approve' },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', permission: 'bank:approve' },
  discard: { from: ['OPEN', 'REJECTED'], to: 'DISCARDED', permission: 'bank:match' },
})

export interface ReconciliationFilter extends PageAsked {
  bank_account_id?: string
  status?: Row['status']
}

export async function list(
  caller: Caller,
  asked: ReconciliationFilter,
): Promise<Page<ReconciliationBrief>> {
  const books = await booksOf(caller)
  const account =
    asked.bank_account_id === undefined ? undefined : await bankOf(caller, asked.bank_account_id)
  const found = await pageFrom(reconciliations, asked, {
    from: sql` from reconciliations${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(account, sql`account_id = ${account?.id}`),
      when(asked.status, sql`status = ${asked.status}`),
    ])}`,
    order: sql` order by statement_date desc, id desc`,
  })
  // The figures of a list are those that were frozen; an open one has none until it is handed in.
  return mapPage(found, (one) => brief(books, one, frozen(one)))
}

interface Figures {
  lines_total: number
  book_balance: number
  adjusted_bank: number
  difference: number
  lists: ReconciliationLists
}

const nothing: ReconciliationLists = { outstanding_payments: [], uncleared_receipts: [] }

const frozen = (one: Row): Figures => ({
  lines_total: one.closing_balance - one.opening_balance,
  book_balance: one.book_balance ?? 0,
  adjusted_bank: one.adjusted_bank ?? 0,
  difference: one.difference ?? 0,
  lists: one.lists ?? nothing,
})

const sumOf = (items: readonly ReconciliationItem[]): number =>
  items.reduce((total, { amount }) => total + amount, 0)

function brief({ purse }: Books, one: Row, figures: Figures): ReconciliationBrief {
  const { major } = purse
  return {
    ...one,
    bank_account_id: one.account_id,
    opening_balance: major(one.opening_balance),
    closing_balance: major(one.closing_balance),
    lines_total: major(figures.lines_total),
    book_balance: major(figures.book_balance),
    outstanding_payments: major(sumOf(figures.lists.outstanding_payments)),
    uncleared_receipts: major(sumOf(figures.lists.uncleared_receipts)),
    adjusted_bank: major(figures.adjusted_bank),
    difference: major(figures.difference),
    approved_by_name: one.decided_by_name,
  }
}

export async function find(caller: Caller, id: string): Promise<Reconciliation> {
  const books = await booksOf(caller)
  const one = await reconciliationRecord.locked(caller, id)
  const is_frozen = one.status === 'SUBMITTED' || one.status === 'APPROVED'
  const figures = is_frozen ? frozen(one) : await figuresOf(books, one)
  const shown = (items: readonly ReconciliationItem[]) =>
    items.map((item) => ({ ...item, amount: books.purse.major(item.amount) }))
  return {
    ...brief(books, one, figures),
    outstanding: shown(figures.lists.outstanding_payments),
    uncleared: shown(figures.lists.uncleared_receipts),
    moves: reconciliationRecord.moves(caller, one),
  }
}

export const reconciliationRecord = recordWithLife(reconciliations, {
  life: reconciliation_life,
  called: ({ statement_date }) => `to ${statement_date}`,
  label: ({ statement_date }) => statement_date,
  clash: (_caller, error, { statement_date }) =>
    isTaken(error, 'statement_date')
      ? conflict(`The statement to ${statement_date} is being reconciled already.`)
      : error,
})

/** What the ledger holds and the bank does not, to the statement's day (ACC-65). */
async function figuresOf({ hospital_id }: Books, one: Row): Promise<Figures> {
  const { account_id, statement_date } = one
  const last = await lastApproved(hospital_id, account_id)
  const [counted] = await rows<{ total: number }>(
    sql`select cast(coalesce(sum(amount), 0) as bigint) as total from statement_lines
      where hospital_id = ${hospital_id} and account_id = ${account_id} and status <> 'IGNORED'
        and value_date > ${last?.statement_date ?? ''} and value_date <= ${statement_date}`,
  )
  const open = await rows<ReconciliationItem & { side: number }>(
    sql`select l.id as line_id, e.reference, l.entry_date, e.memo, l.debit - l.credit as side,
        l.debit + l.credit - coalesce((select sum(m.amount) from statement_matches m
          join statement_lines s on s.id = m.statement_line_id
          where m.hospital_id = l.hospital_id and m.line_id = l.id
            and s.value_date <= ${statement_date}), 0) as amount
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${hospital_id} and l.account_id = ${account_id}
        and l.entry_date <= ${statement_date}
        and l.debit + l.credit > coalesce((select sum(m.amount) from statement_matches m
          join statement_lines s on s.id = m.statement_line_id
          where m.hospital_id = l.hospital_id and m.line_id = l.id
            and s.value_date <= ${statement_date}), 0)
      order by l.entry_date, l.chain_no, l.line_no limit 10000`,
  )
  const of = (sign: 1 | -1): ReconciliationItem[] =>
    open
      .filter(({ side }) => Math.sign(side) === sign)
      .map(({ line_id, reference, entry_date, memo, amount }) => ({
        line_id,
        reference,
        entry_date,
        memo,
        amount: Number(amount),
      }))
  const lists = { outstanding_payments: of(-1), uncleared_receipts: of(1) }
  const book_balance = await net(hospital_id, { account_ids: [account_id], to: statement_date })
  const adjusted_bank =
    one.closing_balance - sumOf(lists.outstanding_payments) + sumOf(lists.uncleared_receipts)
  return {
    lines_total: counted?.total ?? 0,
    book_balance,
    adjusted_bank,
    difference: adjusted_bank - book_balance,
    lists,
  }
}

const lastApproved = (hospital_id: string, account_id: string): Promise<Row | undefined> =>
  reconciliations.find(
    { hospital_id, account_id, status: 'APPROVED' },
    { order: ['-statement_date'] },
  )

export async function open(caller: Caller, input: ReconciliationInput): Promise<Reconciliation> {
  const { hospital_id } = caller
  const { purse, today } = await booksOf(caller)
  const account = await bankOf(caller, input.bank_account_id)
  const { statement_date } = input
  if (statement_date > today) throw invalid('statement_date', 'must not be in the future.')
  const opening_balance = purse.minor('opening_balance', input.opening_balance)
  const last = await lastApproved(hospital_id, account.id)
  if (last !== undefined && last.statement_date >= statement_date) {
    throw conflict(`The statement to ${last.statement_date} is approved: reconcile in order.`)
  }
  if (last !== undefined && last.closing_balance !== opening_balance) {
    throw conflict(`The statement before ended with ${purse.said(last.closing_balance)}.`)
  }
  const made = await reconciliationRecord.created(
    caller,
    {
      account_id: account.id,
      statement_date,
      opening_balance,
      closing_balance: purse.minor('closing_balance', input.closing_balance),
      made_by_name: caller.name,
    },
    'create',
  )
  return find(caller, made.id)
}

export async function submit(
  caller: Caller,
  id: string,
  words: string | null | undefined,
): Promise<Reconciliation> {
  const one = await reconciliationRecord.begin(caller, id, 'submit')
  const books = await booksOf(caller)
  const figures = await figuresOf(books, one)
  const sum = one.opening_balance + figures.lines_total
  if (sum !== one.closing_balance) {
    const { said } = books.purse
    throw conflict(
      `The opening balance and the lines come to ${said(sum)}, the statement says ${said(one.closing_balance)}.`,
    )
  }
  const { book_balance, adjusted_bank, difference, lists } = figures
  await reconciliationRecord.moved(caller, one, 'submit', {
    book_balance,
    adjusted_bank,
    difference,
    lists,
    note: words ?? one.note,
    submitted_at: clock.instant(),
    submitted_by_id: caller.user_id,
    submitted_by_name: caller.name,
  })
  return find(caller, id)
}

export async function approve(caller: Caller, id: string): Promise<Reconciliation> {
  const { hospital_id } = caller
  const one = await reconciliationRecord.begin(caller, id, 'approve')
  const books = await booksOf(caller)
  if (books.preferences.second_approver.reconciliation) {
    await otherPerson(
      caller,
      one.submitted_by_id,
      'bank:approve',
      'You handed this in: somebody else must approve it.',
    )
  }
  const { book_balance, adjusted_bank, difference, lists } = await figuresOf(books, one)
  if (difference !== 0) throw conflict(`The difference is ${books.purse.said(difference)}.`)
  const last = await lastApproved(hospital_id, one.account_id)
  if (last !== undefined && last.statement_date >= one.statement_date) {
    throw conflict(`The statement to ${last.statement_date} is approved: reconcile in order.`)
  }
  await reconciliationRecord.moved(caller, one, 'approve', {
    // What is approved is kept, not what was handed in: matching went on meanwhile.
    book_balance,
    adjusted_bank,
    difference,
    lists,
    decided_at: clock.instant(),
    decided_by_name: caller.name,
  })
  await run(
    sql`update statement_lines set reconciliation_id = ${id}, version = version + 1
      where hospital_id = ${hospital_id} and account_id = ${one.account_id}
        and reconciliation_id is null and value_date <= ${one.statement_date}
        and status <> 'IGNORED'`,
  )
  changedBehind('statement_lines')
  await funding_accounts.change(
    { hospital_id, account_id: one.account_id },
    { last_statement_on: one.statement_date },
  )
  return find(caller, id)
}
