// What other areas ask of the books (ACC-26), beside `post`, `reverse` and `isPeriodOpen`.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { record } from '../../../office/audit/record.ts'
import { booksOf, restamp } from '../books.ts'
import { type AccountRow, labelOf, signOf } from '../chart/chart.ts'
import { accountOfRole } from '../entries/lines.ts'
import { accountIn } from '../chart/accounts.ts'
import { net } from '../reports/sums.ts'
import { accounts } from '../tables.ts'
import type { PartyKind } from '../words.ts'

type Tenant = Pick<Caller, 'hospital_id'>

export type Wanted =
  | { role: string }
  | { income: string }
  | { expense: string }
  | { method: 'Card' | 'Cheque' }
  | { product_class: string; of: 'stock' | 'cost' }

/** The account that a role, a category, a method or a class of product stands for (2.3, 2.4). */
export async function accountFor(caller: Tenant, wanted: Wanted): Promise<AccountRow> {
  const books = await booksOf(caller)
  if ('role' in wanted) return accountOfRole(books, wanted.role)
  const [name, id] = lookedUp(books.map, wanted)
  const account = books.chart.by_id.get(id ?? '')
  if (account?.role !== 'POSTING' || !account.active) {
    throw conflict(`${name} has no account: set it in accounting.`, 'posting_role')
  }
  return account
}

function lookedUp(
  map: Awaited<ReturnType<typeof booksOf>>['map'],
  wanted: Exclude<Wanted, { role: string }>,
): [string, string | undefined] {
  if ('income' in wanted) return [`Category ${wanted.income}`, map.income[wanted.income]]
  if ('expense' in wanted) return [`Category ${wanted.expense}`, map.expense[wanted.expense]]
  if ('method' in wanted) return [`Method ${wanted.method}`, map.methods[wanted.method]]
  const of_class = map.product_classes[wanted.product_class]
  return [`Product class ${wanted.product_class}`, of_class?.[wanted.of]]
}

/** By the account's own sign: what an asset holds, what is owed on a liability. */
export async function balanceOf(
  caller: Tenant,
  account_id: string,
  asked: {
    as_of?: string
    facility_id?: string
    party?: { kind: PartyKind; id: string }
  } = {},
): Promise<number> {
  const { hospital_id } = caller
  const { chart } = await booksOf(caller)
  const account = accountIn(chart, account_id)
  const { as_of: to, facility_id, party } = asked
  const debit =
    party === undefined
      ? await net(hospital_id, { account_ids: [account_id], to, facility_id })
      : await ofParty(hospital_id, account_id, { to, facility_id, party })
  return debit * signOf(account.kind)
}

async function ofParty(
  hospital_id: string,
  account_id: string,
  asked: {
    to: string | undefined
    facility_id: string | undefined
    party: { kind: PartyKind; id: string }
  },
): Promise<number> {
  const found = await row<{ net: number }>(
    sql`select cast(coalesce(sum(debit - credit), 0) as bigint) as net from journal_lines${where([
      sql`hospital_id = ${hospital_id}`,
      sql`party_id = ${asked.party.id}`,
      sql`account_id = ${account_id}`,
      sql`party_kind = ${asked.party.kind}`,
      when(asked.to, sql`entry_date <= ${asked.to}`),
      when(asked.facility_id, sql`facility_id = ${asked.facility_id}`),
    ])}`,
  )
  return found?.net ?? 0
}

/** A drawer's own account, under the heading of drawers: `1102-01` and so on. */
export async function createDrawerAccount(
  caller: Caller,
  drawer: { name: string; facility_id: string },
): Promise<string> {
  const { hospital_id } = caller
  const { chart, map } = await booksOf(caller)
  const heading = chart.by_id.get(map.roles['drawers'] ?? '')
  if (heading === undefined) {
    throw conflict('Posting role drawers has no account: set it in accounting.', 'posting_role')
  }
  const taken = (chart.children.get(heading.id) ?? []).length
  let number = taken + 1
  const codeOf = (n: number): string => `${heading.code}-${String(n).padStart(2, '0')}`
  while (chart.by_code.has(codeOf(number))) number += 1
  const made = await accounts.insert({
    hospital_id,
    code: codeOf(number),
    name: drawer.name,
    kind: heading.kind,
    role: 'POSTING',
    parent_id: heading.id,
    grouping: 'cash_drawer',
    sort_order: number,
    facility_id: drawer.facility_id,
  })
  await restamp(caller)
  record(caller, 'account.create', {
    entity_type: 'account',
    entity_id: made.id,
    entity_label: labelOf(made),
  })
  return made.id
}
