// The chart of accounts (3.1, 4.2): listed with balances, opened, changed, put out of use.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import type { Account, AccountChange, AccountFilters, AccountInput } from './shapes.ts'
import { checkPlace, checkShape, standing, type Wanted } from './rules.ts'
import { inUse } from './uses.ts'
import { type Books, booksOf, restamp } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import {
  type AccountRow,
  type Chart,
  inOrder,
  labelOf,
  lineCounts,
  manualOf,
  pathOf,
  signOf,
  under,
} from './chart.ts'
import { refuseBlind } from '../blind.ts'
import { blindDrawerOf } from '../../../neighbours/books.ts'
import { net, sums } from '../reports/sums.ts'
import { accounts } from '../tables.ts'

export async function list(caller: Caller, asked: AccountFilters): Promise<Account[]> {
  const books = await booksAsked(caller, asked)
  const shown = inOrder(books.chart).filter((account) => fits(account, asked))
  const view = await viewer(caller, books, asked)
  const found = shown.map(view)
  return asked.tree === true ? nested(found) : found
}

export async function find(
  caller: Caller,
  id: string,
  asked: Pick<AccountFilters, 'as_of' | 'facility_id'> = {},
): Promise<Account> {
  const books = await booksAsked(caller, asked)
  const view = await viewer(caller, books, asked)
  return view(accountIn(books.chart, id))
}

export function accountIn({ by_id }: Chart, id: string): AccountRow {
  const account = by_id.get(id)
  if (account === undefined) throw noSuch('account')
  return account
}

export async function rowOf(caller: Pick<Caller, 'hospital_id'>, id: string): Promise<AccountRow> {
  return accountIn((await booksOf(caller)).chart, id)
}

function fits(account: AccountRow, asked: AccountFilters): boolean {
  const words = folded(asked.search ?? '').trim()
  const is = <T>(wanted: T | undefined, value: T): boolean =>
    wanted === undefined || wanted === value
  return (
    is(asked.kind, account.kind) &&
    is(asked.role, account.role) &&
    is(asked.postable, account.role === 'POSTING' && account.active) &&
    is(asked.active, account.active) &&
    is(asked.is_bank, account.is_bank) &&
    is<string | null>(asked.grouping, account.grouping) &&
    is<string | null>(asked.parent_id, account.parent_id) &&
    (words === '' || folded(`${account.code ?? ''} ${account.name}`).includes(words))
  )
}

/**
 * Balances of headings are the sums of what stands under them: every kind is its parent's. Whoever has
 * yet to count a drawer sees it as it was opened (BIL-93).
 */
async function viewer(
  caller: Caller,
  { hospital_id, chart, purse }: Books,
  { as_of, facility_id }: Pick<AccountFilters, 'as_of' | 'facility_id'>,
): Promise<(account: AccountRow) => Account> {
  const found = await sums(hospital_id, ['account_id'], { to: as_of, facility_id })
  const counts = await lineCounts(hospital_id)
  const own = new Map(found.map(({ account_id, debit, credit }) => [account_id, debit - credit]))
  const blind = await blindDrawerOf(caller)
  if (
    blind !== null &&
    (as_of ?? blind.opened_on) >= blind.opened_on &&
    own.has(blind.account_id)
  ) {
    own.set(blind.account_id, blind.opening_float)
  }
  return (account) => {
    const path = pathOf(chart, account.id)
    const below = under(chart, account.id)
    const debit = below.reduce((total, { id }) => total + (own.get(id) ?? 0), 0)
    return {
      ...account,
      parent_name: path.at(-2)?.name ?? null,
      depth: path.length,
      full_code_path: path
        .map(({ code, name }) => code ?? name)
        .join(' / ')
        .slice(0, 200),
      postable: account.role === 'POSTING' && account.active,
      manual: manualOf(account),
      balance: purse.major(debit * signOf(account.kind)),
      line_count: counts.get(account.id) ?? 0,
    }
  }
}

/** What was filtered out of the middle leaves its children at the top. */
function nested(found: readonly Account[]): Account[] {
  const by_id = new Map(
    found.map((account) => [account.id, { ...account, children: [] as Account[] }]),
  )
  const tops: Account[] = []
  for (const account of by_id.values()) {
    const parent = by_id.get(account.parent_id ?? '')
    if (parent === undefined) tops.push(account)
    else parent.children.push(account)
  }
  return tops
}

export async function open(caller: Caller, input: AccountInput): Promise<Account> {
  const books = await booksOf(caller)
  const wanted = standing(books.chart, {
    name: input.name,
    role: input.role,
    code: input.code ?? null,
    kind: input.kind ?? null,
    parent_id: input.parent_id ?? null,
    active: input.active ?? true,
    is_bank: input.is_bank ?? false,
    grouping: input.grouping ?? null,
    notes: input.notes ?? null,
    sort_order: input.sort_order ?? null,
    statement_section: input.statement_section ?? null,
  })
  checkShape(wanted)
  checkPlace(books.chart, null, wanted)
  const made = await accounts
    .insert({ ...wanted, hospital_id: caller.hospital_id })
    .catch((error: unknown) => {
      throw isTaken(error, 'code') ? codeTaken(books.chart, wanted.code) : error
    })
  await restamp(caller)
  record(caller, 'account.create', {
    entity_type: 'account',
    entity_id: made.id,
    entity_label: labelOf(made),
  })
  return find(caller, made.id)
}

export async function change(caller: Caller, id: string, input: AccountChange): Promise<Account> {
  const books = await booksOf(caller)
  const before = accountIn(books.chart, id)
  fresh(caller, before)
  const wanted = standing(books.chart, { ...before, ...stated(input) })
  if (input.statement_section === null && wanted.statement_section !== null) {
    throw invalid('statement_section', 'cannot be empty: an expense is in one of the two.')
  }
  checkShape(wanted)
  checkPlace(books.chart, id, wanted)
  await refuseMoved(books, before, wanted)
  if (before.active && !wanted.active) await mayEnd(caller, books, before)
  if (!before.active && wanted.active) mayReturn(books.chart, wanted)
  await accounts.change({ hospital_id: caller.hospital_id, id }, wanted).catch((error: unknown) => {
    throw isTaken(error, 'code') ? codeTaken(books.chart, wanted.code) : error
  })
  if (wanted.kind !== before.kind) await carryKind(books, before, wanted.kind)
  await restamp(caller)
  record(caller, 'account.update', {
    entity_type: 'account',
    entity_id: id,
    entity_label: labelOf(before),
    changes: difference(before, wanted),
  })
  return find(caller, id)
}

const stated = (input: AccountChange): Partial<AccountRow> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const codeTaken = ({ by_code }: Chart, code: string | null) =>
  conflict(`Code ${code} is already ${by_code.get(code ?? '')?.name ?? 'taken'}.`)

/** What lines were posted by stays as it was (3.1, ACC-21). */
async function refuseMoved(books: Books, before: AccountRow, wanted: Wanted): Promise<void> {
  const counts = await lineCounts(books.hospital_id)
  const count = under(books.chart, before.id).reduce((n, { id }) => n + (counts.get(id) ?? 0), 0)
  const stays = (what: string) =>
    conflict(
      `${labelOf(before)} has ${count} ${count === 1 ? 'line' : 'lines'}: its ${what} stays.`,
    )
  if (count > 0 && wanted.role !== before.role) throw stays('role')
  if (count > 0 && wanted.kind !== before.kind) throw stays('kind')
  if (wanted.role === 'POSTING' && (books.chart.children.get(before.id) ?? []).length > 0) {
    throw conflict(`${labelOf(before)} has accounts under it: its role stays.`)
  }
  if (before.is_bank && !wanted.is_bank) {
    const lines = await row(
      sql`select 1 as yes from statement_lines where hospital_id = ${books.hospital_id}
        and account_id = ${before.id} limit 1`,
    )
    if (lines !== undefined) throw conflict(`${labelOf(before)} has bank statements.`)
  }
}

async function mayEnd(caller: Caller, books: Books, account: AccountRow): Promise<void> {
  await refuseBlind(caller, (id) => id === account.id)
  if (account.role !== 'POSTING') {
    const below = books.chart.children.get(account.id) ?? []
    if (below.some(({ active }) => active)) {
      throw conflict(`${labelOf(account)} still has active accounts under it.`)
    }
    return
  }
  const held = await sums(books.hospital_id, ['facility_id'], { account_ids: [account.id] })
  const total = await net(books.hospital_id, { account_ids: [account.id] })
  const uneven = held.find(({ debit, credit }) => debit !== credit)
  if (uneven !== undefined) {
    const shown = total === 0 ? uneven.debit - uneven.credit : total
    throw conflict(
      `${labelOf(account)} still holds ${books.purse.said(shown * signOf(account.kind))}.`,
    )
  }
  const use = await inUse(books, account)
  if (use !== undefined) throw conflict(`${account.code} is used by ${use}.`)
}

function mayReturn({ by_id }: Chart, { parent_id }: { parent_id: string | null }): void {
  const parent = by_id.get(parent_id ?? '')
  if (parent?.active === false) throw conflict(`${labelOf(parent)} is not active.`)
}

async function carryKind(
  books: Books,
  before: AccountRow,
  kind: AccountRow['kind'],
): Promise<void> {
  const below = under(books.chart, before.id)
    .map(({ id }) => id)
    .filter((id) => id !== before.id)
  if (below.length === 0) return
  const statement_section = kind === 'EXPENSE' ? ('OPERATING' as const) : null
  await accounts.change({ hospital_id: books.hospital_id, id: below }, { kind, statement_section })
}
